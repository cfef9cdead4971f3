#include "run/measure/streamed_measuring.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "run/vectors/encoded_views.h"

namespace sonde {
namespace {

// Limits of a block: enough texts that many have the same length, few enough that little is lost.
constexpr std::size_t kMostTexts = kMostItems;
constexpr std::size_t kMostSlices = 8;
constexpr std::size_t kMostNumbers = std::size_t{1} << 22;  // in a view's vectors

constexpr std::uint64_t kShortText = 64;  // bytes

// Depends on the texts' mean length, so that a resumed run finds the same blocks.
std::size_t items_in_block(const ListedTask& task, const Encoder& encoder) {
  const ItemCounts& counts = task.unfiltered;
  const std::uint64_t length = counts.bytes / std::max<std::uint64_t>(1, counts.texts);
  const std::size_t slice = encoder.slice() * kShortText / std::max(kShortText, length);
  const std::size_t numbers =
      std::max<std::size_t>(1, encoder.dimension() * encoder.views().size());
  const std::size_t texts = std::min({kMostTexts, kMostSlices * slice, kMostNumbers / numbers});
  const std::uint64_t of_an_item = (counts.texts + counts.items - 1) / counts.items;
  return std::max<std::size_t>(1, texts / std::max<std::uint64_t>(1, of_an_item));
}

// The blocks that begin in a range.
ItemRange whole_blocks(const ItemRange& range, std::size_t block) {
  if (range.is_all()) return range;
  const auto begin_from = [&](std::uint64_t item) { return (item + block - 1) / block * block; };
  return {begin_from(range.first), begin_from(range.end)};
}

// The vectors of a block: a row a text.
struct BlockVectors {
  BlockVectors(std::size_t texts, const Encoder& encoder)
      : vectors(encoder.views().size(), {texts, encoder.dimension()}),
        remarks(encoder.views().size(), std::vector<Remark>(texts)) {}

  // Copies a text's results to all of its places.
  void put(const EncodedViews& made, std::size_t view, std::size_t row, const Remark& remark,
           std::span<const std::size_t> places) {
    for (const auto text : places) {
      std::ranges::copy(made.vectors[view][row], vectors[view][text].begin());
      remarks[view][text] = remark;
    }
  }

