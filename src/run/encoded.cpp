#include "run/encoded.h"

#include <algorithm>
#include <span>
#include <utility>

#include "run/measure/distinct_texts.h"
#include "run/measure/measurements.h"
#include "run/plan.h"
#include "run/vectors/encoded_views.h"
#include "run/vectors/noise_floor.h"
#include "run/vectors/recorded.h"

namespace sonde {
namespace {

// Whether its noise is to be measured.
bool is_batch_dependent(const Encoder& encoder) {
  return std::ranges::any_of(encoder.views(), &Identity::batch_dependent);
}

// Makes the vectors of an encoder.
class Encoding {
 public:
  Encoding(ListedEncoder subject, std::span<const ListedTask> tasks, WorkingFiles& files,
           RunContext& context)
      : made_{std::move(subject), nullptr, nullptr, 0, {}, {}},
        tasks_(tasks),
        files_(files),
        context_(context),
        noisy_(is_batch_dependent(*made_.encoder)) {}

  // number: of the encoder.
  EncodedSubject go(std::uint32_t number) {
    // One that is fitted on each data set is cheap: its vectors are not stored.
    if (made_.encoder->fitter() != nullptr) return std::move(made_);
    keep_vectors();
    if (std::ranges::any_of(tasks_, &ListedTask::streamed)) measure_streamed(number);
    if (noisy_) {
      context_.check_stop();
      made_.noise_texts = sample_.texts();
      made_.noise_floors = noise_floor(made_.encoder, files_.store(), made_.noise_texts);
    }
    return std::move(made_);
  }

 private:
  // A merge encodes nothing.
  std::string phase(const std::string& on = {}) const {
    if (is_recorded(*made_.encoder)) return "finding " + made_.spec.name + on + " in the parts";
    return "encoding " + made_.spec.name + on;
  }

  void keep_vectors() {
    made_.source = std::make_unique<VectorSource>(
        made_.encoder, &files_.store(),
        [&context = context_](std::size_t texts) { context.advance_by(texts); });
    if (made_.texts > 0) context_.begin(phase(), made_.texts);
    const auto kept = [](const ListedTask& task) { return !task.streamed; };
    distinct_texts(tasks_, kept, made_.source->sided(),
                   [this](std::span<const Text> texts, std::span<const Digest> keys) {
                     made_.source->keep(texts, keys);
                     sample(texts);
                   });
  }

  void measure_streamed(std::uint32_t number) {
    made_.streamed = std::make_unique<StreamedMeasuring>(
        made_.encoder, number, files_.blocks(), [&context = context_] { context.check_stop(); });
    const StreamedMeasuring::Progress progress{
        [this](std::size_t texts) { context_.advance_by(texts); },
        [this](std::span<const Text> texts) { sample(texts); }};
    for (std::uint32_t task = 0; task < tasks_.size(); ++task) {
      if (!tasks_[task].streamed) continue;
      context_.begin(phase(" on " + tasks_[task].card.name), tasks_[task].counts.texts);
      made_.streamed->fill(task, tasks_[task], progress);
    }
    made_.streamed_texts = made_.streamed->encoded() + made_.streamed->served();
  }

  void sample(std::span<const Text> texts) {
    if (noisy_) sample_.add(texts, is_sided(*made_.encoder));
  }

  EncodedSubject made_;
  std::span<const ListedTask> tasks_;
  WorkingFiles& files_;
  RunContext& context_;
  bool noisy_;
  NoiseSample sample_;
};

std::vector<SubjectFacts> views_of(const EncodedSubject& subject) {
  std::vector<SubjectFacts> facts;
  const auto views = subject.encoder->views();
  for (std::size_t view = 0; view < views.size(); ++view) {
    const double floor = subject.noise_floors.empty() ? 0 : subject.noise_floors[view];
    facts.push_back({view_name(subject, views[view]), text_without_folders(subject.spec),
                     subject.spec.group, true, views[view], floor});
  }
  return facts;
}

}  // namespace

Encoded encode_texts(Filtered filtered, WorkingFiles& files, RunContext& context) {
  Encoded encoded{std::move(filtered.tasks),
                  {},
                  std::move(filtered.scorers),
                  std::move(filtered.derived),
                  filtered.encoded};
  for (auto& subject : filtered.encoders) {
    const auto number = static_cast<std::uint32_t>(encoded.encoders.size());
    Encoding encoding(std::move(subject), encoded.tasks, files, context);
    encoded.encoders.push_back(encoding.go(number));
  }
  return encoded;
}

RunSummary texts_encoded(const Encoded& encoded) {
  RunSummary summary{.encoded = encoded.filtered};
  for (const auto& subject : encoded.encoders) {
    summary.texts = std::max(summary.texts, subject.texts + subject.streamed_texts);
    if (subject.source) {
      const std::uint64_t made = subject.source->encoded();
      summary.encoded += made;
      summary.served += subject.texts - std::min(made, subject.texts);
    }
    if (subject.streamed) {
      summary.encoded += subject.streamed->encoded();
      summary.served += subject.streamed->served();
    }
  }
  return summary;
}

std::vector<SubjectFacts> subjects_of(const Encoded& encoded) {
  std::vector<SubjectFacts> facts;
  for (const auto& subject : encoded.encoders) {
    for (auto& view : views_of(subject)) facts.push_back(std::move(view));
  }
  for (const auto& subject : encoded.scorers) {
    facts.push_back({subject.spec.name, text_without_folders(subject.spec), subject.spec.group,
                     false, subject.identity});
  }
  for (const auto& subject : encoded.derived) {
    facts.push_back({subject.spec.name, text_without_folders(subject.spec), subject.spec.group,
                     false, subject.identity});
  }
  return facts;
}

}  // namespace sonde
