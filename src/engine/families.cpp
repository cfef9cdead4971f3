#include "engine/families.h"

#include <array>
#include <vector>

#include "base/names.h"
#include "sonde/error.h"

namespace sonde {

// MiniLM, TinyBERT and LaBSE call themselves bert.
constexpr std::array<Family, 2> kFamilies{{
    {.model_type = "bert", .prefix = "bert."},
    {.model_type = "ernie", .prefix = "ernie.", .task_types = true},
}};

std::span<const Family> families() { return kFamilies; }

const Family& find_family(std::string_view model_type, const std::string& file) {
  std::vector<std::string> known;
  for (const auto& family : kFamilies) {
    if (family.model_type == model_type) return family;
    known.emplace_back(family.model_type);
  }
  std::string all;
  for (const auto& name : known) all += (all.empty() ? "" : ", ") + name;
  const std::string nearest = nearest_name(model_type, known);
  throw input_error(
      "unknown model family '" + std::string(model_type) + "'", {file},
      (nearest.empty() ? "" : "the nearest is '" + nearest + "'; ") + ("known families: " + all));
}

}  // namespace sonde
