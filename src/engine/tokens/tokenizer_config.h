#pragma once

#include <optional>
#include <string>

#include "engine/config/json_fields.h"
#include "engine/tokens/tokenizer.h"

namespace sonde {

// How transformers' class for the tokenizer changes what tokenizer.json says: classes for WordPiece
// make BERT's normalizer anew, RoBERTa's the space before a text, from tokenizer_config.json and
// their own defaults. `config` is that file's fields, none where it is missing.
// `otherwise` is the class where it names none.
TokenizerSettings read_tokenizer_settings(const JsonFields& config, const std::string& otherwise);

// Whether a text that is too long loses its start; none where the file doesn't say.
std::optional<bool> read_cuts_left(const JsonFields& config);

// The mask's name, a text or an added token's description; empty where there is none.
std::string read_mask_token(const JsonFields& fields);

}  // namespace sonde
