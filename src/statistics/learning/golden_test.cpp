// Against scikit-learn: tools/golden/make_golden_learn.py made the files.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "statistics/learning/components.h"
#include "statistics/learning/network.h"

namespace sonde {
namespace golden_test {

struct Golden {
  std::string name;
  MatrixOf<double> rows;
};

std::vector<Golden> read_golden(const std::string& name) {
  std::ifstream file(SONDE_SOURCE_DIR "/tests/golden/learn/" + name + ".txt");
  EXPECT_TRUE(file) << name;
  std::vector<Golden> all;
  std::string what;
  for (std::size_t rows = 0, columns = 0; file >> what >> rows >> columns;) {
    all.push_back({what, {rows, columns}});
    for (std::size_t i = 0; i < rows * columns; ++i) file >> all.back().rows.view().data()[i];
  }
  EXPECT_TRUE(file.eof()) << name;
  return all;
}

std::vector<double> numbers(const MatrixOf<double>& rows) {
  return {rows.view().data(), rows.view().data() + rows.rows() * rows.columns()};
}

// The layers whose weights and biases begin there.
Network network_at(const std::vector<Golden>& golden, std::size_t first, std::size_t layers) {
  Network network;
  for (std::size_t i = first; i < first + 2 * layers; i += 2) {
    const auto& weights = golden.at(i).rows;
    const auto& biases = golden.at(i + 1).rows;
    EXPECT_EQ(golden.at(i).name + golden.at(i + 1).name, "weightsbiases");
    Network::Layer layer;
    layer.weights.resize(static_cast<Eigen::Index>(weights.rows()),
                         static_cast<Eigen::Index>(weights.columns()));
    layer.biases.resize(static_cast<Eigen::Index>(biases.columns()));
    std::ranges::copy(numbers(weights), layer.weights.data());
    std::ranges::copy(numbers(biases), layer.biases.data());
    network.layers.push_back(std::move(layer));
  }
  return network;
}

NetworkOptions in_order(std::size_t batch, std::size_t epochs) {
  NetworkOptions options;
  options.batch = batch;
  options.most_epochs = epochs;
  options.shuffle = false;
  return options;
}

void expect_near(const std::vector<double>& ours, const std::vector<double>& theirs) {
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-9);
}

struct Trained {
  std::string name;
  std::size_t layers, epochs;
};

TEST(Network, LearnsAsScikitLearnDoes) {
  for (const auto& [name, layers, epochs] :
       {Trained{"network-6-1", 2, 1}, {"network-6-25", 2, 25}, {"network-7-5-3-25", 4, 25}}) {
    SCOPED_TRACE(name);
    const auto golden = read_golden(name);
    NetworkOptions options = in_order(8, epochs);
    options.patience = 1000;
    const Network trained = train_network(network_at(golden, 2, layers), golden[0].rows.view(),
                                          numbers(golden[1].rows), options);
    const Network theirs = network_at(golden, 2 + 2 * layers, layers);
    for (std::size_t i = 0; i < layers; ++i) {
      EXPECT_LT((trained.layers[i].weights - theirs.layers[i].weights).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT((trained.layers[i].biases - theirs.layers[i].biases).cwiseAbs().maxCoeff(), 1e-9);
    }
    expect_near(trained.predict(golden[0].rows.view()), numbers(golden.back().rows));
  }
}

TEST(Network, StopsWhereScikitLearnDoes) {
  const auto golden = read_golden("network-stopped");
  std::size_t epochs = 0;
  const Network trained =
      train_network(network_at(golden, 2, 2), golden[0].rows.view(), numbers(golden[1].rows),
                    in_order(10, 500), [&] { ++epochs; });
  EXPECT_EQ(epochs, golden[6].rows[0][0]);
  expect_near(trained.predict(golden[0].rows.view()), numbers(golden.back().rows));
}

TEST(Components, AreThoseOfScikitLearnUpToSign) {
  for (const char* name : {"components-tall", "components-wide"}) {
    SCOPED_TRACE(name);
    const auto golden = read_golden(name);
    const auto components = fit_components(golden[0].rows.view(), 5);
    const auto projected = components.project(golden[0].rows.view());
    for (std::size_t i = 0; i < 5; ++i) {
      const auto theirs = golden[1].rows[i];
      const double sign = components.axes[i][0] * theirs[0] > 0 ? 1 : -1;
      for (std::size_t k = 0; k < theirs.size(); ++k) {
        EXPECT_NEAR(components.axes[i][k], sign * theirs[k], 1e-9);
      }
      for (std::size_t row = 0; row < projected.rows(); ++row) {
        EXPECT_NEAR(projected[row][i], sign * golden[3].rows[row][i], 1e-9);
      }
      EXPECT_NEAR(components.variances[i], golden[2].rows[0][i], 1e-9);
    }
  }
}

}  // namespace golden_test
}  // namespace sonde
