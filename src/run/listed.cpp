#include "run/listed.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/at_place.h"
#include "base/threads.h"
#include "run/derived/derived_identity.h"
#include "run/items/reading_notes.h"
#include "run/items/reading_warnings.h"
#include "run/measure/measurements.h"
#include "run/vectors/encoded_views.h"
#include "run/vectors/kept_encoder.h"
#include "sonde/error.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

// Texts without repetition, with sides distinguished (1) or not (0).
class TextCounts {
 public:
  using Wanted = std::array<bool, 2>;

  static Wanted wanted(std::span<const EncoderSubject> encoders) {
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
  constexpr std::size_t kNode = 96;  // per map node
  std::size_t bytes = sizeof(Item) + item.id.size();
  for (const auto& text : item.texts) bytes += sizeof(Text) + text.text.size();
  for (const auto& row : item.rows) bytes += sizeof(Row) + row.label.size() + 8 * row.at.size();
  for (const auto& [name, value] : item.labels) bytes += kNode + name.size() + value.size();
  return bytes;
}

// Stores the items of a data set while all stored ones are few.
class Keeping {
 public:
  // `bytes`: of all stored ones, on any thread.
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
  // Null if they were left out.
  std::shared_ptr<const KeptItems> finish() { return std::move(kept_); }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 24;

  std::atomic<std::size_t>& all_bytes_;
  std::shared_ptr<KeptItems> kept_;
  std::size_t bytes_ = 0;
};

[[noreturn]] void throw_nothing_left(const RunPlan& plan, const ListedTask& task) {
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
      {task.card.file.string()}, "it needs one line for each");
}

[[noreturn]] void throw_at_fault(const Item& item, Place place) {
  place.item = item.id;
  throw input_error(item.left_out, std::move(place),
                    "correct it or remove it; without --strict it is left out and counted");
}

// State that the first reading of all tasks shares.
struct FirstReadings {
  const RunPlan& plan;
  TextCounts::Wanted wanted;
  std::atomic<std::size_t> kept_bytes = 0;
};

// A task, with its texts, or none if it is streamed.
struct ListedTexts {
  ListedTask task;
  TextCounts texts;
};

// Reads a task once.
class FirstReading {
 public:
  FirstReading(FirstReadings& all, Task task, std::function<bool()> stop)
      : all_(all),
        stop_(std::move(stop)),
        is_fitted_(task.probe->fitter(0) != nullptr),
        keeping_(all.kept_bytes) {
    static_cast<Task&>(listed_.task) = std::move(task);
  }

  // Gives the places of the records to `placed`, if set, and sets whether the task may be read in
  // stretches.
  ListedTexts go(const TakePlaced& placed = {}, bool* in_stretches = nullptr) {
    check_stop();
    const RunPlan& plan = all_.plan;
    ListedTask& task = listed_.task;
    task.left_out = LeftOut(plan.left_out.empty() ? LeftOut::Keep::kFirst : LeftOut::Keep::kAll);
    const ItemStream stream(task.card, *task.probe, task.repeated);
    task.sample = stream.sample(parse_limit(plan.limit), plan.seed, [this] { check_stop(); });
    const TakeNewItems take = [this](auto items, auto digests) { add(items, digests); };
    const TakeLeftOut leave = [this](const Item& item, Place place) {
      leave_out(item, std::move(place));
    };
    if (placed) {
      auto [counts, seekable] = stream.read_placed(task.sample, kItemsAtOnce, take, leave, placed);
      task.counts = std::move(counts);
      *in_stretches = seekable;
    } else {
      task.counts = stream.read(task.sample, kItemsAtOnce, take, leave);
    }
    task.kept = keeping_.finish();
    task.unfiltered = task.counts;
    if (task.counts.items == 0) throw_nothing_left(plan, task);
    return std::move(listed_);
  }

 private:
  void check_stop() const {
    if (stop_()) throw Error(ErrorKind::kInterrupted, "stopped before anything was encoded");
  }

  void add(std::span<Item> items, std::span<const Digest> digests) {
    check_stop();
    ListedTask& task = listed_.task;
    for (const auto& item : items) count_ += item.texts.size();
    if (task.first.empty()) task.first = first_sentences(items.front());
    task.quoted += count_quoted(task, items);
    // A fit reads all vectors before they are measured.
    task.streamed = count_ > all_.plan.stream_above && !is_fitted_;
    if (task.streamed) {
      listed_.texts = {};
      keeping_.leave_out();
    } else {
      listed_.texts.add(items, all_.wanted);
      keeping_.add(items, digests);
    }
  }

  void leave_out(const Item& item, Place place) {
    if (all_.plan.strict && item.at_fault) throw_at_fault(item, std::move(place));
    listed_.task.left_out.add(item, std::move(place));
  }

  FirstReadings& all_;
  std::function<bool()> stop_;
  bool is_fitted_;
  ListedTexts listed_;
  Keeping keeping_;
  std::uint64_t count_ = 0;  // texts
};

// A task from its listing. Nothing of it is read, but the texts that are to be counted.
ListedTexts as_listed(const RunPlan& plan, Task&& given, const TextCounts::Wanted& wanted) {
  if (!plan.left_out.empty()) {
    throw usage_error("--left-out does not go with a listing",
                      "use it when you make the listing, without --part");
  }
  ListedTexts listed;
  ListedTask& task = listed.task;
  static_cast<Task&>(task) = std::move(given);
  const ListedData& data = task.listing->data();
  task.sample = {.seed = plan.seed, .last = data.sample};
  task.counts = {data.items,       data.rows,       data.texts,    data.bytes,
                 data.whole_items, data.whole_rows, data.left_out, data.digests};
  task.unfiltered = task.counts;
  task.left_out = LeftOut::listed(data.left_out, data.lines);
  task.first = data.first;
  task.quoted = data.quoted;
  task.streamed = data.texts > plan.stream_above && task.probe->fitter(0) == nullptr;
  if (task.streamed || plan.share.of > 0) return listed;
  read_again(task, kItemsAtOnce,
             [&](std::span<const Item> items, auto&&) { listed.texts.add(items, wanted); });
  return listed;
}

