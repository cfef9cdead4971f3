#include "statistics/learning/network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "statistics/learning/eigen_views.h"
#include "statistics/learning/training.h"

namespace sonde {
namespace {

using Layer = Network::Layer;
using Rows = RowMajor;

// Streams of random numbers: one a layer, then one an epoch.
constexpr std::uint64_t kEpochs = std::uint64_t{1} << 32;

double even(double bound, std::uint64_t bits) { return bound * (2 * unit_interval(bits) - 1); }

Layer initial_layer(std::size_t inputs, std::size_t outputs, std::uint64_t key) {
  const double bound = std::sqrt(6.0 / static_cast<double>(inputs + outputs));
  Layer layer{Rows(inputs, outputs), Eigen::RowVectorXd(outputs)};
  std::uint64_t counter = 0;
  for (double& weight : layer.weights.reshaped<Eigen::RowMajor>())
    weight = even(bound, bits_at(key, counter++));
  for (double& bias : layer.biases) bias = even(bound, bits_at(key, counter++));
  return layer;
}

// Means of a parameter's slopes and of their squares (Kingma and Ba, 2015).
class Adam {
 public:
  explicit Adam(double rate) : rate_(rate) {}

  void begin_step() {
    first_ *= kFirst;
    second_ *= kSecond;
    step_ = rate_ * std::sqrt(1 - second_) / (1 - first_);
    next_ = 0;
  }

  // The parameters in the same order at each step.
  template <class Parameters, class Slopes>
  void step(Parameters& parameters, const Slopes& slopes) {
    if (next_ == moments_.size()) {
      const auto count = parameters.size();
      moments_.push_back({Eigen::ArrayXd::Zero(count), Eigen::ArrayXd::Zero(count)});
    }
    auto& [mean, square] = moments_[next_++];
    const Eigen::Map<const Eigen::ArrayXd> slope(slopes.data(), slopes.size());
    Eigen::Map<Eigen::ArrayXd> parameter(parameters.data(), parameters.size());
    mean = kFirst * mean + (1 - kFirst) * slope;
    square = kSecond * square + (1 - kSecond) * slope.square();
    parameter -= step_ * mean / (square.sqrt() + kSmall);
  }

 private:
  static constexpr double kFirst = 0.9, kSecond = 0.999, kSmall = 1e-8;

  struct Moments {
    Eigen::ArrayXd mean, square;
  };
  double rate_;
  double step_ = 0;
  double first_ = 1, second_ = 1;
  std::size_t next_ = 0;
  std::vector<Moments> moments_;
};

class Training {
 public:
  Training(Network network, const NetworkOptions& options)
      : network_(std::move(network)), options_(options), adam_(options.rate) {
    outputs_.resize(network_.layers.size() + 1);
    slopes_.resize(network_.layers.size());
  }

  // The mean loss of an epoch's rows, each as its batch was met.
  double epoch(Matrix<const double> features, std::span<const double> targets,
               std::span<const std::size_t> order) {
    double loss = 0;
    const std::size_t batch = std::min(options_.batch, order.size());
    for (std::size_t first = 0; first < order.size(); first += batch) {
      const auto rows = order.subspan(first, std::min(batch, order.size() - first));
      gather(features, targets, rows);
      loss += learn() * static_cast<double>(rows.size());
    }
    return loss / static_cast<double>(order.size());
  }

  Network finish() && { return std::move(network_); }

 private:
  void gather(Matrix<const double> features, std::span<const double> targets,
              std::span<const std::size_t> rows) {
    const auto count = static_cast<Eigen::Index>(rows.size());
    outputs_[0].resize(count, static_cast<Eigen::Index>(features.columns()));
    targets_.resize(count);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      outputs_[0].row(row) = as_eigen(features[rows[i]]).transpose();
      targets_(row) = targets[rows[i]];
    }
  }

  void forward() {
    const std::size_t count = network_.layers.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Layer& layer = network_.layers[i];
      outputs_[i + 1].noalias() = outputs_[i] * layer.weights;
      outputs_[i + 1].rowwise() += layer.biases;
      if (i + 1 < count) outputs_[i + 1] = outputs_[i + 1].cwiseMax(0);
    }
  }

