#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/lines.h"

namespace sonde {

// Where Debian's package codespell has its list.
constexpr const char* kCodespellList =
    "/usr/lib/python3/dist-packages/codespell_lib/data/dictionary.txt";

// Misspellings that people made, by the word that was meant. A line has one and the word, as
// codespell ("wrong->right"), lintian ("wrong||right") or a table ("wrong", a tab, "right") writes
// them; a misspelling of which several words may be meant is left out, and so is what are not
// letters a to z alone. Empty lines and those that begin with # are none.
class MisspellingList {
 public:
  // Errors: those of LineReader, kInput with file:line for a line of another form, for more than a
  // million, and for a list without any.
  explicit MisspellingList(const std::filesystem::path& file);
  MisspellingList(std::istream& in, std::string name);

  // In the order of the alphabet; empty where there are none.
  const std::vector<std::string>& of(std::string_view word) const;
  std::size_t size() const { return size_; }

 private:
  void read(LineReader& lines);

  std::unordered_map<std::string, std::vector<std::string>> by_word_;
  std::size_t size_ = 0;
};

}  // namespace sonde
