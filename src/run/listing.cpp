#include "run/listing.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/threads.h"
#include "run/doubts.h"
#include "run/encoding.h"
#include "run/measure.h"
#include "run/taken_for.h"
#include "sonde/error.h"
#include "store/vector_store.h"

namespace sonde {
namespace {

constexpr std::size_t kChunk = 8192;  // texts looked up in the store at once

// Texts without repetition, sides told apart (1) and not (0).
class TextCounts {
 public:
  using Wanted = std::array<bool, 2>;

  static Wanted wanted(const std::vector<EncoderSubject>& encoders) {
    Wanted wanted{};
    for (const auto& subject : encoders) wanted[is_sided(*subject.encoder)] = true;
    return wanted;
  }

  void add(std::span<const Item> items, const Wanted& wanted) {
    for (const bool sided : {false, true}) {
      if (!wanted[sided]) continue;
      for (const auto& item : items) {
        for (const auto& text : item.texts) keys_[sided].insert(quick_key(text, sided));
      }
    }
  }
  void add(TextCounts&& other) {
    for (const bool sided : {false, true}) keys_[sided].merge(other.keys_[sided]);
  }
  std::uint64_t distinct(bool sided) const { return keys_[sided].size(); }

 private:
  static std::uint64_t quick_key(const Text& text, bool sided) {
    const std::uint64_t key = std::hash<std::string_view>{}(text.text);
    return sided && text.side == Side::kSecond ? ~key : key;
  }

  std::array<std::unordered_set<std::uint64_t>, 2> keys_;
};

// The bytes that it takes, about.
std::size_t memory_of(const Item& item) {
  constexpr std::size_t kNode = 96;  // of a map
  std::size_t bytes = sizeof(Item) + item.id.size();
  for (const auto& text : item.texts) bytes += sizeof(Text) + text.text.size();
  for (const auto& row : item.rows) bytes += sizeof(Row) + row.label.size() + 8 * row.at.size();
  for (const auto& [name, value] : item.labels) bytes += kNode + name.size() + value.size();
  return bytes;
}

// Keeps the items of a data set while all that are kept are few.
class Keeping {
 public:
  // Bytes: of all that are kept, on any thread.
  explicit Keeping(std::atomic<std::size_t>& bytes)
      : all_bytes_(bytes), kept_(std::make_shared<KeptItems>()) {}

  void add(std::span<Item> items, std::span<const Digest> digests) {
    if (!kept_) return;
    std::size_t more = 0;
    for (const auto& item : items) more += memory_of(item);
    bytes_ += more;
    if (all_bytes_.fetch_add(more) + more > kMostBytes) return leave_out();
    std::ranges::move(items, std::back_inserter(kept_->items));
    kept_->digests.insert(kept_->digests.end(), digests.begin(), digests.end());
  }
  void leave_out() {
    kept_.reset();
    all_bytes_ -= std::exchange(bytes_, 0);
  }
  // Null where they were left out.
  std::shared_ptr<const KeptItems> finish() { return std::move(kept_); }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 24;

