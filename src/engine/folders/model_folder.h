#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/file_stamp.h"
#include "engine/config/transformer_config.h"
#include "engine/tokens/tokenizer.h"
#include "engine/tokens/tokenizer_files.h"
#include "engine/weights/lora.h"

namespace sonde {

// How the states of a sentence's tokens become its vector.
enum class Pooling {
  kMean,          // mean of all tokens, special ones included, as in sentence-transformers
  kCls,           // the first token
  kMax,           // the greatest of each number
  kLastToken,     // the last token
  kWeightedMean,  // token i of n counts i times
  kMeanSqrtLen,   // sum / sqrt(number of tokens)
  kPooler,        // the first token through the model's own pooler (dense, tanh)
  kMask,          // the [MASK] token of a template
};

struct PoolingName {
  Pooling pooling;
  std::string_view name;         // in sonde's specs
  std::string_view mode;         // sentence-transformers' value of `pooling_mode` (may be empty)
  std::string_view legacy_flag;  // its older form, a separate field (may be empty)
};

std::span<const PoolingName> pooling_names();
std::string_view name_of(Pooling pooling);

// A fully connected layer after pooling.
struct DenseFacts {
  std::filesystem::path weights;  // a safetensors file
  std::size_t in = 0;
  std::size_t out = 0;
  bool bias = true;
  bool tanh = true;  // else no activation
};
struct NormalizeFacts {};  // to length 1
struct TruncateFacts {     // to the first numbers
  std::size_t size = 0;
};
using HeadStep = std::variant<DenseFacts, NormalizeFacts, TruncateFacts>;

// An assumption that sonde makes about a folder.
struct Assumption {
  std::string
      about;  // pooling, prompt, similarity, class, states (an option of that name settles it)
  std::string text;
};

// A Hugging Face or sentence-transformers folder, without its weights.
struct ModelFolder {
  std::filesystem::path root;
  std::filesystem::path base;                   // for an adapter: its model's folder, else empty
  std::optional<LoraFacts> lora;                // if `root` is an adapter
  std::filesystem::path weights;                // model.safetensors, or the index of a sharded one
  std::filesystem::path tokenizer;              // tokenizer.json, or the vocabulary
  std::optional<TokenizerFiles> old_tokenizer;  // if there isn't a tokenizer.json
  TransformerConfig transformer;
  std::vector<Pooling> poolings;  // side by side
  bool include_prompt = true;     // whether pooling sees the prompt's tokens
  std::vector<HeadStep> head;     // steps after pooling, in order
  std::size_t max_tokens = 0;     // special tokens included, at most the transformer's positions
  TokenizerSettings tokenizer_settings;
  std::optional<bool> cuts_left;  // long texts lose their start (none: tokenizer.json's default)
  std::string mask_token;         // in the tokenizer's files (may be empty)
  std::map<std::string, std::string> prompts;
  std::string default_prompt;      // a name in `prompts` (may be empty)
  std::vector<StampedFile> files;  // all of them but weights
  // Settings that the folder leaves open, and those without effect.
  std::vector<Assumption> assumed;
};

// `base`: if the folder is an adapter, that of its model, which supplies tokenizer and modules
// missing in the adapter's. Errors: kInput, naming the file, if it is missing or bad, for weights
// that are only pickled, for an unknown module, family or pooling, and for anything else that would
// change vectors and that sonde does not run, but for the keys in `ignored`. kUsage for `states` of
// a family that has no choice.
ModelFolder read_model_folder(const std::filesystem::path& folder,
                              const std::filesystem::path& base = {},
                              const IgnoredKeys& ignored = {},
                              std::optional<States> states = std::nullopt);

// The same of a model that is more than an encoder: its transformer and tokenizer alone, whatever
// modules, pooling and prompts there are.
ModelFolder read_transformer_folder(const std::filesystem::path& folder,
                                    const IgnoredKeys& ignored = {});

// Loads the weights. An adapter, if there is one, is merged in.
Weights load_weights(const ModelFolder& folder, std::size_t threads);

// Facts from an ONNX model's own file, and the place of its tokenizer.
struct OnnxFacts {
  std::filesystem::path tokenizer;  // a tokenizer.json
  std::size_t size = 0;             // numbers in what it gives
};

// The same for a folder whose model is an ONNX file: the facts in the files of
// sentence-transformers and of the tokenizer, if they exist. Its transformer has no family and no
// layers.
ModelFolder read_onnx_folder(const std::filesystem::path& folder, const OnnxFacts& facts,
                             const IgnoredKeys& ignored = {});

Tokenizer load_tokenizer(const ModelFolder& folder);

}  // namespace sonde
