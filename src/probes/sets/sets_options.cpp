#include "probes/sets/sets_options.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/parse.h"
#include "probes/shared/records.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostTicks = 1000;

std::pair<std::string_view, std::string_view> halves(std::string_view text) {
  const auto colon = text.find(':');
  return {text.substr(0, colon), colon == text.npos ? std::string_view() : text.substr(colon + 1)};
}

// Paths in a card are relative to it, which those of a specification can't be.
void check_card_filter(const std::string& filter) {
  if (filter.find_first_of(":?") == filter.npos) return;
  throw input_error("filter = '" + filter + "' gives more than the kinds of encoders",
                    {"", 0, "filter", ""},
                    "name it on the command line: --probe 'sets?filter=...'");
}

void read_filter(Options& options, const std::map<std::string, std::string>& dataset,
                 SetsOptions& read) {
  const auto card = dataset.find("filter");
  const std::string otherwise = card == dataset.end() ? "kept" : card->second;
  check_card_filter(otherwise);
  const auto filter = options.text("filter", otherwise);
  if (filter == "kept") return;
  read.filter = filter == "none" ? SetsFilter::kNone : SetsFilter::kEncoders;
  if (filter == "none") return;
  for (const auto encoder : parts_of(filter, '+')) read.filter_encoders.emplace_back(encoder);
  if (std::ranges::find(read.filter_encoders, "") != read.filter_encoders.end()) {
    throw usage_error("filter=" + filter + " names no encoder",
                      "write kept, none, or encoders with + between them");
  }
}

void read_grid(Options& options, SetsOptions& read) {
  const std::string grid = options.text("grid", "even");
  if (grid == "even") return;
  read.published_grid.emplace();
  if (grid == "published") return;
  const auto [name, numbers] = halves(grid);
  const auto [ticks, parts] = halves(numbers);
  const auto first = parse_number<std::size_t>(ticks), second = parse_number<std::size_t>(parts);
  const auto fits = [](auto number, std::size_t low) {
    return number && *number >= low && *number <= kMostTicks;
  };
  if (name != "published" || !fits(first, 2) || !fits(second, 1)) {
    throw usage_error("grid=" + grid + " is neither even nor published",
                      "write published:TICKS:PARTS with your numbers, up to 1000");
  }
  *read.published_grid = {*first, *second, *second};
}

void read_range(Options& options, const std::map<std::string, std::string>& dataset,
                SetsOptions& read) {
  const std::string range = options.text("grid_range", "run");
  if (range == "run") return;
  read.grid_range = parse_range(range);
  const auto ends = dataset.find("grid_ends");
  if (!read.grid_range && ends != dataset.end()) {
    read.grid_ends = parse_ends(ends->second);
    return;
  }
  const auto [low, high] = read.grid_range.value_or(Interval{1, 0});
  if (!std::isfinite(high - low) || low > high) {
    throw usage_error("grid_range=" + range + " is neither run nor LOW:HIGH",
                      "give the ends of the thresholds, such as -0.5:1");
  }
}

double read_number(Options& options, const std::string& key, double otherwise, double high) {
  const double number = options.number(key, otherwise);
  if (number < 0 || number > high) {
    throw usage_error(key + "=" + options.text(key, "") + " is out of range",
                      "give a number from 0 to " + std::to_string(std::lround(high)));
  }
  return number;
}

}  // namespace

SetsOptions read_sets_options(const Spec& spec, const std::map<std::string, std::string>& dataset) {
  reject_unknown_settings(dataset, {"filter", "filtered_by", "grid_ends"});
  Options options(spec);
  SetsOptions read;
  read_filter(options, dataset, read);
  read.filter_below = read_number(options, "filter_below", read.filter_below, 1);
  read_grid(options, read);
  read_range(options, dataset, read);
  read.tolerance = read_number(options, "tolerance", read.tolerance, 180);
  read.from_a = read_number(options, "theta", read.from_a, 100);
  read.from_longer = read_number(options, "theta1", read.from_longer, 100);
  read.from_middle = read_number(options, "theta2", read.from_middle, 100);
  read.norms = read_number(options, "norms", read.norms, 1000);
  options.done();
  return read;
}

}  // namespace sonde
