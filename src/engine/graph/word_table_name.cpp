#include "engine/graph/word_table_name.h"

namespace sonde {

std::string word_table_name(const Family& family, const Weights& weights) {
  const ModelNames& names = family.model_names;
  const auto full = [](std::string_view name) { return std::string(name) + ".weight"; };
  for (const auto name : names.other_words) {
    if (!weights.has(full(names.words)) && weights.has(full(name))) return full(name);
  }
  return full(names.words);
}

}  // namespace sonde