  std::vector<MatrixOf<float>> vectors;      // a view
  std::vector<std::vector<Remark>> remarks;  // a view and text
};

// The places of each distinct text among all.
std::vector<std::vector<std::size_t>> places_of(const DistinctTexts& distinct) {
  std::vector<std::vector<std::size_t>> places(distinct.texts.size());
  for (std::size_t text = 0; text < distinct.which.size(); ++text) {
    places[distinct.which[text]].push_back(text);
  }
  return places;
}

MeasuredView measure_view(const ListedTask& task, std::span<const Item> items,
                          const MatrixOf<float>& vectors, std::span<const Remark> remarks) {
  const std::size_t columns = task.probe->measurements().size();
  MeasuredView measured;
  measured.values.resize(count_rows(items) * columns);
  task.probe->measure({items, vectors.view(), {}}, {},
                      {measured.values.data(), count_rows(items), columns});
  tell_remarks(items, remarks, [&](const Item& item, std::uint32_t text, const Remark& remark) {
    measured.remarks.push_back({0, 0, item.id, text, remark});
  });
  return measured;
}

using ItemsById = std::unordered_map<std::string_view, const Item*>;

ItemsById by_id(std::span<const Item> items) {
  ItemsById found;
  for (const auto& item : items) found.emplace(item.id, &item);
  return found;
}

// Whether it has a value for each row and column, and remarks on texts that are there.
bool fits(const MeasuredView& view, std::span<const Item> items, std::size_t columns) {
  if (view.values.size() != count_rows(items) * columns) return false;
  if (view.remarks.empty()) return true;
  const auto known = by_id(items);
  return std::ranges::all_of(view.remarks, [&](const TextRemark& remark) {
    const auto found = known.find(remark.item);
    return found != known.end() && remark.text < found->second->texts.size();
  });
}

void replay(const MeasuredView& view, std::span<const Item> items, const TakeRemark& take) {
  if (view.remarks.empty()) return;
  const auto known = by_id(items);
  for (const auto& remark : view.remarks) take(*known.at(remark.item), remark.text, remark.remark);
}

}  // namespace

StreamedMeasuring::StreamedMeasuring(std::shared_ptr<Encoder> encoder, std::uint32_t number,
                                     BlockStore& blocks, std::function<void()> check_stop)
    : encoder_(std::move(encoder)),
      number_(number),
      blocks_(blocks),
      check_stop_(std::move(check_stop)) {}

void StreamedMeasuring::each_block(std::uint32_t number, const ListedTask& task,
                                   const TakeBlock& take) const {
  const std::size_t block = items_in_block(task, *encoder_);
  const ItemRange range = whole_blocks(task.own, block);
  BlockPlace place{number, number_, range.first, {}};
  read_range(
      task, range, block,
      [&](std::span<const Item> items, std::span<const Digest> digests) {
        check_stop_();
        place.items = digest_of_items(digests);
        take(place, items);
        place.block += items.size();
      },
      check_stop_);
}

// Nothing, also if it does not fit the items.
std::optional<MeasuredBlock> StreamedMeasuring::find(const BlockPlace& place,
                                                     const ListedTask& task,
                                                     std::span<const Item> items) {
  auto block = blocks_.find(place, encoder_->views().size());
  const std::size_t columns = task.probe->measurements().size();
  const auto sound = [&](const MeasuredView& view) { return fits(view, items, columns); };
  return block && std::ranges::all_of(block->views, sound) ? std::move(block) : std::nullopt;
}

void StreamedMeasuring::fill(std::uint32_t number, const ListedTask& task,
                             const Progress& progress) {
  each_block(number, task, [&](const BlockPlace& place, std::span<const Item> items) {
    if (const auto there = find(place, task, items)) {
      served_ += there->texts;
      const auto texts = texts_of(items);
      progress.encoded(texts);
      progress.done(texts.size());
    } else {
      blocks_.keep(place, measure_block(task, items, progress));
    }
  });
}

MeasuredBlock StreamedMeasuring::measure_block(const ListedTask& task, std::span<const Item> items,
                                               const Progress& progress) {
  const auto texts = texts_of(items);
  const DistinctTexts distinct(texts, is_sided(*encoder_));
  progress.encoded(distinct.texts);
  const auto places = places_of(distinct);
  BlockVectors block(texts.size(), *encoder_);
  std::vector<std::size_t> all(distinct.texts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const auto& slice : slices_of_like_length(distinct.texts, all, kMostTexts)) {
    std::vector<Text> some;
    for (const auto which : slice) some.push_back(distinct.texts[which]);
    EncodedViews made(*encoder_, some.size());
    made.encode(*encoder_, some, [&](std::span<const std::size_t> rows) {
      std::size_t done = 0;
      for (const auto row : rows) done += places[slice[row]].size();
      encoded_ += rows.size();
      progress.done(done);
    });
    for (std::size_t view = 0; view < made.vectors.size(); ++view) {
      const auto remarks = made.remarks_of(view);
      for (std::size_t i = 0; i < slice.size(); ++i) {
        block.put(made, view, i, remarks[i], places[slice[i]]);
      }
    }
  }
  MeasuredBlock measured{distinct.texts.size(), {}};
  for (std::size_t view = 0; view < block.vectors.size(); ++view) {
    measured.views.push_back(measure_view(task, items, block.vectors[view], block.remarks[view]));
  }
  return measured;
}

void StreamedMeasuring::each_measured(
    std::uint32_t number, const ListedTask& task,
    const std::function<void(const BlockPlace&, const MeasuredBlock&)>& take) {
  const Progress unheard{[](std::size_t) {}, [](std::span<const Text>) {}};
  each_block(number, task, [&](const BlockPlace& place, std::span<const Item> items) {
    auto block = find(place, task, items);
    if (!block) block = measure_block(task, items, unheard);
    take(place, *block);
  });
}

Measurements StreamedMeasuring::read(std::uint32_t number, const ListedTask& task, std::size_t view,
                                     const TakeRemark& remark) {
  const Progress unheard{[](std::size_t) {}, [](std::span<const Text>) {}};
  Measurements measured;
  measured.values.reserve(task.counts.rows * task.probe->measurements().size());
  each_block(number, task, [&](const BlockPlace& place, std::span<const Item> items) {
    auto block = find(place, task, items);
    if (!block) block = measure_block(task, items, unheard);
    const auto& values = block->views[view].values;
    measured.values.insert(measured.values.end(), values.begin(), values.end());
    replay(block->views[view], items, remark);
  });
  return measured;
}

}  // namespace sonde
