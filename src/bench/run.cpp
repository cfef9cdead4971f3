#include "sonde/run.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <unordered_set>
#include <utility>

#include "bench/frame.h"
#include "bench/measure.h"
#include "bench/noise.h"
#include "bench/plan.h"
#include "bench/unknown_words.h"
#include "bench/vector_source.h"
#include "bench/version.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFewestReplicates = 10;
constexpr std::size_t kMostReplicates = 1000000;
constexpr std::size_t kMostThreads = 512;
constexpr std::size_t kChunk = 8192;  // texts looked up in the store at once

// Where vectors are kept when no store is wanted or it is full: beside the run
// file, so that a stopped run can go on.
fs::path spool_path(const RunPlan& plan) {
  fs::path path = plan.out;
  path += ".part";
  return path;
}

void remove_spool(const fs::path& spool) {
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm", ".lock"}) {
    fs::remove(fs::path(spool.string() + suffix), ignored);
  }
}

// The texts of the tasks without repetition, sides told apart (1) and not (0).
class TextCounts {
 public:
  explicit TextCounts(const std::vector<EncoderSubject>& encoders) {
    for (const auto& subject : encoders) counted_[is_sided(*subject.encoder)] = true;
  }

  void add(std::span<const Item> items) {
    for (const bool sided : {false, true}) {
      if (!counted_[sided]) continue;
      for (const auto& item : items) {
        for (const auto& text : item.texts) keys_[sided].insert(quick_key(text, sided));
      }
    }
  }
  std::uint64_t distinct(bool sided) const { return keys_[sided].size(); }

 private:
  static std::uint64_t quick_key(const Text& text, bool sided) {
    const std::uint64_t key = std::hash<std::string_view>{}(text.text);
    return sided && text.side == Side::kSecond ? ~key : key;
  }

  std::array<bool, 2> counted_{};
  std::array<std::unordered_set<std::uint64_t>, 2> keys_;
};

[[noreturn]] void throw_nothing_left(const Task& task) {
  std::string reasons;
  for (const auto& [why, count] : task.counts.left_out) {
    reasons += (reasons.empty() ? ": " : ", ") + std::to_string(count) + " " + why;
  }
  throw input_error(
      reasons.empty() ? "the data set has no item" : "no item of the data set is left" + reasons,
      {task.card.file.string(), 0, {}, {}}, "it needs a line for each");
}

void list_items(const RunPlan& plan, ResolvedPlan& resolved) {
  const Limit limit = parse_limit(plan.limit);
  TextCounts texts(resolved.encoders);
  for (auto& task : resolved.tasks) {
    const ItemStream stream(task.card, *task.probe);
    task.sample = stream.sample(limit, plan.seed);
    task.counts = stream.read(task.sample, 1024, [&](auto items, auto) { texts.add(items); });
    if (task.counts.items == 0) {
      if (task.counts.whole_items > 0) {
        throw usage_error("the limit " + plan.limit + " leaves no item of '" + task.card.name + "'",
                          "give a larger one");
      }
      throw_nothing_left(task);
    }
  }
  for (auto& subject : resolved.encoders) {
    subject.texts = texts.distinct(is_sided(*subject.encoder));
  }
}

// Every distinct text of the tasks, in order of first appearance, in chunks.
void distinct_texts(const std::vector<Task>& tasks, bool sided,
                    const std::function<void(std::span<const Text>)>& take) {
  std::unordered_set<Digest, KeyHash> seen;
  std::vector<Text> chunk;
  for (const auto& task : tasks) {
    read_again(task, 1024, [&](std::span<const Item> items, std::span<const Digest>) {
      for (const auto& item : items) {
        for (const auto& text : item.texts) {
          if (seen.insert(text_key(text, sided)).second) chunk.push_back(text);
        }
      }
      if (chunk.size() >= kChunk) {
        take(chunk);
        chunk.clear();
      }
    });
  }
  if (!chunk.empty()) take(chunk);
}

// An encoder fitted on the original texts of a task.
std::shared_ptr<Encoder> fitted_on(const Task& task, EncoderFitter& fitter) {
  std::unordered_set<Digest, KeyHash> seen;
  read_again(task, 1024, [&](std::span<const Item> items, std::span<const Digest>) {
    std::vector<Text> originals;
    for (const auto& item : items) {
      for (const auto& text : item.texts) {
        if (text.original && seen.insert(text_key(text, false)).second) originals.push_back(text);
      }
    }
    fitter.add(originals);
  });
  return fitter.finish();
}

