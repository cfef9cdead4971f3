// How people rate a probe's data: a form per kind of question.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/item.h"

namespace sonde {

// Answers from low to high count as right.
struct ExpectedRating {
  int low = 0, high = 0;
};

// What one person answers at once.
struct RatingItem {
  std::string id;                            // unique in its project
  std::string ask{};                         // which question of several, or empty
  std::vector<std::string> texts{};          // by RatingForm::texts, or a sentence and candidates
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

// The text that raters read, and their choices. The owner may change it.
struct Guideline {
  std::string kind;  // the name of its RatingForm
  std::string title;
  std::vector<std::string> instructions;  // paragraphs
  std::vector<RatingExample> examples;
  std::string question;                          // for items without one in `questions`
  std::map<std::string, std::string> questions;  // by RatingItem::ask
  std::vector<RatingChoice> choices;             // ascending, and none for candidates
};

// A kind of question to people, with the scale of its paper.
struct RatingForm {
  std::string_view name;
  std::string_view help;
  std::string_view probe;                   // whose data sets it is for, or empty
  std::span<const std::string_view> texts;  // the names that raters see
  // Texts from `first_shuffled` to before `end_shuffled` are shown in any
  // order, except for the question `ordered`.
  std::size_t first_shuffled, end_shuffled;
  std::string_view ordered;
  Guideline (*guideline)();
  // The columns that it reads, and what is asked of a record. Errors: kInput
  // with the place.
  std::vector<Field> (*fields)();
  // Nothing of a record that has nothing to ask.
  void (*add_items)(Record&& record, std::vector<RatingItem>& items);
  std::span<const std::string_view> sheet;    // of the texts, in a sheet
  std::span<const std::string_view> columns;  // of the texts, in what is exported
  std::string_view group;                     // the label that ratings are compared by, or empty
  std::size_t checks;                         // attention checks by default
  bool makes_gold = false;                    // whether mean ratings are a data set of the probe
};

// The texts of a pair: as raters see them, in a sheet, in what is exported.
inline constexpr std::array<std::string_view, 2> kRatedPairNames{"Sentence 1", "Sentence 2"};
inline constexpr std::array<std::string_view, 2> kRatedPairSheet{"S1", "S2"};
inline constexpr std::array<std::string_view, 2> kRatedPairColumns{"first", "second"};

}  // namespace sonde
