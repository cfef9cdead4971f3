// What people can be asked, each with the scale of the paper that asked it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sonde/item.h"
#include "workshop/rating/project.h"

namespace sonde {

struct RatingKind {
  std::string_view name;
  std::string_view help;
  std::string_view probe;                   // whose data sets it is for; may be empty
  std::span<const std::string_view> texts;  // the names that raters see
  // Texts from `first_shuffled` to before `end_shuffled` are shown in any order, but for the
  // question `ordered`.
  std::size_t first_shuffled, end_shuffled;
  std::string_view ordered;
  Guideline (*guideline)();
  // The columns that it reads, and what is asked of a record. Errors: kInput with the place.
  std::vector<Field> (*fields)();
  // Nothing of a record that has nothing to ask.
  void (*add_items)(Record&& record, std::vector<RatingItem>& items);
  std::span<const std::string_view> sheet;    // of the texts, in a sheet
  std::span<const std::string_view> columns;  // of the texts, in what is exported
  std::string_view group;                     // the label that ratings are compared by, or empty
  std::size_t checks;                         // attention checks, where nobody says how many
};

// In the order in which a file without a card is tried.
std::span<const RatingKind> rating_kinds();

// Errors: kUsage for an unknown name.
const RatingKind& rating_kind(std::string_view name);

}  // namespace sonde
