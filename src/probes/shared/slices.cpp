#include "probes/shared/slices.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace sonde {
namespace {

Slice everything(const Frame& frame) {
  Slice all{"all", std::vector<std::uint32_t>(frame.items())};
  std::iota(all.items.begin(), all.items.end(), 0U);
  return all;
}

using Groups = std::map<std::string, std::vector<std::uint32_t>>;

// The items of each value of a label. None if it names items rather than sorts them.
Groups by_value(const CodedTexts& values) {
  // The empty value may come on top of these.
  if (values.distinct().size() > kMostLabelValues + 1) return {};
  std::vector<std::vector<std::uint32_t>> by_code(values.distinct().size());
  for (std::uint32_t item = 0; item < values.size(); ++item) {
    by_code[values.code(item)].push_back(item);
  }
  Groups groups;
  for (std::size_t code = 0; code < by_code.size(); ++code) {
    const std::string& value = values.distinct()[code];
    if (!value.empty() && !by_code[code].empty()) groups.emplace(value, std::move(by_code[code]));
  }
  if (groups.size() > kMostLabelValues) return {};
  const auto once = [](const auto& group) { return group.second.size() == 1; };
  return std::all_of(groups.begin(), groups.end(), once) ? Groups() : groups;
}

}  // namespace

std::vector<Slice> slices(const Frame& frame) {
  std::vector<Slice> found{everything(frame)};
  for (const auto& [label, values] : frame.labels) {
    for (auto& [value, items] : by_value(values)) {
      found.push_back({label + "=" + value, std::move(items)});
    }
  }
  return found;
}

}  // namespace sonde
