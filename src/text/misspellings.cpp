#include "text/misspellings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/random.h"

namespace sonde {
namespace {

constexpr std::size_t kShortest = 3;

// Per letter: its neighbours in its row of an English keyboard.
constexpr std::array<std::string_view, 26> kBeside{
    "s",  "vn", "xv", "sf", "wr", "dg", "fh", "gj", "uo", "hk", "jl", "k",  "n",
    "bm", "ip", "o",  "w",  "et", "ad", "ry", "yi", "cb", "qe", "zc", "tu", "x"};

bool is_plain(std::string_view word) { return std::ranges::all_of(word, ascii::is_lower); }

// Misspellings at a place of a word, each with the number that draws it.
using SpellingsAt = std::vector<std::pair<std::size_t, std::string>>;

SpellingsAt keys_beside(std::string word, std::size_t at) {
  SpellingsAt all;
  for (const char beside : kBeside[static_cast<std::size_t>(word[at] - 'a')]) {
    all.emplace_back(at * 32 + static_cast<std::size_t>(beside - 'a'), word).second[at] = beside;
  }
  return all;
}

struct SpellingRule {
  std::string_view name;
  SpellingsAt (*spellings)(std::string word, std::size_t at);
};
constexpr std::array kSpellingRules{
    SpellingRule{
        "a letter missing",
        [](std::string word, std::size_t at) { return SpellingsAt{{at, word.erase(at, 1)}}; }},
    SpellingRule{"a letter doubled",
                 [](std::string word, std::size_t at) {
                   return SpellingsAt{{at, word.insert(at, 1, word[at])}};
                 }},
    SpellingRule{"letters exchanged",
                 [](std::string word, std::size_t at) {
                   if (at + 1 < word.size()) std::swap(word[at], word[at + 1]);
                   return SpellingsAt{{at, word}};
                 }},
    SpellingRule{"the key beside", keys_beside}};

}  // namespace

std::vector<Misspelling> misspellings_by_rule(std::string_view word, std::uint64_t key) {
  if (word.size() < kShortest || !is_plain(word)) return {};
  std::vector<std::pair<std::uint64_t, Misspelling>> all;
  const auto add = [&](std::size_t rule, std::size_t number, std::string text) {
    const auto same = [&](const auto& one) { return one.second.text == text; };
    if (text == word || std::ranges::any_of(all, same)) return;
    // The rule is drawn first, so that each is as likely.
    const std::uint64_t lot = random_bits(key, rule, 0) & ~std::uint64_t{0xffff};
    all.emplace_back(lot | (random_bits(key, rule, number + 1) & 0xffff),
                     Misspelling{std::move(text), kSpellingRules[rule].name});
  };
  for (std::size_t rule = 0; rule < kSpellingRules.size(); ++rule) {
    for (std::size_t at = 1; at < word.size(); ++at) {
      for (auto& [number, text] : kSpellingRules[rule].spellings(std::string(word), at)) {
        add(rule, number, std::move(text));
      }
    }
  }
  std::ranges::sort(all, {}, [](const auto& one) { return std::pair(one.first, one.second.text); });
  std::vector<Misspelling> drawn;
  for (auto& [lot, one] : all) drawn.push_back(std::move(one));
  return drawn;
}

}  // namespace sonde
