// A rating project: what is asked, of whom, in which order. A folder of text files:
// docs/reference/rating.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sonde {

inline constexpr std::size_t kMostRatingTurns = 1'000'000;  // of a project
inline constexpr std::size_t kMostRaters = 5'000;
inline constexpr std::size_t kMostCandidates = 9;  // there are nine keys

// Answers from low to high count as right.
struct ExpectedRating {
  int low = 0, high = 0;
};

// What one person answers at once.
struct RatingItem {
  std::string id;                            // unique in its project
  std::string ask{};                         // which question of several; may be empty
  std::vector<std::string> texts{};          // by RatingKind::texts, or a sentence and candidates
  std::optional<ExpectedRating> expected{};  // of an attention check
  std::map<std::string, std::string> labels{};
};

struct RatingChoice {
  int value = 0;      // 0 to 9, which is its key
  std::string label;  // may be empty
};

struct RatingExample {
  std::vector<std::string> texts;
  std::string says;
};

// What the raters read and choose from; the owner may change its texts.
struct Guideline {
  std::string kind;  // of rating_kinds()
  std::string title;
  std::vector<std::string> instructions;  // paragraphs
  std::vector<RatingExample> examples;
  std::string question;                          // where `questions` doesn't say
  std::map<std::string, std::string> questions;  // by RatingItem::ask
  std::vector<RatingChoice> choices;             // ascending; of candidates: none
};

struct Rater {
  std::string name;
  std::string token;                 // 32 hexadecimal digits
  std::vector<std::uint32_t> turns;  // items in the order in which they are asked
};

struct RatingProject {
  std::string data;  // what it was made from
  std::uint64_t seed = 1;
  std::uint64_t most_failed = 1;  // attention checks; who fails more is left out
  Guideline guideline;
  std::vector<RatingItem> items;
  std::vector<Rater> raters;
};

// Makes the folder, which only its owner may read. Errors: kUsage where there is something already;
// kInput for a text with a tab or a line end; kOutside.
void write_project(const std::filesystem::path& folder, const RatingProject& project);

// Errors: kInput with file:line for what no such project has.
RatingProject read_project(const std::filesystem::path& folder);

// Where a project's answers are.
std::filesystem::path answers_file(const std::filesystem::path& folder);

// Whether a value can be the answer to an item.
bool is_choice(const RatingProject& project, const RatingItem& item, int value);

// The order in which an item's texts (of candidates: its candidates) are shown to a person.
std::vector<std::uint32_t> shown_order(const RatingProject& project, std::size_t rater,
                                       std::uint32_t item);
// The same in a sheet, where candidates have their own numbers and so their own order.
std::vector<std::uint32_t> sheet_order(const RatingProject& project, std::size_t rater,
                                       std::uint32_t item);

}  // namespace sonde
