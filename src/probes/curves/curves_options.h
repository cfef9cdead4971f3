#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/probe.h"
#include "sonde/subject.h"
#include "statistics/separation/separation.h"

namespace sonde {

// The fields of a record, in their order: a sentence and, if the record brings them, variants with
// the same meaning and variants that change it.
enum CurvesField : std::size_t { kSentence, kSame, kChanged };
std::vector<Field> curves_fields();

// How figures and pages call the first kind of variants.
inline constexpr std::string_view kSameLabel = "keeps the meaning";

// Criteria for sorting variants and sentences into slices.
struct CurvesSlices {
  bool place = false;   // an inserted word's: start, middle or end
  bool word = false;    // the number of the word after it
  bool length = false;  // sentence length, in words
};

// Options of the probe `curves`. See docs/reference/probes/curves.md.
struct CurvesOptions {
  bool own_variants = false;          // the records have them: nothing is inserted
  std::vector<std::string> fuzz;      // terms that change nothing
  std::vector<std::string> negation;  // terms that negate, none if grammatical
  bool grammatical = false;           // the main clause is negated instead (English)
  std::size_t variants = 3;           // per kind, at most
  std::uint64_t seed = 1;             // for choosing
  std::size_t min_words = 0;
  std::size_t max_words = SIZE_MAX;
  bool published_cosine = false;
  Bandwidth bandwidth;
  CurvesSlices by;
  double passed_share = 5;  // percent of negated variants above the cosine to report
};

// `dataset`: the card's own keys and its `language`. The spec takes precedence. Errors: kUsage for
// the spec, kInput for the card.
CurvesOptions read_curves_options(const Spec& spec,
                                  const std::map<std::string, std::string>& dataset);

// Reads the files of terms. Sets whether the records have `own_variants`, and the `language` whose
// terms are inserted: the option's, else the card's, else English.
void settle_curves(Settling& settling);

}  // namespace sonde
