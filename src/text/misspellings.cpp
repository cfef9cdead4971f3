#include "text/misspellings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/random.h"

namespace sonde {
namespace {

constexpr std::size_t kShortest = 3;

// Per letter: its neighbours in its row of an English keyboard.
constexpr std::array<std::string_view, 26> kBeside{
    "s",  "vn", "xv", "sf", "wr", "dg", "fh", "gj", "uo", "hk", "jl", "k",  "n",
    "bm", "ip", "o",  "w",  "et", "ad", "ry", "yi", "cb", "qe", "zc", "tu", "x"};

bool is_plain(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

std::vector<Misspelling> misspellings_by_rule(std::string_view word, std::uint64_t key) {
  if (word.size() < kShortest || !is_plain(word)) return {};
  std::vector<std::pair<std::uint64_t, Misspelling>> all;
  std::uint64_t rule = 0;
  const auto add = [&](std::string text, std::string_view name, std::size_t at) {
    const auto same = [&](const auto& one) { return one.second.text == text; };
    if (text == word || std::ranges::any_of(all, same)) return;
    // The rule is drawn first, so that each is as likely.
    const std::uint64_t lot = random_bits(key, rule, 0) & ~std::uint64_t{0xffff};
    all.emplace_back(lot | (random_bits(key, rule, at + 1) & 0xffff),
                     Misspelling{std::move(text), name});
  };
  const std::string whole(word);
  for (std::size_t at = 1; at < word.size(); ++at) {
    add(std::string(whole).erase(at, 1), "a letter missing", at);
  }
  ++rule;
  for (std::size_t at = 1; at < word.size(); ++at) {
    add(std::string(whole).insert(at, 1, word[at]), "a letter doubled", at);
  }
  ++rule;
  for (std::size_t at = 1; at + 1 < word.size(); ++at) {
    std::string text = whole;
    std::swap(text[at], text[at + 1]);
    add(std::move(text), "letters exchanged", at);
  }
  ++rule;
  for (std::size_t at = 1; at < word.size(); ++at) {
    for (const char beside : kBeside[static_cast<std::size_t>(word[at] - 'a')]) {
      std::string text = whole;
      text[at] = beside;
      add(std::move(text), "the key beside", at * 32 + static_cast<std::size_t>(beside - 'a'));
    }
  }
  std::ranges::sort(all, {}, [](const auto& one) { return std::pair(one.first, one.second.text); });
  std::vector<Misspelling> drawn;
  for (auto& [lot, one] : all) drawn.push_back(std::move(one));
  return drawn;
}

}  // namespace sonde
