#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "engine/config/family.h"
#include "engine/config/transformer_config.h"

namespace sonde {

class Weights;

std::span<const Family> families();

// Of the token table, as these weights call it.
std::string word_table_name(const Family& family, const Weights& weights);

// Errors: kInput, naming the nearest known; `file` is where the name stands. `own_code`: the folder
// brings code of its own for it (`auto_map`).
const Family& find_family(std::string_view model_type, const std::string& file,
                          bool own_code = false);

// Errors: kInput for an unknown family, and those of transformer_config().
TransformerConfig read_transformer_config(const std::filesystem::path& config_json,
                                          const IgnoredKeys& ignored = {});

}  // namespace sonde
