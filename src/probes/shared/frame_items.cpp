#include "probes/shared/frame_items.h"

namespace sonde {
namespace {

void add_labels(Frame& frame, const Item& item, std::size_t index) {
  for (const auto& [name, value] : item.labels) {
    auto& values = frame.labels[name];
    values.resize(index);
    values.push_back(value);
  }
}

}  // namespace

void add_to_frame(Frame& frame, std::span<const Item> items, std::span<const Digest> digests) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t index = frame.items();
    frame.keys.push_back(digests[i].low64());
    for (const auto& row : items[i].rows) {
      frame.item_of_row.push_back(static_cast<std::uint32_t>(index));
      frame.gold.push_back(row.gold);
      frame.row_labels.push_back(row.label);
    }
    add_labels(frame, items[i], index);
  }
  for (auto& [name, values] : frame.labels) values.resize(frame.items());
}

}  // namespace sonde
