#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "base/default_text.h"
#include "sonde/maker.h"

namespace sonde {

struct OptionRow {
  std::string_view name, form;
  std::string help;
};

// A table of options whose help names defaults. It owns the texts of its rows.
class OptionTable {
 public:
  OptionTable(std::initializer_list<OptionRow> rows) : texts_(rows) {
    for (const auto& row : texts_) rows_.push_back({row.name, row.form, row.help});
  }
  OptionTable(const OptionTable&) = delete;
  OptionTable& operator=(const OptionTable&) = delete;

  std::span<const MakerOption> rows() const { return rows_; }

 private:
  std::vector<OptionRow> texts_;
  std::vector<MakerOption> rows_;
};

// The rows of several tables.
inline std::vector<MakerOption> joined(std::initializer_list<std::span<const MakerOption>> tables) {
  std::vector<MakerOption> all;
  for (const auto& table : tables) all.insert(all.end(), table.begin(), table.end());
  return all;
}

}  // namespace sonde
