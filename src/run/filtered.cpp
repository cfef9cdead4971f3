#include "run/filtered.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/counted.h"
#include "run/measure/streamed_measuring.h"
#include "run/vectors/encoded_views.h"
#include "run/vectors/vector_source.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

// The texts in an item's pairs, and the places of each pair's among them.
struct PairTexts {
  PairTexts(const ItemFilter& filter, std::span<const Item> items) {
    for (const auto& item : items) {
      for (const auto& [a, b] : filter.pairs(item)) {
        texts.push_back(item.texts[a]);
        texts.push_back(item.texts[b]);
      }
      end.push_back(texts.size());
    }
  }

  std::vector<Text> texts;       // two a pair
  std::vector<std::size_t> end;  // end per item
};

double greatest_cosine(const MatrixOf<float>& vectors, std::size_t begin, std::size_t end) {
  double greatest = -std::numeric_limits<double>::infinity();
  for (std::size_t text = begin; text < end; text += 2) {
    const double value = cosine(vectors[text], vectors[text + 1]);
    greatest = std::isnan(value) ? value : std::max(greatest, value);
    if (std::isnan(value)) break;
  }
  return greatest;
}

// The greatest cosine of each item's pairs. NaN if one of them has none.
std::vector<double> greatest_cosines(VectorSource& source, bool stored, const ItemFilter& filter,
                                     std::span<const Item> items) {
  const PairTexts pairs(filter, items);
  if (stored) {
    const DistinctTexts once(pairs.texts, source.sided());
    source.keep(once.texts, source.keys(once.texts));
  }
  MatrixOf<float> vectors(pairs.texts.size(), source.encoder().dimension());
  std::vector<Remark> remarks(pairs.texts.size());
  source.vectors(0, pairs.texts, vectors.view(), remarks);
  std::vector<double> greatest;
  for (std::size_t begin = 0; const auto end : pairs.end) {
    greatest.push_back(greatest_cosine(vectors, begin, end));
    begin = end;
  }
  return greatest;
}

// Items that a task's own items depend on: for a streamed task also some that are in a block with
// them.
ItemRange filtered_range(const ListedTask& task) {
  if (task.own.is_all() || !task.streamed) return task.own;
  return {task.own.first, task.own.end + kMostItems};
}

// The stored results of a block, or those of `find`.
template <class Find>
std::vector<double> kept_or_found(BlockStore& blocks, const BlockPlace& place, std::size_t items,
                                  const Find& find) {
  auto there = blocks.find(place, 1);
  if (there && there->views.front().values.size() == items) return there->views.front().values;
  MeasuredBlock made{0, {{find(), {}}}};
  blocks.keep(place, made);
  return made.views.front().values;
}

// Applies the encoders of a task's filter, one after another.
class TaskFilter {
 public:
  // Encoders of filters are numbered after the run's: `place` has the first.
  TaskFilter(const ListedTask& task, BlockPlace place, WorkingFiles& files, RunContext& context)
      : task_(task),
        place_(place),
        files_(files),
        context_(context),
        range_(filtered_range(task)),
        passes_(task.counts.items, true) {}

  void ask(const FilterEncoder& by) {
    VectorSource source(by.encoder, task_.streamed ? nullptr : &files_.store(),
                        [this](std::size_t) { context_.check_stop(); });
    context_.begin("filtering " + task_.card.name + " by " + by.spec.name, task_.counts.items);
    std::size_t item = 0;
    place_.block = 0;
    read_again(task_, kItemsAtOnce,
               [&](std::span<const Item> items, std::span<const Digest> digests) {
                 context_.check_stop();
                 place_.items = digest_of_items(digests);
                 ask_block(source, item, items);
                 item += items.size();
                 context_.advance(item);
                 ++place_.block;
               });
    encoded_ += source.encoded();
    ++place_.encoder;
  }

  std::string told() const {
    const auto& facts = task_.probe->filter()->facts();
    std::string names;
    for (const auto& by : task_.filter) names += (names.empty() ? "" : " or ") + by.spec.name;
    std::string line =
        fmt::format("'{}': {} of {} {}: cosine not below {} by {}", task_.card.name,
                    std::ranges::count(passes_, false), counted(passes_.size(), "item"),
                    facts.dropped, facts.below, names);
    if (undefined_ > 0) line += fmt::format(" ({} for want of a vector)", undefined_);
    return line;
  }

