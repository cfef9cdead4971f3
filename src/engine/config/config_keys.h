#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/ignored_keys.h"
#include "engine/config/json_fields.h"

namespace sonde {

// Checks the fields of a config.json that the reader of its family did not ask for. Each must be
// harmless (data/models/config_keys.tsv), have transformers' default for the family
// (data/models/config_defaults.tsv), be empty, or be ignored. Returns what the user should know of
// them, a line each. Errors: kInput, naming the key, its value and the file.
std::vector<std::string> check_config_keys(const JsonFields& fields, std::string_view family,
                                           const IgnoredKeys& ignored);

// The same for a tokenizer's file, with the table's rows of `tokenizer`. transformers does not read
// a key without a row, which gives a line.
std::vector<std::string> check_tokenizer_keys(const JsonFields& fields, const IgnoredKeys& ignored);

// The same for a file that is not of transformers: each field that was not read must be one of
// `harmless`, empty, false or ignored.
void check_other_keys(const JsonFields& fields, const std::set<std::string_view>& harmless,
                      const IgnoredKeys& ignored);

}  // namespace sonde
