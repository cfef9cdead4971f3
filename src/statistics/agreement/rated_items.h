// Ratings by people, and what is found about them: by agreement.h, written by report.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "sonde/result.h"

namespace sonde {

// A file of ratings: a header that names the columns annotator, item and value (other names:
// docs/reference/agreement.md), in any order, or item and a column for each of `raters`. It has
// tabs, is .csv or JSON lines, or what Label Studio and doccano export as JSON.
struct RatingsSource {
  std::filesystem::path file;
  std::vector<std::string> raters;  // the columns of ratings, if a line has several
  bool words = false;               // whether ratings may be words instead of numbers
  double low = -std::numeric_limits<double>::infinity();  // scale's end, a rating outside is an
  double high = std::numeric_limits<double>::infinity();  // error
  std::vector<std::string> drop;  // items that don't count: ids, or FIRST-LAST of whole numbers
  std::filesystem::path groups;  // a table of items and their groups (empty: the file's own column)
  std::string group;             // that column's name (empty: a usual one, if it exists)
};

struct RatingEntry {
  std::uint32_t item, annotator;  // places among RatedItems::items and ::annotators
  double value;                   // finite
};

struct RatedItems {
  std::string file;
  std::vector<std::string> items, annotators;  // ids, in order of appearance
  std::string label;                           // the column of groups (empty: none)
  std::vector<std::string> groups;             // per item, if there is a label ("": no group)
  std::vector<RatingEntry> ratings;            // one annotator's of an item at most once
  bool nominal = false;                        // ratings are words, numbered as they appear
  std::size_t missing = 0;                     // lines without a rating: empty, nan or NA
  std::size_t dropped = 0;                     // ratings of items in RatingsSource::drop
};

// Errors: kInput with file:line for a missing column, a line of another length, an empty id, a
// rating that is not a number or off the scale, two of one item by one annotator, an item in two
// groups, no rating at all. kUsage for an item to be dropped that isn't there.
RatedItems read_ratings(const RatingsSource& source);

// The box plot of some numbers. NaN without any.
struct RatingBox {
  double low, first_quartile, median, third_quartile, high;
};

struct RatingSummary {
  std::string name;   // the item's id, or the slice
  std::string group;  // an item's
  std::size_t items = 1, annotators = 0, ratings = 0;
  double mean;
  RatingBox box;             // for ratings
  RatingBox box_of_means{};  // for a slice: of its items' mean ratings
};

struct AnnotatorSummary {
  std::string name;
  std::size_t ratings = 0;
  double mean;
  // Pearson's correlation with the mean of the others, over the items that both rated.
  std::size_t items = 0;
  double value, low, high;
};

struct AgreementReport {
  std::string file;
  bool nominal = false;  // ratings are words: no means, no order
  std::uint64_t seed = 0;
  std::size_t replicates = 0, splits = 0;
  std::vector<RatingSummary> groups, items;
  std::vector<AnnotatorSummary> annotators;
  std::vector<Result> results;  // the subject is "data", n counts items
  // Shares of the items' means, "means", and of those of shuffled ratings, "shuffled_means", in
  // bins from the lowest to the highest rating.
  std::vector<Series> series;
  std::vector<std::string> notes;  // messages for the user
};

}  // namespace sonde
