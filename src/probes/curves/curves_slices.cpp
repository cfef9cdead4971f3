#include "probes/curves/curves_slices.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "base/parse.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 3> kPlaceSlices{"place=start", "place=middle", "place=end"};
constexpr std::string_view kWord = "word=";
constexpr std::size_t kMostWordSlices = 20;  // later words are one slice

std::string_view place_slice(const InsertedAt& at) {
  if (at.word == 0) return kPlaceSlices[0];
  return at.word + 1 == at.words ? kPlaceSlices[2] : kPlaceSlices[1];
}

std::string word_slice(const InsertedAt& at) {
  if (at.word >= kMostWordSlices)
    return std::string(kWord) + std::to_string(kMostWordSlices + 1) + "+";
  return std::string(kWord) + std::to_string(at.word + 1);
}

// Places before words, both as they follow each other.
std::tuple<bool, std::size_t, std::string> order(const std::string& slice) {
  const auto place = std::ranges::find(kPlaceSlices, slice);
  if (place != kPlaceSlices.end())
    return {false, static_cast<std::size_t>(place - kPlaceSlices.begin()), ""};
  std::string_view number = std::string_view(slice).substr(std::min(kWord.size(), slice.size()));
  if (number.ends_with('+')) number.remove_suffix(1);
  return {true, parse_number<std::size_t>(number).value_or(0), slice};
}

// The slices that a label names.
std::vector<std::string> slices_of(std::string_view label) {
  std::vector<std::string> names;
  for (const auto part : parts_of(label, ':')) names.emplace_back(part);
  names.erase(names.begin());
  return names;
}

std::vector<std::uint32_t> items_with(const Frame& frame, const std::vector<bool>& codes) {
  std::vector<std::uint32_t> items;
  for (std::size_t row = 0; row < frame.rows(); ++row) {
    const auto item = frame.item_of_row[row];
    const bool is_new = items.empty() || items.back() != item;
    if (codes[frame.row_labels.code(row)] && is_new) items.push_back(item);
  }
  return items;
}

}  // namespace

std::string variant_label(std::string_view kind, const InsertedAt& at, const CurvesSlices& by) {
  std::string label(kind);
  if (by.place) label.append(":").append(place_slice(at));
  if (by.word) label.append(":").append(word_slice(at));
  return label;
}

std::string_view kind_of(std::string_view label) { return label.substr(0, label.find(':')); }

std::vector<VariantSlice> variant_slices(const Frame& frame) {
  const auto& labels = frame.row_labels.distinct();
  const auto before = [](const std::string& a, const std::string& b) {
    return order(a) < order(b);
  };
  std::set<std::string, decltype(before)> names(before);
  for (const auto& label : labels) {
    for (auto& name : slices_of(label)) names.insert(std::move(name));
  }
  std::vector<VariantSlice> slices;
  for (const auto& name : names) {
    std::vector<bool> codes;
    for (const auto& label : labels) {
      const auto all = slices_of(label);
      codes.push_back(std::ranges::find(all, name) != all.end());
    }
    slices.push_back({{name, items_with(frame, codes)}, codes});
  }
  return slices;
}

}  // namespace sonde
