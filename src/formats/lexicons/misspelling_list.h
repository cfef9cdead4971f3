#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/lines.h"

namespace sonde {

// The list of Debian's package codespell.
constexpr const char* kCodespellList =
    "/usr/lib/python3/dist-packages/codespell_lib/data/dictionary.txt";

// Misspellings that people made, by the intended word. A line has one and the word, as codespell
// ("wrong->right"), lintian ("wrong||right") or a table ("wrong", a tab, "right") writes them. It
// leaves out a misspelling of which several words may be meant, and words with other characters
// than letters a to z. It skips empty lines and those that begin with #.
class MisspellingList {
 public:
  // Errors: those of LineReader, kInput with file:line for a line of another form, for more than a
  // million, and for a list without any.
  explicit MisspellingList(const std::filesystem::path& file);
  MisspellingList(std::istream& in, std::string name);

  // In alphabetical order. Empty if there aren't any.
  const std::vector<std::string>& of(std::string_view word) const;
  std::size_t size() const { return size_; }

 private:
  void read(LineReader& lines);

  std::unordered_map<std::string, std::vector<std::string>> by_word_;
  std::size_t size_ = 0;
};

}  // namespace sonde
