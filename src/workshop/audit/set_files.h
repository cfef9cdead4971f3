#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "workshop/audit/variant_set.h"
#include "workshop/makers/made_card.h"

namespace sonde {

// Columns by kind. A kind of which an item has several has several columns: "typo", "typo 2".
std::vector<std::string> kind_columns(const VariantSet& set);
// The item's variants in these columns, with a tab before each.
std::string kind_cells(const VariantItem& item, const std::vector<std::string>& columns);

// A data set and what is written next to it.
struct SetFiles {
  std::filesystem::path table, traces;  // in place.folder
  std::string text;                     // of the table
  MadeCard card;
};
// Writes them with a line per variant as traces. Returns the card. Errors: as write_variant_set().
std::filesystem::path write_set(const SetFiles& files, const VariantSet& set,
                                const SetPlace& place);
// Errors: kUsage if files of these names may not be replaced.
void check_set_files(const std::filesystem::path& table, const std::filesystem::path& traces,
                     const std::filesystem::path& input);

}  // namespace sonde
