#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "sonde/dataset.h"

namespace sonde {

// Reads a card. Errors: kInput with file:line for a missing or unreadable card,
// a missing `probe` or `file`, a name that cannot be printed, a value of the wrong type, an unknown
// key that is neither a string, a number nor true or false.
Card read_card(const std::filesystem::path& file);

// The same, from the text of a card intended for `file`.
Card parse_card(std::string_view text, const std::filesystem::path& file);

// The keys that every card may have, in addition to its probe's own.
std::span<const std::string_view> card_keys();

// Whether a data set may be called so: not empty, no control character.
bool is_printable_name(std::string_view name);

// The place of a card's key, or the data file if there isn't a card.
Place place_in_card(const Card& card, const std::string& key);

// Errors: kInput, with its line, if a card gives a key that only a run may write.
void refuse_key_of_runs(const Card& card, const std::string& key);

}  // namespace sonde
