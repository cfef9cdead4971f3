#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/folders/model_folder.h"
#include "engine/graph/graph_options.h"

namespace sonde {

// A token of the vocabulary and how well it fits.
struct FittingToken {
  std::string token;  // in the vocabulary
  double logit = 0;
};

// A masked language model: the transformer of a folder with its head for words. Safe from several
// threads.
class MaskedModel {
 public:
  virtual ~MaskedModel() = default;
  // The tokens that fit between two pieces of text, all of them, the best first (of two as good the
  // first in the vocabulary). None if the text is too long for the model. The same bits always.
  virtual std::vector<FittingToken> fill(std::string_view before, std::string_view after) = 0;
};

// Reads and checks the weights and compiles the graph. Errors: kInput for a bad folder, one whose
// weights have no head for words, or a tokenizer without a mask.
std::unique_ptr<MaskedModel> load_masked_model(const ModelFolder& folder,
                                               const GraphOptions& options);

}  // namespace sonde
