#pragma once

#include <string>
#include <vector>

#include "sonde/dataset.h"
#include "sonde/probe.h"

namespace sonde::test {

inline Item curves_item(const Probe& curves, const std::string& sentence,
                        const std::string& id = "1") {
  Record record;
  record.id = id;
  record.values = {sentence};
  return curves.item(std::move(record));
}

inline std::vector<Item> curves_items(const Probe& curves, int count) {
  std::vector<Item> items;
  for (int i = 0; i < count; ++i) {
    items.push_back(curves_item(curves, "Number " + std::to_string(i) + " is a number of its own",
                                std::to_string(i)));
  }
  return items;
}

}  // namespace sonde::test
