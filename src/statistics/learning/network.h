#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sonde/matrix.h"

namespace sonde {

// A feed-forward network with one output: rectified linear units, then a linear one.
struct Network {
  struct Layer {
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights;  // in x out
    Eigen::RowVectorXd biases;
  };
  std::vector<Layer> layers;

  std::vector<double> predict(Matrix<const double> rows) const;
};

// Training options. The defaults are those of scikit-learn's MLPRegressor, but for 500 epochs.
struct NetworkOptions {
  std::vector<std::size_t> hidden{10};  // units of each hidden layer (none: a single linear unit)
  double decay = 1e-4;                  // L2 penalty of the weights
  std::size_t batch = 200;              // rows, or all if there are fewer
  double rate = 1e-3;
  std::size_t most_epochs = 500;
  double tolerance = 1e-4;    // an epoch whose loss is not lower than the best by this ...
  std::size_t patience = 10;  // ... more often than this in a row ends the training
  bool shuffle = true;        // the rows, before each epoch
  std::uint64_t seed = 1;
};

// Weights and biases that are even between +-sqrt(6 / (inputs + outputs of the layer)).
Network initial_network(std::size_t inputs, const NetworkOptions& options);

// Trains by Adam on the squared error. The same bits whatever else is running. `check_stop` is
// called before each epoch. An exception from it ends the training. Errors: as check_training().
Network train_network(
    Network network, Matrix<const double> features, std::span<const double> targets,
    const NetworkOptions& options, const std::function<void()>& check_stop = [] {});

// Weights of a network with so many inputs and one output, without biases.
std::size_t count_weights(std::size_t inputs, std::span<const std::size_t> hidden);

}  // namespace sonde
