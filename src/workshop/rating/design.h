// Who is asked what: the sample, the attention checks, and who rates which item.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/dataset.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/project.h"

namespace sonde {

struct RatingDesign {
  std::string kind;               // of rating_forms(); empty: by the data set
  std::size_t raters = 0;         // 0: as few as will do
  std::size_t per_item = 3;       // people who rate an item
  std::size_t per_rater = 110;    // items that one person rates at most, attention checks aside
  std::size_t checks = SIZE_MAX;  // attention checks of a person; SIZE_MAX: the kind's
  std::size_t draw = 0;           // items drawn of each group; 0: all
  std::string by;                 // the label that makes groups; empty: one group
  std::uint64_t seed = 1;
  std::filesystem::path nonsense{};  // sentences for attention checks; empty: by the language
};

struct ReadItems {
  RatingForm kind;
  std::vector<RatingItem> items;
  std::size_t left_out = 0;  // records with nothing to ask
};

// What is asked of a data set. `kind` may be empty: the card's probe says it, else the columns.
// Errors: kUsage where nothing says it; kInput of the data set, and of one without an item.
ReadItems read_rating_items(const Card& card, std::string_view kind);

// Of each group of equal values of a label as many items as are drawn, in their order: those
// whose hash of seed and content is smallest, so that more items drawn hold those of fewer; 0: all.
// Errors: kUsage where no item has the label, and for a label without a number.
std::vector<RatingItem> draw_items(std::vector<RatingItem> items, std::size_t most,
                                   const std::string& by, std::uint64_t seed);

// Half of them right answers known to be high, half low: two equal sentences, or nonsense. Errors:
// kUsage where the kind has none, or no more than are wanted can be made.
std::vector<RatingItem> attention_checks(const RatingForm& kind,
                                         const std::vector<RatingItem>& items, std::size_t count,
                                         std::span<const std::string> nonsense, std::uint64_t seed);

// For each of `items` the different raters who get it. Nobody has more than one item more than any
// other. per_item is at most `raters`.
std::vector<std::vector<std::uint32_t>> assign_items(std::size_t items, std::size_t raters,
                                                     std::size_t per_item, std::uint64_t seed);

// A project with items, checks, people and their order; tokens are the caller's. Errors: kUsage
// where so few people can't rate so much.
RatingProject design_project(ReadItems read, const RatingDesign& design, const Card& card);

}  // namespace sonde
