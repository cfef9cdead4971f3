#pragma once

#include <string>

#include "engine/config/json_fields.h"
#include "engine/config/transformer_config.h"

namespace sonde {

// The parts of a folder that overrule tokenizer.json in transformers.
struct TokenizerFacts {
  const JsonFields& config;  // tokenizer_config.json (no fields if it is missing)
  const JsonFields& map;     // special_tokens_map.json
  const JsonFields& added;   // added_tokens.json
  const TokenizerNames& names;
  bool has_file = true;  // tokenizer.json (special tokens of older files are read elsewhere)
};

// transformers' classes take the vocabulary from tokenizer.json, but build most other parts from
// their own code and the folder's other files, which also add tokens. This returns that as the JSON
// that tokenizers/src/rules.rs reads. Errors: kInput for a class unknown to sonde, for own code,
// and for settings that change tokens in a way that sonde does not run.
std::string tokenizer_rules(const TokenizerFacts& facts);

}  // namespace sonde
