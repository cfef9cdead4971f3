#include "workshop/audit/set_files.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "sonde/digest.h"
#include "workshop/makers/made_file.h"

namespace sonde {
namespace {

std::string traces_table(const VariantSet& set) {
  std::string table = "id\tkind\tvariant\ttrace\n";
  for (const auto& item : set.items) {
    for (const auto& variant : item.variants) {
      table += item.id + "\t" + variant.kind + "\t" + variant.text + "\t" + variant.trace + "\n";
    }
  }
  return table;
}

}  // namespace

std::vector<std::string> kind_columns(const VariantSet& set) {
  std::vector<std::string> columns;
  for (const auto& kind : set.kinds) {
    std::size_t most = 0;
    for (const auto& item : set.items) {
      most = std::max(most, static_cast<std::size_t>(
                                std::ranges::count(item.variants, kind.kind, &MadeVariant::kind)));
    }
    for (std::size_t i = 0; i < most; ++i) {
      columns.push_back(i == 0 ? kind.kind : kind.kind + " " + std::to_string(i + 1));
    }
  }
  return columns;
}

std::string kind_cells(const VariantItem& item, const std::vector<std::string>& columns) {
  std::multimap<std::string, std::string> left;
  for (const auto& variant : item.variants) left.emplace(variant.kind, variant.text);
  std::string cells;
  for (const auto& column : columns) {
    const auto found = left.find(column.substr(0, column.find(' ')));
    cells += "\t" + (found == left.end() ? std::string() : found->second);
    if (found != left.end()) left.erase(found);
  }
  return cells;
}

std::filesystem::path write_set(const SetFiles& files, const VariantSet& set,
                                const SetPlace& place) {
  std::filesystem::create_directories(place.folder);
  const auto card = card_path(files.table);
  Origin origin{"audit", 1};
  origin.in_sha256 = digest_of(files.text).hex();
  origin.options = {
      {"seed", place.seed}, {"language", place.source.language}, {"column", place.source.column}};
  const MakeRequest request{place.source.file, files.table, place.replace};
  if (is_made(request, origin, {card, files.traces})) return card;
  nlohmann::json counts = nlohmann::json::object();
  for (const auto& kind : set.kinds) counts[kind.kind] = kind.made;
  write_made({files.table, files.text}, origin, counts,
             {{card, card_text(files.card)}, {files.traces, traces_table(set)}});
  return card;
}

void check_set_files(const std::filesystem::path& table, const std::filesystem::path& traces,
                     const std::filesystem::path& input) {
  // Whether the same text made the set is only known when it is made again.
  is_made({input, table, true}, Origin{"audit", 1}, {card_path(table), traces});
}

}  // namespace sonde
