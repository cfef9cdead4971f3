#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/language/minimal_pairs/minimal_pairs.h"
#include "workshop/makers/sources.h"

namespace sonde {

// The variants of an original, in the order of the set's columns.
struct HerosVariant {
  std::string_view name;    // in the ids of a sheet: "negation-main"
  std::string_view column;  // in the set: "Negation (main)"
  std::string_view ask;     // the question to a person
};
constexpr std::size_t kHerosVariants = 6;
const std::array<HerosVariant, kHerosVariants>& heros_variants();

// An original with its variants, each a sentence.
struct HerosRow {
  std::string id, original;
  std::array<std::string, kHerosVariants> variants{};
  std::string trace{};
};

std::string heros_table(const std::vector<HerosRow>& rows);

// The rows of a sheet for people: id, ask, sentence (with the word in brackets), up to nine
// candidates, the best first, the column `chosen` to be filled in, and the candidates' origins.
// `sonde rate` reads it.
std::string heros_sheet_header();
std::string heros_sheet_rows(const Source& source, const MinimalPairs& pairs);

// People's choices, per original.
struct ChosenVariants {
  std::string id, original;
  std::string word{};                                // that is replaced
  std::array<std::string, kHerosVariants> chosen{};  // words and sentences (empty: none)
};

// Reads a sheet that was filled in, with a candidate's number or any other word (for negations: a
// sentence), or the `gold.tsv` of `sonde rate export`, by id. 0 and nothing mean none. Errors:
// those of DelimitedReader, kInput with file:line for a missing column, an id that is not one of a
// sheet's, one that comes twice, a word in brackets that is missing or differs within an original,
// a number without a candidate, and text that is not a word or sentence.
std::vector<ChosenVariants> read_chosen_variants(const std::filesystem::path& file);

}  // namespace sonde
