#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/file_stamp.h"
#include "engine/folders/model_folder.h"
#include "engine/weights/weights.h"

namespace sonde {

// A cross-encoder's head, as described by its folder.
struct ClassFacts {
  std::vector<std::string> labels;  // class labels, in order
  bool sigmoid = false;             // for a single class's score (else it is unchanged)
  std::vector<StampedFile> files;   // the sources
};

// Errors: kInput if the family has no such head in sonde, or the weights none at all, for an
// unknown activation, for modules of another kind, and for settings that sonde does not read, but
// for those in `ignored`.
ClassFacts read_class_facts(const ModelFolder& folder, const Weights& weights,
                            const IgnoredKeys& ignored = {});

enum class HeadBend { kTanh, kRelu, kGelu };

// A head for classes over the first token's state: two dense layers, in double, each product in the
// same order always. Safe from several threads.
class ClassHead {
 public:
  // Errors: kInput, naming the tensor.
  ClassHead(const TransformerConfig& config, const Weights& weights, std::size_t classes);

  // A logit a class.
  std::vector<double> logits(std::span<const float> state) const;

 private:
  struct Layer {
    std::vector<float> matrix;  // out x in
    std::vector<float> bias;
  };
  static Layer read(const Weights& weights, const std::string& name, std::size_t out,
                    std::size_t in);
  static std::vector<double> apply(const Layer& layer, std::span<const double> in);
  double bend(double x) const;

  HeadBend bend_;
  Layer first_;
  Layer last_;
};

}  // namespace sonde
