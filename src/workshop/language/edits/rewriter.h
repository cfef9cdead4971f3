#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "workshop/language/lexicon/rule_outcome.h"

namespace sonde {

// The seven transformations of sentence-triplets, section 2.1.
enum class Transformation {
  kNotNegation,
  kQuantifierNegation,
  kSynonym,
  kEmbeddedClause,
  kPassive,
  kArgumentReordering,
  kFixedPoint,
};

struct TransformationKind {
  Transformation which;
  std::string_view name;      // "not-negation"
  std::string_view eligible;  // the sentences that it is made for, in words
};
std::span<const TransformationKind> transformation_kinds();

// Transforms English sentences by rule. It refuses if parses that are as good as the best give
// different results, and if the result is not parsed itself.
class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // The same for the same sentence and seed, which only kFixedPoint takes. Not safe to share
  // between threads.
  virtual Outcome apply(Transformation which, const std::string& sentence, std::uint64_t seed) = 0;
};

// Errors: kOutside, Link Grammar's dictionary or WordNet's files are not installed.
std::unique_ptr<Rewriter> english_rewriter();

}  // namespace sonde
