#include "run/items/listed_task.h"

#include <algorithm>
#include <span>

namespace sonde {
namespace {

void give_blocks(const KeptItems& kept, std::size_t block, const TakeItems& take) {
  for (std::size_t first = 0; first < kept.items.size(); first += block) {
    const std::size_t count = std::min(block, kept.items.size() - first);
    take(std::span(kept.items).subspan(first, count),
         std::span(kept.digests).subspan(first, count));
  }
}

void read_listed(const ListedTask& task, const ItemRange& range, std::size_t block,
                 const TakeItems& take) {
  const ItemStream stream(task.card, *task.probe);
  stream.read_listed(*task.listing, task.sample, range, block, take);
}

}  // namespace

void read_again(const ListedTask& task, std::size_t block, const TakeItems& take) {
  if (task.kept) return give_blocks(*task.kept, block, take);
  if (task.listing) return read_listed(task, {}, block, take);
  const auto take_listed = [&](std::span<const Item> items, std::span<const Digest> digests) {
    // A scorer expects as many rows as were listed.
    if (items.back().first_row + items.back().rows.size() > task.counts.whole_rows) {
      throw_changed(task);
    }
    take(items, digests);
  };
  const ItemStream stream(task.card, *task.probe, task.repeated, task.passed);
  if (stream.read(task.sample, block, take_listed) != task.counts) throw_changed(task);
}

void read_range(const ListedTask& task, const ItemRange& range, std::size_t block,
                const TakeItems& take, const std::function<void()>& skipped) {
  if (task.listing) return read_listed(task, range, block, take);
  std::uint64_t first = 0;
  read_again(task, block, [&](std::span<const Item> items, std::span<const Digest> digests) {
    const std::uint64_t end = first + items.size();
    const std::uint64_t from = std::clamp(range.first, first, end) - first;
    const std::uint64_t to = std::clamp(range.end, first, end) - first;
    first = end;
    if (from < to) {
      take(items.subspan(from, to - from), digests.subspan(from, to - from));
    } else {
      skipped();
    }
  });
}

}  // namespace sonde
