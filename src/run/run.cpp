#include "sonde/run.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/atomic_file.h"
#include "base/threads.h"
#include "probes/frame_items.h"
#include "run/doubts.h"
#include "run/filtering.h"
#include "run/in_turn.h"
#include "run/listing.h"
#include "run/measure.h"
#include "run/noise.h"
#include "run/out_file.h"
#include "run/plan.h"
#include "run/streamed.h"
#include "run/taken_for.h"
#include "run/text_flaws.h"
#include "run/vector_source.h"
#include "run/version.h"
#include "sonde/error.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

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

// What a subject measured on a task.
struct MeasuredSubject {
  std::uint32_t subject;
  bool has_vectors;
  Measured measured;
};

// What a task gives.
struct Summary {
  std::vector<Result> results;
  std::vector<Series> series;
};

// Whether its noise is to be measured.
bool is_batch_dependent(const Encoder& encoder) {
  return std::ranges::any_of(encoder.views(), &Identity::batch_dependent);
}

[[noreturn]] void throw_stopped() {
  throw Error(ErrorKind::kInterrupted, "stopped; what was encoded is kept", {},
              "the same command goes on from there");
}

// An encoder may have to ask another process who it is.
ResolvedPlan resolve_or_stop(const RunPlan& plan, Observer& observer) {
  try {
    return resolve(plan, [&observer] { return observer.stop(); });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted) throw_stopped();
    throw;
  }
}

// One run from listing to results.
class Running {
 public:
  Running(const RunPlan& plan, ResolvedPlan& resolved, Observer& observer)
      : plan_(plan),
        resolved_(resolved),
        observer_(observer),
        writer_(write_run_file(plan.out, facts())),  // first: it claims the place
        spool_(spool_path(plan)),
        store_(part_doubtful(plan.store.empty()
                                 ? open_vector_store(spool_)
                                 : open_capped_store(plan.store, plan.store_cap, spool_),
                             passing_path(plan))) {
    const auto doubts = doubts_of(resolved_);
    for (const auto& doubt : doubts) note_once(doubt);
    if (!doubts.empty()) remove_blocks(plan_);  // of a run that was stopped
  }

  RunSummary go() {
    try {
      filter();
      encode();
      write();
    } catch (const Error& error) {
      store_.reset();
      if (plan_.store.empty()) remove_empty_spool(plan_);
      if (error.kind() == ErrorKind::kInterrupted) check_stop();  // says what is kept
      throw;
    }
    tell_damage();
    count_vectors();
    const bool full = store_->full();
    if (full) tell_full();
    store_.reset();
    if (full || plan_.store.empty()) remove_spool(plan_);
    streams_.clear();
    blocks_.reset();
    remove_blocks(plan_);
    return summary_;
  }

 private:
  void check_stop() {
    if (observer_.stop()) throw_stopped();
  }

  void filter() {
    Filtering filtering(
        resolved_, *store_,
        {[this](const std::string& phase, std::uint64_t items) { observer_.begin(phase, items); },
         [this](std::uint64_t items) { observer_.advance(items); }, [this] { check_stop(); },
         [this](const std::string& line) { observer_.note(line); },
         [this]() -> MeasuredBlocks& { return blocks(); }});
    filtering.go();
    summary_.encoded += filtering.encoded();
  }

  MeasuredBlocks& blocks() {
    if (!blocks_) {
      blocks_ =
          std::make_unique<MeasuredBlocks>(blocks_path(plan_), plan_digest(plan_, resolved_).hex());
    }
    return *blocks_;
  }

  void encode() {
    for (const auto& subject : resolved_.encoders) {
      summary_.texts = std::max(summary_.texts, subject.texts);
      const bool ready = subject.encoder->fitter() == nullptr;
      sources_.push_back(ready ? keep_vectors(subject) : nullptr);
      streams_.push_back(ready && any_streamed() ? stream(subject) : nullptr);
    }
  }

  bool any_streamed() const { return std::ranges::any_of(resolved_.tasks, &Task::streamed); }

  // Measures the large data sets by an encoder.
  std::unique_ptr<StreamedMeasuring> stream(const EncoderSubject& subject) {
    auto made = std::make_unique<StreamedMeasuring>(
        subject.encoder, static_cast<std::uint32_t>(streams_.size()), blocks(),
        StreamedMeasuring::Hooks{
            [this](std::size_t texts) { encoded_some(texts); },
            [this, &subject](std::span<const Text> texts) { sample(subject, texts); },
            [this] { check_stop(); }});
    for (std::uint32_t number = 0; number < resolved_.tasks.size(); ++number) {
      const Task& task = resolved_.tasks[number];
      if (!task.streamed) continue;
      done_ = 0;
      observer_.begin("encoding " + subject.spec.name + " on " + task.card.name, task.counts.texts);
      made->fill(number, task);
    }
    measure_noise(subject);
    summary_.texts = std::max(summary_.texts, subject.texts + made->encoded() + made->served());
    summary_.encoded += made->encoded();
    summary_.served += made->served();
    return made;
  }

