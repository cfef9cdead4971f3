#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "run/files/working_files.h"
#include "run/listed.h"
#include "run/measure/distinct_texts.h"
#include "run/plan.h"
#include "run/vectors/noise_floor.h"
#include "run/vectors/vector_source.h"
#include "sonde/run.h"

namespace sonde {
namespace {

std::vector<Text> texts_at(std::span<const Text> texts, std::span<const std::size_t> places) {
  std::vector<Text> some;
  for (const auto place : places) some.push_back(texts[place]);
  return some;
}

// The requests of encoding are split into the slices that a VectorSource makes.
Requests requests_of(const Encoder& encoder, std::span<const Text> texts,
                     std::vector<std::size_t> places) {
  Requests all;
  for (const auto& slice : slices_of_like_length(texts, std::move(places), kTextsAtOnce)) {
    const auto one = encoder.requests(texts_at(texts, slice)).value_or(Requests());
    all.requests += one.requests;
    all.tokens += one.tokens;
  }
  return all;
}

class Forecasting {
 public:
  Forecasting(const ListedEncoder& subject, VectorStore* store)
      : encoder_(subject.encoder),
        store_(store),
        source_(encoder_, store, [](std::size_t) {}),
        asks_service_(encoder_->requests({}).has_value()) {
    forecast_.encoder = subject.spec.name;
    forecast_.asks_service = asks_service_;
  }

  Forecast go(std::span<const ListedTask> tasks) {
    distinct_texts(
        tasks, [](const ListedTask&) { return true; }, source_.sided(),
        [this](std::span<const Text> texts, std::span<const Digest> keys) { add(texts, keys); });
    if (asks_service_) add_noise();
    return forecast_;
  }

 private:
  std::vector<std::size_t> missing(VectorSource& source, std::span<const Digest> keys) const {
    if (store_ != nullptr) return source.missing(keys);
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < keys.size(); ++i) all.push_back(i);
    return all;
  }

  void add(std::span<const Text> texts, std::span<const Digest> keys) {
    const auto lacking = missing(source_, keys);
    forecast_.texts += texts.size();
    forecast_.kept += texts.size() - lacking.size();
    if (!asks_service_) return;
    const Requests more = requests_of(*encoder_, texts, lacking);
    forecast_.requests += more.requests;
    forecast_.tokens += more.tokens;
    sample_.add(texts, source_.sided());
  }

  void add_noise() {
    const auto again = second_time(encoder_);
    VectorSource source(again, store_, [](std::size_t) {});
    const auto texts = sample_.texts();
    const auto lacking = missing(source, source.keys(texts));
    const Requests more = requests_of(*again, texts, lacking);
    forecast_.noise_requests = more.requests;
    forecast_.noise_tokens = more.tokens;
  }

  std::shared_ptr<Encoder> encoder_;
  VectorStore* store_;
  VectorSource source_;
  bool asks_service_;
  NoiseSample sample_;
  Forecast forecast_;
};

}  // namespace

std::vector<Forecast> forecast(const RunPlan& plan, Observer& observer) {
  RunContext context(observer, plan.threads);
  check_amounts(plan);
  const Listed listed = list_items(plan, plan_run(plan, context), context);
  const auto store = kept_vectors(plan);
  std::vector<Forecast> all;
  for (const auto& subject : listed.encoders) {
    all.push_back(Forecasting(subject, store.get()).go(listed.tasks));
  }
  return all;
}

}  // namespace sonde