// The error of the first task that fails is thrown, on any threads.
std::vector<ListedTexts> read_all(const RunPlan& plan, Planned& planned,
                                  const RunContext& context) {
  FirstReadings all{plan, TextCounts::wanted(planned.encoders)};
  std::vector<ListedTexts> listed(planned.tasks.size());
  std::atomic<std::size_t> failed = planned.tasks.size();
  parallel_for(planned.tasks.size(), 1, plan.threads, [&](std::size_t task, std::size_t) {
    // Tasks after a failure aren't needed any more.
    const auto stop = [&, task] { return task > failed || context.stop(); };
    try {
      Task& one = planned.tasks[task];
      listed[task] = one.listing ? as_listed(plan, std::move(one), all.wanted)
                                 : FirstReading(all, std::move(one), stop).go();
    } catch (...) {
      for (std::size_t first = failed;
           task < first && !failed.compare_exchange_weak(first, task);) {
      }
      throw;
    }
  });
  return listed;
}

// Gives the part its items of each task, as many as the others have. Returns their texts, but for
// streamed tasks.
TextCounts share_out(std::span<ListedTask> tasks, const Share& share,
                     const TextCounts::Wanted& wanted) {
  TextCounts texts;
  for (auto& task : tasks) {
    task.own = own_items(task.counts.items, share);
    if (task.streamed) continue;
    read_own(task, kItemsAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
      texts.add(items, wanted);
    });
  }
  return texts;
}

ScorerContext scorer_context(const RunPlan& plan, const ListedTask& task, const RunContext& run) {
  ScorerContext context{task.card.name,
                        task.counts.whole_rows,
                        {plan.resources, plan.threads, run.stopper(),
                         [&run](const std::string& line) { run.note(line); }, plan.strict}};
  context.items = [&](const std::function<void(std::span<const Item>)>& take) {
    read_again(task, kItemsAtOnce, [&](std::span<const Item> items, auto&&) { take(items); });
  };
  if (!plan.store.empty()) context.answers = plan.store.string() + ".answers";
  context.keep = [&plan](std::unique_ptr<Encoder> encoder) {
    return keep_vectors(std::move(encoder), plan);
  };
  return context;
}

std::vector<ScorerSubject> make_scorers(const RunPlan& plan, std::span<const ListedTask> tasks,
                                        const RunContext& run, const SubjectMakers& makers) {
  std::vector<ScorerSubject> scorers;
  for (const auto& spec : plan.scorers) {
    if (is_derived(spec)) continue;
    ScorerSubject subject{spec, {}, {}};
    bool fits = false;
    for (std::uint32_t task = 0; task < tasks.size(); ++task) {
      const ScorerContext context = scorer_context(plan, tasks[task], run);
      subject.by_task.push_back(
          at_place(spec.place, [&] { return makers.scorer(spec, context, task); }));
      if (!subject.by_task.back()) continue;
      subject.identity = subject.by_task.back()->identity();
      fits = true;
    }
    if (!fits) throw usage_error("the scorer '" + spec.name + "' fits no data set of this run");
    scorers.push_back(std::move(subject));
  }
  return scorers;
}

}  // namespace

ItemRange own_items(std::uint64_t items, const Share& share) {
  const auto before = [&](std::uint64_t parts) {
    return items / share.of * parts + items % share.of * parts / share.of;
  };
  return {before(share.number - 1), before(share.number)};
}

ListedTask read_first(const RunPlan& plan, Task task, const std::function<bool()>& stop,
                      const TakePlaced& placed, bool& in_stretches) {
  FirstReadings all{plan, {}};
  return FirstReading(all, std::move(task), stop).go(placed, &in_stretches).task;
}

Listed list_items(const RunPlan& plan, Planned planned, RunContext& context,
                  const SubjectMakers& makers) {
  Listed listed;
  TextCounts texts;
  const auto wanted = TextCounts::wanted(planned.encoders);
  for (auto& one : read_all(plan, planned, context)) {
    listed.tasks.push_back(std::move(one.task));
    texts.add(std::move(one.texts));
  }
  if (plan.share.of > 0) texts = share_out(listed.tasks, plan.share, wanted);
  for (auto& subject : planned.encoders) {
    const std::uint64_t distinct = texts.distinct(is_sided(*subject.encoder));
    listed.encoders.push_back({std::move(subject), distinct});
  }
  for (const auto& line : taken_for(listed.tasks, plan.resources)) context.note(line);
  for (const auto& subject : listed.encoders) {
    const auto lines = assumed_by("encoder " + subject.spec.name, subject.encoder->views());
    for (const auto& line : lines) context.note(line);
  }
  if (!plan.left_out.empty()) write_left_out(listed.tasks, plan.left_out);
  listed.scorers = make_scorers(plan, listed.tasks, context, makers);
  for (const auto& scorer : listed.scorers) {
    const auto lines = assumed_by("scorer " + scorer.spec.name, {&scorer.identity, 1});
    for (const auto& line : lines) context.note(line);
  }
  listed.derived = identify(std::move(planned.derived), listed);
  return listed;
}

}  // namespace sonde