// Reads all parts, so that each checksum is checked.
void read_all(const RunFile& file) {
  for (std::uint32_t task = 0; task < file.tasks().size(); ++task) {
    file.items(task, [](auto, auto) {});
    for (std::uint32_t subject = 0; subject < file.subjects().size(); ++subject) {
      file.measurements(task, subject);
      file.fitted(task, subject);
    }
  }
  file.remarks();
  file.results();
  file.series();
}

// The plan of the run that a file holds; empty where there is no file, or a
// damaged one that may be replaced. What is no run never may: it is the user's own.
std::string plan_at(const fs::path& file, bool replaceable) {
  if (!fs::exists(file)) return {};
  if (!fs::is_regular_file(file) || !looks_like_run_file(file)) {
    throw usage_error(file.string() + " is something else than a run file",
                      "choose another --out, or remove it");
  }
  try {
    const auto there = open_run_file(file);
    read_all(*there);
    return there->facts().plan;
  } catch (const Error&) {
    if (replaceable) return {};
    throw;
  }
}

// Whether plan.out holds this very run. Errors: kUsage where it holds another
// one that may not be replaced.
bool up_to_date(const RunPlan& plan, const ResolvedPlan& resolved) {
  const std::string there = plan_at(plan.out, plan.replace);
  if (there == plan_digest(plan, resolved).hex()) return true;
  if (there.empty() || plan.replace) return false;
  throw usage_error("the file " + plan.out.string() + " holds another run",
                    "choose another --out, or say --replace");
}

// One run from listing to results.
class Running {
 public:
  Running(const RunPlan& plan, ResolvedPlan& resolved, RunObserver& observer)
      : plan_(plan),
        resolved_(resolved),
        observer_(observer),
        writer_(write_run_file(plan.out, facts())),  // first: it claims the place
        spool_(spool_path(plan)),
        store_(plan.store.empty() ? open_vector_store(spool_)
                                  : open_capped_store(plan.store, plan.store_cap, spool_)) {}

  RunSummary go() {
    encode();
    write();
    tell_damage();
    count_vectors();
    const bool full = store_->full();
    if (full) tell_full();
    store_.reset();
    if (full || plan_.store.empty()) remove_spool(spool_);
    return summary_;
  }

 private:
  void check_stop() {
    if (!observer_.stop()) return;
    throw Error(ErrorKind::kInterrupted, "stopped; what was encoded is kept", {},
                "the same command goes on from there");
  }

  void encode() {
    for (const auto& subject : resolved_.encoders) {
      summary_.texts = std::max(summary_.texts, subject.texts);
      sources_.push_back(subject.encoder->fitter() ? nullptr : keep_vectors(subject));
    }
  }

  std::unique_ptr<VectorSource> keep_vectors(const EncoderSubject& subject) {
    auto source = std::make_unique<VectorSource>(
        subject.encoder, store_.get(), [this](std::size_t texts) { encoded_some(texts); });
    done_ = 0;
    observer_.begin("encoding " + subject.spec.name, subject.texts);
    NoiseSample sample;
    distinct_texts(resolved_.tasks, source->sided(), [&](std::span<const Text> texts) {
      source->keep(texts);
      sample.add(texts, source->sided());
    });
    measure_noise(subject, sample);
    return source;
  }

  void measure_noise(const EncoderSubject& subject, const NoiseSample& sample) {
    const auto views = subject.encoder->views();
    if (std::ranges::none_of(views, &Identity::batch_dependent)) return;
    check_stop();
    floors_[&subject] = noise_floor(subject.encoder, *store_, sample.texts());
  }

  // An encoder that is fitted on each data set is cheap: its vectors are not kept.
  std::unique_ptr<VectorSource> fit(const EncoderSubject& subject, const Task& task) {
    check_stop();
    const auto fitter = subject.encoder->fitter();
    return std::make_unique<VectorSource>(fitted_on(task, *fitter), nullptr, [](std::size_t) {});
  }

  void count_vectors() {
    for (std::size_t e = 0; e < sources_.size(); ++e) {
      if (!sources_[e]) continue;
      const std::uint64_t encoded = sources_[e]->encoded();
      summary_.encoded += encoded;
      summary_.served +=
          resolved_.encoders[e].texts - std::min(encoded, resolved_.encoders[e].texts);
    }
  }

