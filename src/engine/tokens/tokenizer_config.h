#pragma once

#include <optional>
#include <string>

#include "engine/config/json_fields.h"
#include "engine/tokens/tokenizer.h"

namespace sonde {

// How transformers' class for the tokenizer overrides tokenizer.json: classes for WordPiece rebuild
// BERT's normalizer, RoBERTa's the space before a text, from tokenizer_config.json and their own
// defaults. `config` is that file's fields, none if it is missing. `otherwise` is the class if it
// names none.
TokenizerSettings read_tokenizer_settings(const JsonFields& config, const std::string& otherwise);

// Whether a text that is too long loses its start. None if the file doesn't define it.
std::optional<bool> read_cuts_left(const JsonFields& config);

// The mask's name, a text or an added token's description. Empty if there isn't one.
std::string read_mask_token(const JsonFields& fields);

}  // namespace sonde
