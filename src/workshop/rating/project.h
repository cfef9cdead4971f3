// A rating project: its questions, people and their order. A folder of text files:
// docs/reference/rating.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "probes/shared/rating_form.h"

namespace sonde {

inline constexpr std::size_t kMostRatingTurns = 1'000'000;  // per project
inline constexpr std::size_t kMostRaters = 5'000;
inline constexpr std::size_t kMostCandidates = 9;  // there are nine keys

struct Rater {
  std::string name;
  std::string token;                 // 32 hexadecimal digits
  std::vector<std::uint32_t> turns;  // items in the order of their questions
};

struct RatingProject {
  std::string data;  // its data source
  std::uint64_t seed = 1;
  std::uint64_t most_failed = 1;  // attention checks (who fails more is left out)
  Guideline guideline;
  std::vector<RatingItem> items;
  std::vector<Rater> raters;
};

// Makes the folder, which only its owner may read. Errors: kUsage if something is there already,
// kInput for a text with a tab or a line end, kOutside.
void write_project(const std::filesystem::path& folder, const RatingProject& project);

// Errors: kInput with file:line for what no such project has.
RatingProject read_project(const std::filesystem::path& folder);

// Whether a text has a tab or a line end: then tables with texts are .csv files, in quotes.
bool has_broken_lines(const RatingProject& project);

// A row between tabs, or between commas and in quotes.
std::string table_row(const std::vector<std::string>& fields, bool quoted);

// The path of a project's answer file.
std::filesystem::path answers_file(const std::filesystem::path& folder);

// Whether a value can be the answer to an item.
bool is_choice(const RatingProject& project, const RatingItem& item, int value);

// The order in which an item's texts (of candidates: its candidates) are shown to a person.
std::vector<std::uint32_t> shown_order(const RatingProject& project, std::size_t rater,
                                       std::uint32_t item);
// The same in a sheet, in which candidates have fixed numbers and so a fixed order.
std::vector<std::uint32_t> sheet_order(const RatingProject& project, std::size_t rater,
                                       std::uint32_t item);

}  // namespace sonde