  void encoded_some(std::size_t texts) {
    done_ += texts;
    observer_.advance(done_);
    check_stop();
  }

  RunFacts facts() const {
    return {std::string(kVersion), plan_digest(plan_, resolved_).hex(), plan_.seed,
            plan_.replicates, plan_.limit};
  }

  void write() {
    add_subjects();
    observer_.begin("measuring", resolved_.tasks.size());
    for (std::size_t i = 0; i < resolved_.tasks.size(); ++i) {
      measure_task(static_cast<std::uint32_t>(i));
      observer_.advance(i + 1);
    }
    for (const auto& task : resolved_.tasks) check_unchanged(task);
    check_unclaimed();
    writer_->finish();
  }

  // Another run may have put its file there meanwhile.
  void check_unclaimed() const {
    if (!plan_.replace) up_to_date(plan_, resolved_);
  }

  void add_subjects() {
    for (const auto& subject : resolved_.encoders) {
      const auto views = subject.encoder->views();
      const auto floors = floors_.find(&subject);
      for (std::size_t view = 0; view < views.size(); ++view) {
        names_.push_back(view_name(subject, views[view]));
        writer_->add_subject({names_.back(), text_without_folders(subject.spec), subject.spec.group,
                              true, views[view],
                              floors == floors_.end() ? 0 : floors->second[view]});
      }
    }
    for (const auto& subject : resolved_.scorers) {
      names_.push_back(subject.spec.name);
      writer_->add_subject({subject.spec.name, text_without_folders(subject.spec),
                            subject.spec.group, false, subject.identity});
    }
  }

  TaskFacts facts_of(const Task& task) const {
    TaskFacts facts{
        task.spec.text,      task.card.name,    task.card.title,    task.card.version,
        task.card.language,  task.card.licence, task.card.settings, {},
        task.dataset.hex(),  task.counts.items, task.counts.rows,   task.counts.whole_items,
        task.counts.left_out};
    for (const auto& measurement : task.probe->measurements()) {
      facts.measurements.push_back(measurement.name);
    }
    return facts;
  }

  Frame write_items(std::uint32_t number, const Task& task) {
    Frame frame;
    frame.dataset = task.card.name;
    frame.left_out = task.counts.left_out;
    read_again(task, 1024, [&](std::span<const Item> items, std::span<const Digest> digests) {
      add_to_frame(frame, items, digests);
      writer_->add_items(number, items, digests);
    });
    return frame;
  }

  void measure_task(std::uint32_t number) {
    const Task& task = resolved_.tasks[number];
    writer_->add_task(facts_of(task));
    const Frame frame = write_items(number, task);
    std::vector<Measured> kept;
    std::vector<std::pair<std::uint32_t, bool>> who;  // subject, has vectors
    std::uint32_t subject = 0;
    for (std::size_t e = 0; e < resolved_.encoders.size(); ++e) {
      const auto fitted = sources_[e] ? nullptr : fit(resolved_.encoders[e], task);
      VectorSource& source = fitted ? *fitted : *sources_[e];
      const std::size_t block = block_size(source.encoder().dimension());
      for (std::size_t view = 0; view < source.encoder().views().size(); ++view) {
        UnknownWords unknown(source.encoder());
        kept.push_back(measure_one(number, subject, ask_encoder(source, view), block, unknown));
        if (view == 0) unknown.tell(names_[subject] + " on " + task.card.name, observer_);
        who.emplace_back(subject++, true);
      }
    }
    for (const auto& scorer : resolved_.scorers) {
      if (const auto& made = scorer.by_task[number]) {
        UnknownWords none;
        kept.push_back(measure_one(number, subject, ask_scorer(*made), block_size(0), none));
        who.emplace_back(subject, false);
      }
      ++subject;
    }
    summarise(task, frame, kept, who);
  }