  std::uint64_t encoded() const { return encoded_; }  // texts
  std::vector<bool> passes() && { return std::move(passes_); }

 private:
  // `first`: the place of the first item. A streamed task's block is measured whole or not at all.
  void ask_block(VectorSource& source, std::uint64_t first, std::span<const Item> items) {
    const std::uint64_t end = first + items.size();
    std::uint64_t from = std::clamp(range_.first, first, end) - first;
    std::uint64_t to = std::clamp(range_.end, first, end) - first;
    if (from == to) return;
    if (task_.streamed) from = 0, to = items.size();
    std::size_t item = first + from;
    for (const double value : greatest(source, items.subspan(from, to - from))) {
      note_value(item++, value);
    }
  }

  // Vectors of streamed tasks aren't stored, but the results from them are.
  std::vector<double> greatest(VectorSource& source, std::span<const Item> items) {
    const ItemFilter& filter = *task_.probe->filter();
    const auto find = [&] { return greatest_cosines(source, !task_.streamed, filter, items); };
    return task_.streamed ? kept_or_found(files_.blocks(), place_, items.size(), find) : find();
  }

  void note_value(std::size_t item, double value) {
    undefined_ += passes_[item] && std::isnan(value);
    passes_[item] = passes_[item] && value < task_.probe->filter()->facts().below;
  }

  const ListedTask& task_;
  BlockPlace place_;
  WorkingFiles& files_;
  RunContext& context_;
  ItemRange range_;           // the items to measure
  std::vector<bool> passes_;  // per item
  std::uint64_t undefined_ = 0;
  std::uint64_t encoded_ = 0;
};

// The task before its filter.
ListedTask as_listed(ListedTask task) {
  task.passed.reset();
  task.counts = task.unfiltered;
  return task;
}

// The task with the items that pass, counted again.
ListedTask with_passed(ListedTask task, std::vector<bool> passes) {
  task.passed = std::make_shared<const std::vector<bool>>(std::move(passes));
  task.kept.reset();
  const ItemStream stream(task.card, *task.probe, task.repeated, task.passed);
  task.counts = stream.read(task.sample, kItemsAtOnce, [](auto, auto) {});
  return task;
}

}  // namespace

void each_filtered_block(const ListedTask& task, BlockPlace place, BlockStore& blocks,
                         const std::function<void(const BlockPlace&, const MeasuredBlock&)>& take) {
  const ItemRange range = filtered_range(task);
  std::uint64_t first = 0;
  read_again(as_listed(task), kItemsAtOnce,
             [&](std::span<const Item> items, std::span<const Digest> digests) {
               place.items = digest_of_items(digests);
               if (first < range.end && first + items.size() > range.first) {
                 if (const auto block = blocks.find(place, 1)) take(place, *block);
               }
               first += items.size();
               ++place.block;
             });
}

void each_filtered_text(const ListedTask& task,
                        const std::function<void(std::span<const Text>)>& take) {
  read_own(as_listed(task), kItemsAtOnce, [&](std::span<const Item> items, auto&&) {
    const PairTexts pairs(*task.probe->filter(), items);
    if (!pairs.texts.empty()) take(pairs.texts);
  });
}

Filtered filter_items(Listed listed, WorkingFiles& files, RunContext& context) {
  Filtered filtered{
      {}, std::move(listed.encoders), std::move(listed.scorers), std::move(listed.derived), 0};
  const auto encoders = static_cast<std::uint32_t>(filtered.encoders.size());
  for (auto& task : listed.tasks) {
    if (!task.filter.empty()) {
      const auto number = static_cast<std::uint32_t>(filtered.tasks.size());
      TaskFilter filter(task, {number, encoders, 0, {}}, files, context);
      for (auto& by : task.filter) {
        filter.ask(by);
        by.encoder.reset();  // it may be large
      }
      if (task.own.is_all()) context.note(filter.told());
      filtered.encoded += filter.encoded();
      task = with_passed(std::move(task), std::move(filter).passes());
    }
    filtered.tasks.push_back(std::move(task));
  }
  return filtered;
}

}  // namespace sonde
