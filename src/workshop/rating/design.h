// The design: the sample, the attention checks, and the assignment of items to raters.
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
  std::size_t checks = SIZE_MAX;  // attention checks per person (SIZE_MAX: the kind's)
  std::size_t draw = 0;           // items drawn per group (0: all)
  std::string by;                 // the label that makes groups (empty: one group)
  std::uint64_t seed = 1;
  std::filesystem::path nonsense{};  // sentences for attention checks (empty: by the language)
};

struct ReadItems {
  RatingForm kind;
  std::vector<RatingItem> items;
  std::size_t left_out = 0;  // records with nothing to ask
};

// The items to rate in a data set. `kind` may be empty: by the card's probe, else the columns.
// Errors: kUsage if neither decides, kInput for the data set, and for one without an item.
ReadItems read_rating_items(const Card& card, std::string_view kind);

// Draws `most` items of each group of equal values of a label, in their order: those whose hash of
// seed and content is smallest, so that more items drawn include those of fewer. 0: all. Errors:
// kUsage if no item has the label, and for a label without a number.
std::vector<RatingItem> draw_items(std::vector<RatingItem> items, std::size_t most,
                                   const std::string& by, std::uint64_t seed);

// Half of them have a right answer known to be high, half low: two equal sentences, or nonsense.
// Errors: kUsage if the kind has none, or fewer than wanted can be made.
std::vector<RatingItem> attention_checks(const RatingForm& kind,
                                         const std::vector<RatingItem>& items, std::size_t count,
                                         std::span<const std::string> nonsense, std::uint64_t seed);

// For each of `items` the different raters who get it. Raters' numbers of items differ by at most
// one. per_item is at most `raters`.
std::vector<std::vector<std::uint32_t>> assign_items(std::size_t items, std::size_t raters,
                                                     std::size_t per_item, std::uint64_t seed);

// A project with items, checks, people and their order. Tokens are the caller's. Errors: kUsage if
// so few people can't rate so much.
RatingProject design_project(ReadItems read, const RatingDesign& design, const Card& card);

}  // namespace sonde
