#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/json_fields.h"

namespace sonde {

// Wherever it occurs in a text, it is one token.
struct SpecialToken {
  std::string content;
  bool lstrip = false, rstrip = false, single_word = false, normalized = false;
};

// A tokenizer as it was stored before tokenizer.json: WordPiece in vocab.txt, or byte-level BPE in
// vocab.json and merges.txt.
struct TokenizerFiles {
  std::filesystem::path vocabulary;
  std::filesystem::path merges;  // empty for WordPiece
  std::string first, last;       // around a text (empty: none)
  std::string between;           // for two texts, before the second
  std::string unknown;           // for WordPiece
  bool prefix_space = false;
  std::vector<SpecialToken> special;  // in the order in which those that are new get their ids
};

// The tokenizer of a folder without tokenizer.json. `config` is tokenizer_config.json, `map`
// special_tokens_map.json and `added` added_tokens.json, without fields if they are missing.
// `otherwise` is transformers' class if `config` names none.
// Errors: kInput with the command that converts the folder: for other classes, and tokens that were
// added.
TokenizerFiles find_tokenizer_files(const std::filesystem::path& folder, const JsonFields& config,
                                    const JsonFields& map, const JsonFields& added,
                                    std::string_view otherwise);

// The same as the text of a tokenizer.json. Special tokens missing in the vocabulary come after it,
// as far as the model has `rows` for them. Errors: kInput, naming the file and line: not UTF-8, a
// token twice, too large, an invalid merge.
std::string tokenizer_json(const TokenizerFiles& files, std::size_t rows);

}  // namespace sonde
