#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/derived/learning.h"
#include "statistics/learning/components.h"
#include "statistics/learning/network.h"
#include "statistics/learning/scaling.h"

namespace sonde {

// A learned head: what of its parts it learns from, how, and which rows it predicts.
struct HeadOptions {
  std::vector<std::string> parts;  // one, or several whose similarities are the features
  bool of_similarities = false;
  PairFeatures pair{};
  std::size_t components = 0;  // 0: all features as they are
  bool scaled = false;
  bool published = false;    // as the study did: components of all rows, and all rows predicted
  NetworkOptions network{};  // without hidden layers it is a linear regression
  Split split{};
  std::string trained_on;
};

// Errors: kUsage.
HeadOptions head_options(const Spec& spec);
// "60,10" -> 60, 10; "none" or "0" -> none. Errors: kUsage.
std::vector<std::size_t> hidden_units(const std::string& text);
// "60,10"; "none" where there are none.
std::string hidden_text(std::span<const std::size_t> hidden);
std::string features_text(const HeadOptions& options);

// The rows of a task before any preparation; no rows where a part has nothing to say.
MatrixOf<double> head_features(const HeadOptions& options, SubjectAnswers& answers,
                               std::uint32_t task);

// What is fitted to the rows that are learned from before the network is.
class Preparation {
 public:
  // Errors: kInput where there are fewer rows or features than components.
  Preparation(const HeadOptions& options, Matrix<const double> rows);
  MatrixOf<double> operator()(Matrix<const double> rows) const;
  // How many features so many become.
  static std::size_t outputs(const HeadOptions& options, std::size_t features);

 private:
  std::optional<Components> components_;
  std::optional<Scaling> scaling_;
};

// Of rows that are prepared. check_stop: called now and then; what it throws ends the learning.
Predict learn_network(const NetworkOptions& options, Matrix<const double> rows,
                      std::span<const double> targets, const std::function<void()>& check_stop);

}  // namespace sonde
