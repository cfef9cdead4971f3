#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "run/items/skipped_items.h"
#include "run/tasks/item_stream.h"
#include "run/tasks/task.h"

namespace sonde {

// All items of a small data set, so that it is read once.
struct KeptItems {
  std::vector<Item> items;
  std::vector<Digest> digests;
};

// A task whose items are listed, and can be read any number of times.
struct ListedTask : Task {
  Sample sample{};
  ItemCounts counts{};
  ItemCounts unfiltered{};  // before a filter took rows out
  ItemRange own{};          // for a part of a run (else all)
  LeftOut left_out{};
  std::string first{};                      // the first item's sentences, for reports
  bool streamed = false;                    // its vectors are not stored
  std::size_t quoted = 0;                   // items whose quotes are doubtful, see count_quoted()
  std::shared_ptr<const KeptItems> kept{};  // null: read from the files
  std::shared_ptr<Repeated> repeated = std::make_shared<Repeated>();
  std::shared_ptr<const std::vector<bool>> passed{};  // its filter, per item (null: all)
};

// Gives the items again. Errors: kInput if they are read again and differ from the listed ones,
// even if only one block shows it.
void read_again(const ListedTask& task, std::size_t block, const TakeItems& take);

// The same with some items only: of each block those in the range, if any. If a listing gives their
// places, little else is read. `skipped` is called for blocks that have none.
void read_range(
    const ListedTask& task, const ItemRange& range, std::size_t block, const TakeItems& take,
    const std::function<void()>& skipped = [] {});
inline void read_own(const ListedTask& task, std::size_t block, const TakeItems& take) {
  read_range(task, task.own, block, take);
}

}  // namespace sonde
