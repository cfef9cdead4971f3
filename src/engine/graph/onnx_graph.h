#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ov {
class Model;
}

namespace sonde {

// The user's choice of an ONNX file's outputs.
struct OnnxWish {
  std::string output;  // its name (empty: the usual ones)
  bool states =
      false;  // take the tokens' states, even if the usual outputs include a sentence's vector
};

// The graph of an ONNX file: token ids, i32 [sentences, length], in, f32 [sentences, length, size]
// out. A graph that gives a sentence's vector gives it in each token's place.
struct OnnxGraph {
  std::string file;  // for errors
  std::shared_ptr<ov::Model> model;
  std::string output;          // its name in the file
  bool gives_states = true;    // for each token (else the sentence's vector)
  std::size_t size = 0;        // numbers in a state or vector
  std::size_t vocabulary = 0;  // rows of the token table (0: not seen)
  std::size_t parameters = 0;  // numbers in its constants
};

// Reads it with OpenVINO. Inputs are input_ids and, if it has them, attention_mask (ones),
// token_type_ids (zeros) and position_ids (0, 1, ...).
// Errors: kInput for a file that is not such a model, has other inputs, or doesn't have the output.
OnnxGraph read_onnx_graph(const std::filesystem::path& file, const OnnxWish& wish);

// Names of the files that, by an ONNX file's bytes, contain weights, each once. They may be
// anything.
std::vector<std::string> weights_named(std::string_view bytes);

// Files next to it that hold its weights, as it names them. Errors: kInput for a name that leaves
// the folder, and a file that is missing.
std::vector<std::filesystem::path> onnx_weights_beside(const std::filesystem::path& file);

}  // namespace sonde
