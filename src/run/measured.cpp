#include "run/measured.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/nan.h"
#include "base/threads.h"
#include "run/derived/subject_answers.h"
#include "run/items/reading_warnings.h"
#include "run/measure/task_writer.h"
#include "run/vectors/fitted_encoder.h"
#include "scorers/row_scores.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Items can then be read by two at once, and some frames more fit into memory.
bool is_small(const ListedTask& task, const RunContext& context) {
  return task.kept && threads_or_all(context.threads()) > 1;
}

// One similarity per row of the task, which may not have all rows of its data set.
std::unique_ptr<Scorer> serve_values(const TaskRows& rows, std::vector<double> values) {
  std::vector<double> by_place(rows.places.empty() ? 0 : rows.places.back() + 1, kNaN);
  for (std::size_t row = 0; row < values.size(); ++row) by_place[rows.places[row]] = values[row];
  return serve_rows(std::move(by_place), {});
}

bool is_undefined(const Measurements& measured) {
  return std::ranges::all_of(measured.values, [](double x) { return std::isnan(x); });
}

// A task is measured by one subject after another.
class TaskMeasuring {
 public:
  struct Of {
    std::uint32_t number;  // task number
    ListedTask& task;
    const std::vector<SubjectFacts>& subjects;
    RunWriter& writer;
    RunContext& context;
    ReportedFlaws& told;
  };
  explicit TaskMeasuring(const Of& of)
      : of_(of), out_(of.writer, of.number, of.task, is_small(of.task, of.context)) {}

  // Measures by its views. If the task was streamed, uses its earlier measurements.
  void ask(const EncodedSubject& subject) {
    std::unique_ptr<VectorSource> fitted;
    if (!subject.source) fitted = fit(*subject.encoder);
    VectorSource& source = fitted ? *fitted : *subject.source;
    const Encoder& encoder = source.encoder();
    const std::string& name = facts().name;
    for (std::size_t view = 0; view < encoder.views().size(); ++view) {
      EncodingFlaws flaws(encoder);
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
      EncodingFlaws flaws;
      const std::string name = facts().name;
      add(flaws, ask_scorer(*scorer), kScoredAtOnce);
      tell(subject.spec, name, flaws);
    } else {
      ++subject_;
    }
  }

  // Measures a subject made of the others, after them.
  void ask(const DerivedSubject& subject, SubjectAnswers& answers) {
    DerivedValues values = derive(subject, answers);
    of_.context.note_once(values.note);
    if (values.similarities.empty()) {
      ++subject_;
      return;
    }
    const auto scorer = serve_values(answers.rows(of_.number), std::move(values.similarities));
    EncodingFlaws flaws;
    add(flaws, [&](const TakeRemark& remark) {
      Measurements measured = measure(of_.task, ask_scorer(*scorer), kScoredAtOnce, remark,
                                      [this] { of_.context.check_stop(); });
      if (measured.fitted.empty()) measured.fitted = std::move(values.fitted);
      return measured;
    });
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

  std::unique_ptr<VectorSource> fit(const Encoder& encoder) const {
    of_.context.check_stop();
    return fit_encoder(of_.task, encoder);
  }

  void add(EncodingFlaws& flaws, const Ask& ask, std::size_t block) {
    add(flaws, [&](const TakeRemark& remark) {
      return measure(of_.task, ask, block, remark, [this] { of_.context.check_stop(); });
    });
  }

  // Writes what `measuring` gives, and what it remarks, as the next subject's.
  template <class Measuring>
  void add(EncodingFlaws& flaws, const Measuring& measuring) {
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

  void tell(const Spec& spec, const std::string& name, const EncodingFlaws& flaws) {
    for (const auto& line : of_.told.lines(spec, name, of_.task.card.name, flaws)) {
      of_.context.note_once(line);
    }
  }

  // The error names the subject that can't learn.
  DerivedValues derive(const DerivedSubject& subject, SubjectAnswers& answers) const {
    try {
      return subject.derived->values(answers, of_.number);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kInterrupted) throw;
      throw Error(error.kind(),
                  "'" + subject.spec.name + "' on '" + of_.task.card.name + "': " + error.message(),
                  error.place().file.empty() ? subject.spec.place : error.place(), error.advice());
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
  SubjectAnswers answers(encoded_, context_);
  for (const auto& subject : encoded_.derived) measuring.ask(subject, answers);
  return measuring.finish();
}

}  // namespace sonde
