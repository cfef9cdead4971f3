#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "run/derived/subject_answers.h"
#include "run/tasks/context.h"
#include "run/tasks/derived.h"

namespace sonde {

struct LabelValue {
  std::string label, value;
};

// Which rows are learned from, and which are predicted by what was learned.
struct Split {
  enum class Kind : std::uint8_t { kFolds, kRandom, kLabels };
  Kind kind = Kind::kFolds;
  std::size_t folds = 10;
  double share = 0.25;         // share of the items: the random part that is predicted
  LabelValue train{}, test{};  // for kLabels
  std::uint64_t seed = 1;
  bool predict_trained = false;  // for kRandom: rows that were learned from, too
};

// The options split, folds, share, train and test. Errors: kUsage.
Split split_options(Options& options, std::uint64_t seed);
void add_to(Hasher& hasher, const Split& split);
std::string told(const Split& split);

// The rows of a model by their places.
struct SplitPart {
  std::vector<std::size_t> train, test;
};

struct Examples {
  Matrix<const double> features;  // a row that has a NaN is neither learned from nor predicted
  const TaskRows& rows;
};

// One per model. Errors: kUsage for a label that no item has, kInput if there are too few items.
std::vector<SplitPart> parts_of(const Examples& examples, const Split& split);

using Predict = std::function<std::vector<double>(Matrix<const double>)>;
// Sees no other rows. Errors: kInput if nothing can be learned.
using Learn =
    std::function<Predict(Matrix<const double> features, std::span<const double> targets)>;

// A value per row. NaN if none is predicted.
std::vector<double> predict_parts(const Examples& examples, std::span<const SplitPart> parts,
                                  const Learn& learn, const RunContext& context);
// Uses one model of all examples.
std::vector<double> predict_others(const Examples& examples, Matrix<const double> others,
                                   const Learn& learn);

// No value, and why: gold values are missing.
DerivedValues tell_lack_of_gold(const std::string& subject, const std::string& dataset);
// The output of `learn`. If nothing can be learned (kInput), no value, and why.
DerivedValues learn_or_tell(const std::string& subject, const std::string& dataset,
                            const std::function<DerivedValues()>& learn);

// Reports how many rows of a task have texts that were learned from in another one. Empty: none.
std::string seen_note(const std::string& subject, SubjectAnswers& answers, std::uint32_t from,
                      std::uint32_t task);

// How many models are learned at once: each needs separate memory, which is limited.
std::size_t learning_threads(Matrix<const double> features, std::size_t threads);

// A column per subject. No rows if one of them does not apply to the task.
MatrixOf<double> similarity_columns(std::span<const std::string> subjects, SubjectAnswers& answers,
                                    std::uint32_t task);

MatrixOf<double> rows_at(Matrix<const double> features, std::span<const std::size_t> places);
std::vector<double> numbers_at(std::span<const double> numbers,
                               std::span<const std::size_t> places);
// The rows without a NaN, and of those the ones that have a gold value, too.
std::vector<std::size_t> defined_rows(Matrix<const double> features);
std::vector<std::size_t> learnable_rows(const Examples& examples);

}  // namespace sonde
