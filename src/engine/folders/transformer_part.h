#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/folders/folder_files.h"
#include "engine/folders/model_folder.h"

namespace sonde {

// The files that a reader has read, the keys that it may ignore, and whose states are taken.
struct FolderReading {
  FolderFiles files;
  const IgnoredKeys& ignored;
  std::optional<States> states{};
};

// A transformer as its folder describes it.
struct TransformerPart {
  TransformerConfig config;
  std::filesystem::path weights;
  std::vector<Assumption> assumed;
};

// `advice`: for a folder that is an adapter. Errors: kInput, as read_model_folder().
TransformerPart read_transformer_part(const std::filesystem::path& folder,
                                      const std::string& advice, FolderReading& reading);

// From an ONNX model's folder, only its numbers and how many tokens a text may have.
TransformerConfig read_onnx_part(const std::filesystem::path& folder, const OnnxFacts& facts,
                                 FolderReading& reading);

// A tokenizer as its folder describes it.
struct TokenizerPart {
  std::filesystem::path file;         // tokenizer.json, or the vocabulary
  std::optional<TokenizerFiles> old;  // if there isn't a tokenizer.json
  TokenizerSettings settings;
  std::optional<bool> cuts_left;
  std::optional<std::size_t> max_tokens;
  std::string mask_token;  // may be empty
  std::vector<Assumption> assumed;
};

struct TokenizerPlace {
  std::filesystem::path folder;  // has the tokenizer's other files
  std::filesystem::path json;    // tokenizer.json, which may be missing
};

TokenizerPart read_tokenizer_part(const TokenizerPlace& place, const TokenizerNames& names,
                                  FolderReading& reading);

// Whether modules of sentence-transformers follow the transformer.
enum class Following { kModules, kNothing };

// sentence-transformers' settings of the transformer.
struct SentencePart {
  std::optional<std::size_t> max_tokens;
  bool lower_case = false;
};

// None without a file of them.
std::optional<SentencePart> read_sentence_part(const std::filesystem::path& folder,
                                               Following following, FolderReading& reading);

// Sets the tokenizer and the limit: sentence-transformers', else the tokenizer's, else the model's.
void set_tokenizer(const TokenizerPart& tokenizer, const std::optional<SentencePart>& sentence,
                   ModelFolder& model);

}  // namespace sonde