  // From the last layer back: the slope of the loss by each layer's weights and biases.
  void backward() {
    const double share = 1 / static_cast<double>(targets_.size());
    errors_ = outputs_.back().col(0) - targets_;
    for (std::size_t i = network_.layers.size(); i-- > 0;) {
      const Layer& layer = network_.layers[i];
      Layer& slope = slopes_[i];
      slope.weights.noalias() = outputs_[i].transpose() * errors_;
      slope.weights = (slope.weights + options_.decay * layer.weights) * share;
      slope.biases = errors_.colwise().sum() * share;
      if (i == 0) break;
      passed_.noalias() = errors_ * layer.weights.transpose();
      errors_ = (outputs_[i].array() > 0).select(passed_, 0);
    }
  }

  // Makes a step on the current rows. Returns their loss before it.
  double learn() {
    forward();
    double squares = 0;
    for (const auto& layer : network_.layers) squares += layer.weights.squaredNorm();
    const double loss =
        ((outputs_.back().col(0) - targets_).squaredNorm() + options_.decay * squares) /
        (2 * static_cast<double>(targets_.size()));
    backward();
    adam_.begin_step();
    for (std::size_t i = 0; i < network_.layers.size(); ++i) {
      adam_.step(network_.layers[i].weights, slopes_[i].weights);
      adam_.step(network_.layers[i].biases, slopes_[i].biases);
    }
    return loss;
  }

  Network network_;
  const NetworkOptions& options_;
  Adam adam_;
  std::vector<Rows> outputs_;  // the features, then the layers' outputs
  std::vector<Layer> slopes_;
  Rows errors_, passed_;
  Eigen::VectorXd targets_;
};

// Whether the loss still falls.
class Watch {
 public:
  explicit Watch(const NetworkOptions& options) : options_(options) {}

  bool goes_on(double loss) {
    if (!std::isfinite(loss)) return false;  // it diverged
    still_ = loss > best_ - options_.tolerance ? still_ + 1 : 0;
    best_ = std::min(best_, loss);
    return still_ <= options_.patience;
  }

 private:
  const NetworkOptions& options_;
  double best_ = std::numeric_limits<double>::infinity();
  std::size_t still_ = 0;
};

void shuffle(std::vector<std::size_t>& order, std::uint64_t key) {
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[bits_at(key, i) % i]);
  }
}

}  // namespace

std::vector<double> Network::predict(Matrix<const double> rows) const {
  if (rows.rows() == 0) return {};
  Rows outputs = as_eigen(rows);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    outputs = ((outputs * layers[i].weights).rowwise() + layers[i].biases).eval();
    if (i + 1 < layers.size()) outputs = outputs.cwiseMax(0);
  }
  return {outputs.data(), outputs.data() + outputs.size()};
}

Network initial_network(std::size_t inputs, const NetworkOptions& options) {
  Network network;
  for (std::size_t i = 0; i <= options.hidden.size(); ++i) {
    const std::size_t outputs = i < options.hidden.size() ? options.hidden[i] : 1;
    network.layers.push_back(initial_layer(inputs, outputs, stream_key(options.seed, i)));
    inputs = outputs;
  }
  return network;
}

Network train_network(Network network, Matrix<const double> features,
                      std::span<const double> targets, const NetworkOptions& options,
                      const std::function<void()>& check_stop) {
  check_training(features, targets);
  Training training(std::move(network), options);
  Watch watch(options);
  std::vector<std::size_t> order(targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t epoch = 0; epoch < options.most_epochs; ++epoch) {
    check_stop();
    if (options.shuffle) shuffle(order, stream_key(options.seed, kEpochs + epoch));
    if (!watch.goes_on(training.epoch(features, targets, order))) break;
  }
  return std::move(training).finish();
}

std::size_t count_weights(std::size_t inputs, std::span<const std::size_t> hidden) {
  std::size_t weights = 0;
  for (const auto units : hidden) {
    weights += inputs * units;
    inputs = units;
  }
  return weights + inputs;
}

}  // namespace sonde
