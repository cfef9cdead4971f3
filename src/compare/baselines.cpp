#include "compare/baselines.h"

#include "sonde/subject.h"

namespace sonde {

bool is_baseline(const SubjectFacts& facts) {
  if (facts.spec.empty()) return false;
  const Spec spec = parse_spec(facts.spec);
  const auto layer = spec.options.find("layer");
  return spec.kind == "random" || spec.kind == "tfidf" ||
         (layer != spec.options.end() && layer->second == "words");
}

}  // namespace sonde