  std::unique_ptr<VectorSource> keep_vectors(const EncoderSubject& subject) {
    auto source = std::make_unique<VectorSource>(
        subject.encoder, store_.get(), [this](std::size_t texts) { encoded_some(texts); });
    done_ = 0;
    if (subject.texts > 0) observer_.begin("encoding " + subject.spec.name, subject.texts);
    distinct_texts(resolved_.tasks, source->sided(),
                   [&](std::span<const Text> texts, std::span<const Digest> keys) {
                     source->keep(texts, keys);
                     sample(subject, texts);
                   });
    if (!any_streamed()) measure_noise(subject);
    return source;
  }

  void sample(const EncoderSubject& subject, std::span<const Text> texts) {
    const Encoder& encoder = *subject.encoder;
    if (is_batch_dependent(encoder)) samples_[&subject].add(texts, is_sided(encoder));
  }

  void measure_noise(const EncoderSubject& subject) {
    if (!is_batch_dependent(*subject.encoder)) return;
    check_stop();
    floors_[&subject] = noise_floor(subject.encoder, *store_, samples_[&subject].texts());
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
      take_summaries(false);
    }
    for (const auto& task : resolved_.tasks) check_unchanged(task);
    take_summaries(true);
    for (const auto& summary : summaries_) {
      writer_->add_results(summary.results);
      writer_->add_series(summary.series);
    }
    check_unclaimed();
    writer_->finish();
  }

  // Somebody may have put a file there meanwhile, that may not be replaced.
  void check_unclaimed() const { up_to_date(plan_, resolved_); }

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
        task.spec.text,      task.card.name,    task.card.title,  task.card.version,
        task.card.language,  task.card.licence, task.settings,    {},
        task.dataset.hex(),  task.counts.items, task.counts.rows, task.counts.whole_items,
        task.counts.left_out};
    for (const auto& measurement : task.probe->measurements()) {
      facts.measurements.push_back(measurement.name);
    }
    return facts;
  }

  Frame write_items(std::uint32_t number, const Task& task) {
    Frame frame;
    frame.dataset = task.card.name;
    frame.keys.reserve(task.counts.items);
    frame.item_of_row.reserve(task.counts.rows);
    frame.row_labels.reserve(task.counts.rows);
    frame.left_out = task.counts.left_out;
    read_again(task, 1024, [&](std::span<const Item> items, std::span<const Digest> digests) {
      add_to_frame(frame, items, digests);
      writer_->add_items(number, items, digests);
    });
    return frame;
  }

  // Whether a task is so small that some of its work may go on beside other work: items can then
  // be read by two at once, and some frames more fit into memory.
  bool goes_beside(const Task& task) const {
    return task.kept && threads_or_all(plan_.threads) > 1;
  }

  // The writer, once the items of the task stand in the file: what is measured comes behind them.
  RunWriter& behind_items() {
    if (auto frame = items_.take(true)) frame_ = std::move(*frame);
    return *writer_;
  }

  void measure_task(std::uint32_t number) {
    Task& task = resolved_.tasks[number];
    writer_->add_task(facts_of(task));
    note_once(doubt_of_language(task));
    note_once(doubt_of_quotes(task, task.quoted));
    items_.add(goes_beside(task), [this, number, &task] { return write_items(number, task); });
    std::vector<MeasuredSubject> all;
    std::uint32_t subject = 0;
    for (std::size_t e = 0; e < resolved_.encoders.size(); ++e) {
      measure_views(number, e, subject, all);
    }
    for (const auto& scorer : resolved_.scorers) {
      if (const auto& made = scorer.by_task[number]) {
        TextFlaws none;
        const auto ask = ask_scorer(*made);
        all.push_back(
            {subject, false, write_measured(number, subject, none, [&](const auto& remark) {
               return measure(task, ask, kScoredAtOnce, remark, [this] { check_stop(); });
             })});
      }
      ++subject;
    }
    behind_items();
    if (task.streamed) arrange(*task.probe, frame_, all);
    const bool beside = goes_beside(task);
    results_.add(beside, [this, &task, frame = std::move(frame_), all = std::move(all),
                          items = std::move(task.kept)] {  // let go there
      return summarise(task, frame, all);
    });
  }

  static void arrange(const Probe& probe, Frame& frame, std::vector<MeasuredSubject>& all) {
    std::vector<std::vector<double>*> values;
    for (auto& one : all) values.push_back(&one.measured.values);
    probe.arrange(frame, values);
  }

  // The views of an encoder, each a subject from `subject` on; from its blocks where the task was
  // streamed.
  void measure_views(std::uint32_t number, std::size_t e, std::uint32_t& subject,
                     std::vector<MeasuredSubject>& all) {
    const Task& task = resolved_.tasks[number];
    std::unique_ptr<VectorSource> fitted;
    if (!sources_[e]) fitted = fit(resolved_.encoders[e], task);
    VectorSource& source = fitted ? *fitted : *sources_[e];
    const Encoder& encoder = source.encoder();
    for (std::size_t view = 0; view < encoder.views().size(); ++view, ++subject) {
      TextFlaws flaws(encoder);
      all.push_back({subject, true, write_measured(number, subject, flaws, [&](const auto& remark) {
                       if (task.streamed && !fitted) {
                         return streams_[e]->read(number, task, view, remark);
                       }
                       return measure(task, ask_encoder(source, view), block_size(encoder), remark,
                                      [this] { check_stop(); });
                     })});
      if (view > 0) continue;
      const Spec& spec = resolved_.encoders[e].spec;
      for (const auto& line : told_.lines(spec, names_[subject], task.card.name, flaws))
        note_once(line);
    }
  }

  // Writes what `measuring` gives, and what it remarks.
  template <class Measuring>
  Measured write_measured(std::uint32_t task, std::uint32_t subject, TextFlaws& flaws,
                          const Measuring& measuring) {
    bool lacks_vectors = false;
    const auto remark = [&](const Item& item, std::uint32_t text, const Remark& of) {
      lacks_vectors = lacks_vectors || of.undefined;
      behind_items().add_remark({task, subject, item.id, text, of});
      flaws.add(item, text, of);
    };
    Measured measured = measuring(remark);
    const std::size_t columns = resolved_.tasks[task].probe->measurements().size();
    behind_items().add_measurements(
        task, subject, {measured.values.data(), measured.values.size() / columns, columns});
    writer_->set_fitted(task, subject, measured.fitted);
    if (lacks_vectors &&
        std::ranges::all_of(measured.values, [](double x) { return std::isnan(x); })) {
      note_once("'" + names_[subject] + "' lacks vectors for every item of '" +
                resolved_.tasks[task].card.name + "': nothing is measured there");
    }
    return measured;
  }

  Summary summarise(const Task& task, const Frame& frame,
                    const std::vector<MeasuredSubject>& all) const {
    const std::size_t columns = task.probe->measurements().size();
    std::vector<Table> tables;
    for (const auto& [subject, has_vectors, measured] : all) {
      const auto& values = measured.values;
      tables.push_back(
          {names_[subject], has_vectors, {values.data(), values.size() / columns, columns}});
    }
    const Resampler resampler(plan_.seed, plan_.replicates, plan_.threads,
                              [this] { return observer_.stop(); });
    Summary summary{task.probe->summarise(frame, tables, resampler),
                    task.probe->series(frame, tables)};
    for (auto& result : summary.results) result.probe = task.spec.text;
    for (auto& one : summary.series) one.probe = task.spec.text;
    return summary;
  }

  // Of the tasks so far, in their order: those that are ready, or all, which is waited for.
  void take_summaries(bool wait) {
    while (auto summary = results_.take(wait)) {
      summaries_.push_back(std::move(*summary));
      observer_.advance(summaries_.size());
    }
  }

  // Several probes, or variants of one, may meet the same texts.
  void note_once(const std::string& line) {
    if (!line.empty() && noted_.insert(line).second) observer_.note(line);
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
  Observer& observer_;
  std::unique_ptr<RunWriter> writer_;
  fs::path spool_;
  std::unique_ptr<VectorStore> store_;
  std::vector<std::unique_ptr<VectorSource>> sources_;
  std::unique_ptr<MeasuredBlocks> blocks_;                   // where a task is streamed
  std::vector<std::unique_ptr<StreamedMeasuring>> streams_;  // an encoder, where one is
  std::map<const EncoderSubject*, NoiseSample> samples_;
  std::map<const EncoderSubject*, std::vector<double>> floors_;  // of noise, a view
  std::vector<std::string> names_;
  std::set<std::string> noted_;
  ToldFlaws told_;
  std::uint64_t done_ = 0;
  RunSummary summary_;
  Frame frame_;  // of the task that is measured
  InTurn<Frame> items_;
  std::vector<Summary> summaries_;  // written last: their order does not depend on threads
  InTurn<Summary> results_;         // last, with items_: they read the others
};

}  // namespace

RunSummary run(const RunPlan& plan, Observer& observer) {
  if (plan.out.empty()) throw usage_error("a run needs a file to write", "name it with --out");
  check_amounts(plan);
  check_places(plan);
  const bool is_new = !fs::exists(plan.out);
  if (is_new) check_folder_of(plan.out, "run file");
  ResolvedPlan resolved = resolve_or_stop(plan, observer);
  list_items(plan, resolved);
  for (const auto& line : taken_for(resolved.tasks, plan.resources)) observer.note(line);
  if (!plan.left_out.empty()) write_left_out(resolved.tasks, plan.left_out);
  make_scorers(plan, resolved);
  if (up_to_date(plan, resolved)) {
    remove_leftovers(plan);
    return {.up_to_date = true};
  }
  if (!is_new)
    check_folder_of(plan.out, "run file");  // what is up to date may lie where nobody can write
  return Running(plan, resolved, observer).go();
}

}  // namespace sonde
