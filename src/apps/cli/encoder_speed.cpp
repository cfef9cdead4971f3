#include "apps/cli/encoder_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <unordered_set>
#include <vector>

#include "base/stop_check.h"
#include "sonde/encoder.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// A run file may come from elsewhere, so it starts no program and contacts no server.
constexpr std::array<std::string_view, 6> kOwnKinds{"minilm", "hf",    "onnx",
                                                    "words",  "tfidf", "random"};
constexpr std::size_t kMostTexts = 512, kTextsBefore = 16, kTextsAtOnce = 64;
constexpr double kSeconds = 3;

std::vector<Text> texts_of(const Overview& overview) {
  std::unordered_set<std::string_view> seen;
  std::vector<Text> texts;
  for (const auto& task : overview.tasks) {
    for (const auto& item : task.items) {
      for (const auto& text : item.texts) {
        if (seen.insert(text.text).second) texts.push_back(text);
        if (texts.size() == kMostTexts) return texts;
      }
    }
  }
  return texts;
}

void encode(Encoder& encoder, std::span<const Text> texts) {
  std::vector<MatrixOf<float>> vectors;
  std::vector<Matrix<float>> views;
  for (std::size_t view = 0; view < encoder.views().size(); ++view) {
    vectors.emplace_back(texts.size(), encoder.dimension());
  }
  for (auto& of_view : vectors) views.push_back(of_view.view());
  std::vector<Remark> remarks(texts.size());
  encoder.encode(texts, views, remarks);
}

// The first texts load the weights and aren't timed.
double texts_per_second(Encoder& encoder, std::span<const Text> texts) {
  using Clock = std::chrono::steady_clock;
  const std::size_t first = std::min(kTextsBefore, texts.size() / 2);
  encode(encoder, texts.first(first));
  const auto started = Clock::now();
  std::size_t done = first;
  std::chrono::duration<double> taken{};
  while (done < texts.size() && taken.count() < kSeconds) {
    const std::size_t count = std::min(kTextsAtOnce, texts.size() - done);
    encode(encoder, texts.subspan(done, count));
    done += count;
    taken = Clock::now() - started;
  }
  return static_cast<double>(done - first) / taken.count();
}

// Null, with the reason, if that encoder doesn't exist here.
std::unique_ptr<Encoder> made_again(const SubjectFacts& facts, const EncoderContext& context,
                                    std::string& reason) {
  const Spec spec = parse_spec(facts.spec);
  if (std::ranges::find(kOwnKinds, spec.kind) == kOwnKinds.end()) {
    reason = "it isn't made from files alone";
    return nullptr;
  }
  try {
    auto encoder = make_encoder(spec, context);
    if (std::ranges::find(encoder->views(), facts.identity.what, &Identity::what) ==
        encoder->views().end()) {
      reason = "'" + facts.spec + "' is another model here";
      return nullptr;
    }
    return encoder;
  } catch (const Error& error) {
    reason = error.what();
    return nullptr;
  }
}

std::unique_ptr<Encoder> fitted(std::unique_ptr<Encoder> encoder, std::span<const Text> texts) {
  const auto fitter = encoder->fitter();
  if (fitter == nullptr) return encoder;
  fitter->add(texts);
  return fitter->finish();
}

}  // namespace

void measure_speeds(Overview& overview, const SpeedContext& context) {
  Observer& observer = observer_of(context.observer);
  const auto texts = texts_of(overview);
  const EncoderContext encoders{context.resources, context.threads, stop_of(context.observer)};
  observer.begin("measuring speed", overview.subjects.size());
  for (std::size_t i = 0; i < overview.subjects.size(); ++i) {
    auto& subject = overview.subjects[i];
    std::string reason = "it is not an encoder";
    auto encoder =
        subject.facts.has_vectors ? made_again(subject.facts, encoders, reason) : nullptr;
    if (encoder != nullptr && texts.size() > 1) {
      encoder = fitted(std::move(encoder), texts);
      subject.facts.identity.facts.emplace_back(
          "texts per second", fmt::format("{:.0f}", texts_per_second(*encoder, texts)));
    } else {
      context.note(fmt::format("{}: speed not measured: {}", subject.label, reason));
    }
    observer.advance(i + 1);
  }
}

}  // namespace sonde
