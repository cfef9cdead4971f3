#include "run/measured.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/threads.h"
#include "run/doubts.h"
#include "run/encoded_views.h"
#include "run/task_writer.h"

namespace sonde {
namespace {

// An encoder fitted on the original texts of a task.
std::shared_ptr<Encoder> fitted_on(const ListedTask& task, EncoderFitter& fitter) {
  std::unordered_set<Digest, KeyHash> seen;
  read_again(task, kItemsAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
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

// Items can then be read by two at once, and some frames more fit into memory.
bool is_small(const ListedTask& task, const RunContext& context) {
  return task.kept && threads_or_all(context.threads()) > 1;
}

bool is_undefined(const Measurements& measured) {
  return std::ranges::all_of(measured.values, [](double x) { return std::isnan(x); });
}

// A task is measured by one subject after another.
class TaskMeasuring {
 public:
  struct Of {
    std::uint32_t number;  // of the task
    ListedTask& task;
    const std::vector<SubjectFacts>& subjects;
    RunWriter& writer;
    RunContext& context;
    ToldFlaws& told;
  };
  explicit TaskMeasuring(const Of& of)
      : of_(of), out_(of.writer, of.number, of.task, is_small(of.task, of.context)) {}

  // By its views; of what was measured already where the task was streamed.
  void ask(const EncodedSubject& subject) {
    std::unique_ptr<VectorSource> fitted;
    if (!subject.source) fitted = fit(*subject.encoder);
    VectorSource& source = fitted ? *fitted : *subject.source;
    const Encoder& encoder = source.encoder();
    const std::string& name = facts().name;
    for (std::size_t view = 0; view < encoder.views().size(); ++view) {
      TextFlaws flaws(encoder);
      if (of_.task.streamed && subject.streamed) {
        add(flaws, [&](const TakeRemark& remark) {
          return subject.streamed->read(of_.number, of_.task, view, remark);
        });
      } else {
        add(flaws, ask_encoder(source, view), block_size(encoder));
      }
      if (view == 0) tell(subject.spec, name, flaws);
    }
  }

  void ask(const ScorerSubject& subject) {
    if (const auto& scorer = subject.by_task[of_.number]) {
      TextFlaws flaws;
      const std::string name = facts().name;
      add(flaws, ask_scorer(*scorer), kScoredAtOnce);
      tell(subject.spec, name, flaws);
    } else {
      ++subject_;
    }
  }

  MeasuredTask finish() {
    ListedTask& task = of_.task;
    MeasuredTask measured{task.probe, task.spec.text, out_.finish(), std::move(all_)};
    if (task.streamed) arrange(measured);
    measured.is_small = is_small(task, of_.context);
    measured.kept = std::move(task.kept);
    return measured;
  }

 private:
  const SubjectFacts& facts() const { return of_.subjects[subject_]; }

  std::unique_ptr<VectorSource> fit(Encoder& encoder) const {
    of_.context.check_stop();
    const auto fitter = encoder.fitter();
    return std::make_unique<VectorSource>(fitted_on(of_.task, *fitter), nullptr,
                                          [](std::size_t) {});
  }

  void add(TextFlaws& flaws, const Ask& ask, std::size_t block) {
    add(flaws, [&](const TakeRemark& remark) {
      return measure(of_.task, ask, block, remark, [this] { of_.context.check_stop(); });
    });
  }

  // Writes what `measuring` gives, and what it remarks, as the next subject's.
  template <class Measuring>
  void add(TextFlaws& flaws, const Measuring& measuring) {
    bool lacks_vectors = false;
    Measurements measured =
        measuring([&](const Item& item, std::uint32_t text, const Remark& remark) {
          lacks_vectors = lacks_vectors || remark.undefined;
          out_.add_remark(subject_, item, text, remark);
          flaws.add(item, text, remark);
        });
    out_.add_measurements(subject_, measured);
    if (lacks_vectors && is_undefined(measured)) {
      of_.context.note_once("'" + facts().name + "' lacks vectors for every item of '" +
                            of_.task.card.name + "': nothing is measured there");
    }
    all_.push_back({facts().name, facts().has_vectors, std::move(measured)});
    ++subject_;
  }

  void tell(const Spec& spec, const std::string& name, const TextFlaws& flaws) {
    for (const auto& line : of_.told.lines(spec, name, of_.task.card.name, flaws)) {
      of_.context.note_once(line);
    }
  }

  static void arrange(MeasuredTask& task) {
    std::vector<std::vector<double>*> values;
    for (auto& one : task.subjects) values.push_back(&one.measured.values);
    task.probe->arrange(task.frame, values);
  }

  Of of_;
  TaskWriter out_;
  std::uint32_t subject_ = 0;  // the next
  std::vector<MeasuredSubject> all_;
};

}  // namespace

Measured::Measured(Encoded encoded, WorkingFiles& files, RunContext& context)
    : encoded_(std::move(encoded)),
      files_(files),
      context_(context),
      subjects_(subjects_of(encoded_)) {
  for (const auto& subject : subjects_) files_.writer().add_subject(subject);
}

std::optional<MeasuredTask> Measured::next() {
  if (next_ < encoded_.tasks.size()) return measure_task(next_++);
  for (const auto& task : encoded_.tasks) check_unchanged(task);
  return std::nullopt;
}

MeasuredTask Measured::measure_task(std::uint32_t number) {
  ListedTask& task = encoded_.tasks[number];
  TaskMeasuring measuring({number, task, subjects_, files_.writer(), context_, told_});
  context_.note_once(doubt_of_language(task));
  context_.note_once(doubt_of_quotes(task, task.quoted));
  for (const auto& subject : encoded_.encoders) measuring.ask(subject);
  for (const auto& subject : encoded_.scorers) measuring.ask(subject);
  return measuring.finish();
}

}  // namespace sonde
