#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// A word misspelt by a rule.
struct Misspelling {
  std::string text;
  std::string_view rule;  // "a letter missing", for people
};

// A word of at least three letters a to z as people mistype it: a letter missing, doubled, replaced
// by its neighbour on the keyboard, or exchanged with the next, but never the first letter. All of
// them, each once and none the word itself, in an order by the key.
std::vector<Misspelling> misspellings_by_rule(std::string_view word, std::uint64_t key);

}  // namespace sonde
