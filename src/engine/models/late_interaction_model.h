#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/folders/late_interaction_folder.h"
#include "engine/graph/graph_options.h"
#include "sonde/matrix.h"

namespace sonde {

// A query or a document.
struct LateText {
  std::string_view text;
  bool is_query = false;
};

struct LateTokens {
  MatrixOf<float> vectors;          // a row per compared token
  std::size_t total = 0, kept = 0;  // tokens before and after cutting, without expansion
};

// Turns a text into a vector per token.
class LateModel {
 public:
  virtual ~LateModel() = default;
  // The bits of a vector depend on its text alone, not on other texts, order or threads.
  virtual std::vector<LateTokens> encode(std::span<const LateText> texts) = 0;
};

// The options that the folder requires: sonde's own attention cannot hide tokens.
GraphOptions options_for(const LateFolder& folder, GraphOptions options);

// Reads and checks the weights and compiles the graph. `stop`: as for sentences. Errors: kInput for
// a bad folder, kUsage for a precision that the machine cannot compute.
std::unique_ptr<LateModel> load_late_model(const LateFolder& folder, const GraphOptions& options,
                                           std::function<bool()> stop = {});

// The sum or mean over the query's tokens of the greatest product with a token of the document
// (Khattab & Zaharia, 2020, section 3.3). NaN if either has no token.
double max_similarity(Matrix<const float> query, Matrix<const float> document, bool mean);

}  // namespace sonde
