#include "workshop/makers/triplets/sick_selection.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "text/overlap.h"
#include "text/word_numbers.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

std::vector<std::uint32_t> numbered(const std::string& text, WordNumbers& numbers) {
  std::vector<std::uint32_t> found;
  const std::string lower = lower_case(text);
  std::vector<std::string_view> words;
  split_words(lower, words);
  for (const auto word : words) found.push_back(numbers.add(word));
  return found;
}

}  // namespace

std::vector<SickPair> select_pairs(const Sources& sources, const SickSelection& selection) {
  std::vector<SickPair> chosen;
  std::unordered_set<std::size_t> taken;
  WordNumbers numbers;
  Overlap overlap;
  for (const auto& pair : sources.pairs) {
    if (!pair.entailment || pair.relatedness < selection.min_relatedness) continue;
    const auto first = numbered(sources.sentences[pair.first].text, numbers);
    const auto second = numbered(sources.sentences[pair.second].text, numbers);
    const double likeness = 1 - overlap.edit_share(first, second);
    if (likeness < 1 && likeness >= selection.min_likeness && taken.insert(pair.first).second) {
      chosen.push_back(pair);
    }
  }
  return chosen;
}

}  // namespace sonde