  std::atomic<std::size_t>& all_bytes_;
  std::shared_ptr<KeptItems> kept_;
  std::size_t bytes_ = 0;
};

[[noreturn]] void throw_nothing_left(const RunPlan& plan, const Task& task) {
  if (task.counts.whole_items > 0) {
    throw usage_error("the limit " + plan.limit + " leaves no item of '" + task.card.name + "'",
                      "give a larger one");
  }
  std::string reasons;
  for (const auto& [why, count] : task.counts.left_out) {
    reasons += (reasons.empty() ? ": " : ", ") + std::to_string(count) + " " + why;
  }
  throw input_error(
      reasons.empty() ? "the data set has no item" : "no item of the data set is left" + reasons,
      {task.card.file.string()}, "it needs a line for each");
}

[[noreturn]] void throw_at_fault(const Item& item, Place place) {
  place.item = item.id;
  throw input_error(item.left_out, std::move(place),
                    "mend it or take it out; without --strict it is left out and counted");
}

// Lists a task; returns its texts, or none where it is streamed.
TextCounts list_task(const RunPlan& plan, const TextCounts::Wanted& wanted, Task& task,
                     std::atomic<std::size_t>& kept_bytes, const std::function<bool()>& stop) {
  const auto check_stop = [&] {
    if (stop()) throw Error(ErrorKind::kInterrupted, "stopped before anything was encoded");
  };
  check_stop();
  const ItemStream stream(task.card, *task.probe, task.repeated);
  task.sample = stream.sample(parse_limit(plan.limit), plan.seed, check_stop);
  // A fit reads all vectors before they are measured.
  const bool is_fitted = task.probe->fitter(0) != nullptr;
  TextCounts texts;
  std::uint64_t count = 0;
  Keeping keeping(kept_bytes);
  task.left_out = LeftOut(plan.left_out.empty() ? LeftOut::Keep::kFirst : LeftOut::Keep::kAll);
  const auto leave_out = [&](const Item& item, Place place) {
    if (plan.strict && item.at_fault) throw_at_fault(item, std::move(place));
    task.left_out.add(item, std::move(place));
  };
  task.counts = stream.read(
      task.sample, 1024,
      [&](std::span<Item> items, auto digests) {
        check_stop();
        for (const auto& item : items) count += item.texts.size();
        if (task.first.empty()) task.first = first_sentences(items.front());
        task.quoted += count_quoted(task, items);
        task.streamed = count > plan.stream_above && !is_fitted;
        if (task.streamed) {
          texts = {};
          keeping.leave_out();
        } else {
          texts.add(items, wanted);
          keeping.add(items, digests);
        }
      },
      leave_out);
  task.kept = keeping.finish();
  if (task.counts.items == 0) throw_nothing_left(plan, task);
  return texts;
}

}  // namespace

void list_items(const RunPlan& plan, ResolvedPlan& resolved) {
  const auto wanted = TextCounts::wanted(resolved.encoders);
  std::atomic<std::size_t> kept_bytes = 0;
  std::vector<TextCounts> listed(resolved.tasks.size());
  std::atomic<std::size_t> failed = resolved.tasks.size();
  parallel_for(resolved.tasks.size(), 1, plan.threads, [&](std::size_t task, std::size_t) {
    // What comes behind a failure isn't needed any more.
    const auto stop = [&] { return task > failed || (resolved.stop && resolved.stop()); };
    try {
      listed[task] = list_task(plan, wanted, resolved.tasks[task], kept_bytes, stop);
    } catch (...) {
      for (std::size_t first = failed;
           task < first && !failed.compare_exchange_weak(first, task);) {
      }
      throw;
    }
  });
  TextCounts texts;
  for (auto& one : listed) texts.add(std::move(one));
  for (auto& subject : resolved.encoders) {
    subject.texts = texts.distinct(is_sided(*subject.encoder));
  }
}

void distinct_texts(const std::vector<Task>& tasks, bool sided, const TakeTexts& take) {
  std::unordered_set<Digest, KeyHash> seen;
  std::vector<Text> texts;
  std::vector<Digest> keys;
  for (const auto& task : tasks) {
    if (task.streamed) continue;
    read_again(task, 1024, [&](std::span<const Item> items, std::span<const Digest>) {
      DistinctTexts distinct(texts_of(items), sided);
      for (auto& text : distinct.texts) {
        const Digest key = text_key(text, sided);
        if (!seen.insert(key).second) continue;
        texts.push_back(std::move(text));
        keys.push_back(key);
      }
      if (texts.size() >= kChunk) {
        take(texts, keys);
        texts.clear();
        keys.clear();
      }
    });
  }
  if (!texts.empty()) take(texts, keys);
}

}  // namespace sonde