  Measured measure_one(std::uint32_t task, std::uint32_t subject, const Ask& ask, std::size_t block,
                       UnknownWords& unknown) {
    bool lacks_vectors = false;
    const auto remark = [&](const Item& item, std::uint32_t text, const Remark& of) {
      lacks_vectors = lacks_vectors || of.undefined;
      writer_->add_remark({task, subject, item.id, text, of});
      if (of.unknown > 0) unknown.add(item.texts[text]);
    };
    Measured measured =
        measure(resolved_.tasks[task], ask, block, remark, [this] { check_stop(); });
    const std::size_t columns = resolved_.tasks[task].probe->measurements().size();
    writer_->add_measurements(task, subject,
                              {measured.values.data(), measured.values.size() / columns, columns});
    writer_->set_fitted(task, subject, measured.fitted);
    if (lacks_vectors && std::ranges::all_of(measured.values, [](double x) { return x != x; })) {
      observer_.note("'" + names_[subject] + "' lacks vectors for every item of '" +
                     resolved_.tasks[task].card.name + "': nothing is measured there");
    }
    return measured;
  }

  void summarise(const Task& task, const Frame& frame, const std::vector<Measured>& kept,
                 const std::vector<std::pair<std::uint32_t, bool>>& who) {
    const std::size_t columns = task.probe->measurements().size();
    std::vector<Table> tables;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      tables.push_back({names_[who[i].first],
                        who[i].second,
                        {kept[i].values.data(), kept[i].values.size() / columns, columns}});
    }
    const Resampler resampler(plan_.seed, plan_.replicates, plan_.threads,
                              [this] { return observer_.stop(); });
    std::vector<Result> results;
    try {
      results = task.probe->summarise(frame, tables, resampler);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kInterrupted) check_stop();  // says what is kept
      throw;
    }
    for (auto& result : results) result.probe = task.spec.text;
    writer_->add_results(results);
    auto series = task.probe->series(frame, tables);
    for (auto& one : series) one.probe = task.spec.text;
    writer_->add_series(series);
  }

  void tell_damage() {
    const StoreDamage damage = store_->damage();
    if (damage.rebuilt) {
      observer_.note("the vector store was damaged; it was set aside as " +
                     damage.set_aside.string() + " and what it lost was encoded again");
    } else if (damage.records > 0) {
      observer_.note(std::to_string(damage.records) +
                     " damaged records of the vector store were encoded again");
    }
  }

  void tell_full() {
    observer_.note("the vector store " + plan_.store.string() +
                   " is full: not all vectors of this run are kept; --store-cap gives it more "
                   "room, `sonde store --prune` takes vectors out");
  }

  const RunPlan& plan_;
  ResolvedPlan& resolved_;
  RunObserver& observer_;
  std::unique_ptr<RunWriter> writer_;
  fs::path spool_;
  std::unique_ptr<VectorStore> store_;
  std::vector<std::unique_ptr<VectorSource>> sources_;
  std::map<const EncoderSubject*, std::vector<double>> floors_;  // of noise, a view
  std::vector<std::string> names_;
  std::uint64_t done_ = 0;
  RunSummary summary_;
};

// Errors: kOutside where plan.out cannot be written: to be known before anything is encoded.
void check_folder(const fs::path& out) {
  const fs::path folder = out.has_parent_path() ? out.parent_path() : ".";
  if (!fs::is_directory(folder)) {
    throw outside_error("there is no such folder for the run file", {folder.string(), 0, {}, {}},
                        "make it, or choose another --out");
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw outside_error("the run file cannot be written in this folder",
                        {folder.string(), 0, {}, {}}, "choose another --out");
  }
}

}  // namespace

RunSummary run(const RunPlan& plan, RunObserver& observer) {
  if (plan.out.empty()) throw usage_error("a run needs a file to write", "name it with --out");
  if (plan.replicates < kFewestReplicates || plan.replicates > kMostReplicates) {
    throw usage_error(std::to_string(plan.replicates) + " replicates",
                      "give from 10 to 1000000; the default is 2000");
  }
  if (plan.threads > kMostThreads) {
    throw usage_error(std::to_string(plan.threads) + " threads", "give at most 512; 0 means all");
  }
  const bool is_new = !fs::exists(plan.out);
  if (is_new) check_folder(plan.out);
  ResolvedPlan resolved = resolve(plan);
  list_items(plan, resolved);
  make_scorers(plan, resolved);
  if (up_to_date(plan, resolved)) return {.up_to_date = true};
  if (!is_new) check_folder(plan.out);  // what is up to date may lie where nobody can write
  return Running(plan, resolved, observer).go();
}

}  // namespace sonde
