// Parts of runs, for tests.
#pragma once

#include <limits>
#include <string>
#include <utility>

#include "store/parts/share_file.h"
#include "store/vectors/testing/store_samples.h"

namespace sonde::samples {

inline ShareHead share_head() {
  ShareHead head;
  head.facts = {"0.0.0", digest_of("plan").hex(), 1, 20, ""};
  head.question = digest_of("question").hex();
  head.number = 3;
  head.of = 16;
  head.plan.encoders = {{"a", "random", ""}};
  head.plan.datasets = {"pairs.tsv"};
  head.encoders = {{"random", {identity("a")}, "", 3, 512, false}};
  head.scorers = {{"scores:human.tsv", identity("human"), "", 0, false, {2}}};
  return head;
}

inline void write_share(const std::filesystem::path& file, const ShareHead& head) {
  ShareWriter writer(file);
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{2}}) {
    const std::vector<Digest> keys{digest_of("text", first), digest_of("text", std::uint64_t{1})};
    MatrixOf<float> vectors(2, 3);
    vectors[0][0] = std::numeric_limits<float>::quiet_NaN();
    vectors[1][2] = 0.5F;
    const std::vector<Remark> remarks{{0, 0, 0, true}, {300, 256, 1, false}};
    writer.add_vectors(identity("a"), keys, std::as_const(vectors).view(), remarks);
  }
  MeasuredView measured;
  measured.values = {1, 2};
  measured.remarks.push_back({0, 0, "an item", 1, {}});
  MeasuredBlock block;
  block.texts = 2;
  block.views.push_back(measured);
  writer.add_block({0, 0, 7, digest_of("items")}, block);
  ScoredBlock scored;
  scored.rows = {4, 5};
  scored.values = {0.25, 1};
  scored.remarks.push_back({0, 0, "4 an item", 0, {9, 5, 0, false}});
  writer.add_scores(0, 0, 0, scored);
  writer.finish(head);
}

// All contents of a part, as a text.
inline std::string read_share(const std::filesystem::path& path) {
  const ShareFile file(path);
  std::string all = to_json(file.head());
  file.vectors([&](const ShareVectors& of, std::span<const Digest> keys,
                   Matrix<const float> vectors, std::span<const Remark> remarks) {
    all += of.what.hex();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      all += keys[i].hex() + " " + std::to_string(remarks[i].tokens);
      for (const float number : vectors[i]) all += " " + std::to_string(number);
    }
  });
  if (const auto block = file.find({0, 0, 7, digest_of("items")}, 1)) {
    for (const double value : block->views[0].values) all += " " + std::to_string(value);
    for (const auto& remark : block->views[0].remarks) all += remark.item;
  } else {
    all += " no block";
  }
  for (std::uint32_t scorer = 0; scorer < file.head().scorers.size(); ++scorer) {
    for (std::uint32_t task = 0; task < file.head().scorers[scorer].blocks.size(); ++task) {
      file.scores(task, scorer, [&](const ScoredBlock& scored) {
        for (const double value : scored.values) all += " " + std::to_string(value);
        for (const auto& remark : scored.remarks) all += remark.item;
      });
    }
  }
  return all;
}

}  // namespace sonde::samples
