// Shared by tests of probes: a small world of items, vectors and summaries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "sonde/probe.h"
#include "sonde/subject.h"

namespace sonde::test {

inline std::unique_ptr<Probe> probe(const std::string& spec,
                                    const std::map<std::string, std::string>& settings = {}) {
  return make_probe(parse_spec(spec), settings);
}

inline Frame frame_of(std::span<const Item> items) {
  Frame frame;
  frame.dataset = "test";
  std::map<Digest, std::uint64_t> seen;
  for (const auto& item : items) {
    const auto index = static_cast<std::uint32_t>(frame.items());
    frame.keys.push_back(item_digest(item, seen[item_digest(item, 0)]++).low64());
    for (const auto& row : item.rows) {
      frame.item_of_row.push_back(index);
      frame.gold.push_back(row.gold);
      frame.row_labels.push_back(row.label);
    }
    for (const auto& [name, value] : item.labels) {
      frame.labels[name].resize(index);
      frame.labels[name].push_back(value);
    }
  }
  for (auto& [name, values] : frame.labels) values.resize(items.size());
  return frame;
}

// A subject that encodes any text: numbers drawn from its characters.
inline std::vector<float> vector_of(const std::string& text, std::size_t dimension) {
  std::uint64_t seed = 1;
  for (const char c : text) seed = mix(seed + static_cast<unsigned char>(c));
  std::vector<float> vector(dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    vector[i] = static_cast<float>(unit_interval(random_bits(seed, 0, i)) - 0.25);
  }
  return vector;
}

inline MatrixOf<float> vectors_of(std::span<const Item> items, std::size_t dimension) {
  std::vector<std::vector<float>> all;
  for (const auto& item : items) {
    for (const auto& text : item.texts) all.push_back(vector_of(text.text, dimension));
  }
  MatrixOf<float> vectors(all.size(), dimension);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::copy(all[i].begin(), all[i].end(), vectors[i].begin());
  }
  return vectors;
}

inline std::size_t count_rows(std::span<const Item> items) {
  std::size_t rows = 0;
  for (const auto& item : items) rows += item.rows.size();
  return rows;
}

// Fits and measures in blocks of `block` items.
inline MatrixOf<double> measure(const Probe& probe, std::span<const Item> items, std::size_t block,
                                std::size_t dimension = 8) {
  const auto each = [&](const auto& body) {
    for (std::size_t first = 0; first < items.size(); first += block) {
      const auto part = items.subspan(first, std::min(block, items.size() - first));
      const auto vectors = vectors_of(part, dimension);
      body(first, Block{part, vectors.view(), {}});
    }
  };
  Fitted fitted;
  if (const auto fitter = probe.fitter(items.size())) {
    each([&](std::size_t, const Block& part) { fitter->add(part); });
    fitted = fitter->finish();
  }
  MatrixOf<double> out(count_rows(items), probe.measurements().size());
  each([&](std::size_t first, const Block& part) {
    const std::size_t row = count_rows(items.first(first));
    probe.measure(part, fitted, out.view().block(row, count_rows(part.items)));
  });
  return out;
}

inline Result find_result(std::span<const Result> results, const std::string& name,
                          const std::string& slice = "all", const std::string& subject = "s") {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
    return result.name == name && result.slice == slice && result.subject == subject;
  });
  if (found == results.end()) throw std::runtime_error("no result " + name + " of " + slice);
  return *found;
}

}  // namespace sonde::test
