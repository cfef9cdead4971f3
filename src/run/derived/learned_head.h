#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/derived/learning.h"
#include "statistics/learning/components.h"
#include "statistics/learning/network.h"
#include "statistics/learning/scaling.h"

namespace sonde {

// A learned head: the features of its parts, the way it learns, and the rows it predicts.
struct HeadOptions {
  std::vector<std::string> parts;  // one, or several whose similarities are the features
  bool of_similarities = false;
  PairFeatures pair{};
  std::size_t components = 0;  // 0: all features as they are
  bool scaled = false;
  bool published = false;    // the study's way: components of all rows, and all rows predicted
  NetworkOptions network{};  // without hidden layers it is a linear regression
  Split split{};
  std::string trained_on;
};

// Errors: kUsage.
HeadOptions head_options(const Spec& spec);
// "60,10" -> 60, 10. "none" or "0" -> none. Errors: kUsage.
std::vector<std::size_t> hidden_units(const std::string& text);
// "60,10", or "none" if it is empty.
std::string hidden_text(std::span<const std::size_t> hidden);
std::string features_text(const HeadOptions& options);

// The rows of a task before any preparation. No rows if a part does not apply to it.
MatrixOf<double> head_features(const HeadOptions& options, SubjectAnswers& answers,
                               std::uint32_t task);

// The part fitted to the training rows before the network is.
class Preparation {
 public:
  // Errors: kInput if there are fewer rows or features than components.
  Preparation(const HeadOptions& options, Matrix<const double> rows);
  MatrixOf<double> operator()(Matrix<const double> rows) const;
  // How many features so many become.
  static std::size_t outputs(const HeadOptions& options, std::size_t features);

 private:
  std::optional<Components> components_;
  std::optional<Scaling> scaling_;
};

// Learns from prepared rows. `check_stop`: called now and then. If it throws, learning ends.
Predict learn_network(const NetworkOptions& options, Matrix<const double> rows,
                      std::span<const double> targets, const std::function<void()>& check_stop);

}  // namespace sonde
