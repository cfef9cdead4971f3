// Similarities of two kinds of variants of pasted sentences, or of a shipped corpus.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/bench_views.h"
#include "apps/server/loaded_encoders.h"
#include "apps/server/request_json.h"
#include "sonde/dataset.h"
#include "sonde/probe.h"

namespace sonde {

struct CorpusQuestion {
  const CorpusView* view = nullptr;
  std::vector<std::size_t> subjects;
  std::shared_ptr<const Probe> probe;
  std::vector<std::string> sentences;  // or
  std::optional<Card> corpus;
  std::uint64_t limit = 0;  // items; 0: all
};

// Errors: HttpError 400; usage of the probe.
CorpusQuestion corpus_question(const ProbeKind& kind, const LoadedEncoders& encoders, Asked& asked,
                               const Resources& resources);

struct VariantExample {
  std::string original, variant, kind, place;
  std::vector<double> cosines;  // a subject
};

// The cosines of a kind of variants by one subject, as Variants has them.
struct CosineList {
  std::vector<double> values;
  std::vector<std::uint32_t> items;
};

struct CorpusFound {
  const CorpusView* view = nullptr;
  std::vector<std::string> subjects;              // names
  std::array<std::vector<CosineList>, 2> groups;  // of CorpusView, per subject
  std::vector<VariantExample> examples;           // the first kMostExamples pairs
  std::uint64_t pairs = 0, originals = 0;
  std::map<std::string, std::uint64_t> left_out;  // sentences, by reason
};
inline constexpr std::size_t kMostExamples = 2000;
inline constexpr std::uint64_t kMostPairs = 500'000;  // of a question

// Hears how many pairs are measured, of how many.
using TellProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

// Errors: the encoders' and the corpus's; kInput where no sentence is left, or for too many pairs;
// kInterrupted where `stop` says true.
CorpusFound measure_corpus(LoadedEncoders& encoders, const CorpusQuestion& question,
                           const Stop& stop, const TellProgress& tell);

ServedJson corpus_json(const CorpusFound& found);

// Densities, overlap and thresholds of what was found, on another grid or with another kernel,
// without encoding. Errors: HttpError 400.
ServedJson density_view(const CorpusFound& found, Asked& asked);

// Shipped corpora for probes that have a CorpusView. Errors: kInput of a damaged card.
ServedJson corpora_view(const Resources& resources);

}  // namespace sonde
