#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "separation/separation.h"
#include "sonde/probe.h"
#include "sonde/subject.h"

namespace sonde {

// What the probe `curves` was asked for; see docs/probes.md.
struct CurvesOptions {
  std::vector<std::string> fuzz;      // terms that change nothing
  std::vector<std::string> negation;  // terms that negate; none where grammatical
  bool grammatical = false;           // the main clause is negated instead (English)
  std::size_t variants = 3;           // of each kind, at most
  std::uint64_t seed = 1;             // of their choice
  std::size_t min_words = 0;
  std::size_t max_words = SIZE_MAX;
  bool published_cosine = false;
  Bandwidth bandwidth;
  double passed_share = 5;  // percent of negated variants above the cosine that is asked for
};

// `dataset`: the card's own keys and its `language`; what the spec says wins. Errors: kUsage for
// the spec, kInput for the card.
CurvesOptions read_curves_options(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset);

// Reads the files of terms, and says the `language` whose terms are inserted: the option's, else
// the card's, else English.
void settle_curves(Settling& settling);

}  // namespace sonde
