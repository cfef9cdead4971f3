#include "text/insertions.h"

#include <algorithm>
#include <unordered_map>

#include "base/random.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

// The first `most` of 0 .. count - 1 shuffled (Fisher and Yates), without the others.
std::vector<std::uint64_t> first_shuffled(std::uint64_t count, std::uint64_t most,
                                          std::uint64_t key) {
  std::unordered_map<std::uint64_t, std::uint64_t> moved;  // entries no longer at their place
  const auto at = [&](std::uint64_t place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  std::vector<std::uint64_t> first;
  for (std::uint64_t i = 0; i < std::min(count, most); ++i) {
    const double drawn = unit_interval(bits_at(key, i)) * static_cast<double>(count - i);
    const std::uint64_t place = i + static_cast<std::uint64_t>(drawn);
    first.push_back(at(place));
    moved[place] = at(i);
  }
  return first;
}

std::string with_inserted(std::string_view sentence, std::size_t place, std::string_view term) {
  std::string changed;
  changed.reserve(sentence.size() + term.size() + 1);
  changed.append(sentence.substr(0, place)).append(term).append(" ");
  return changed.append(sentence.substr(place));
}

}  // namespace

std::vector<Insertion> insertions(std::string_view sentence, std::span<const std::string> terms,
                                  const InsertionChoice& choice) {
  std::vector<std::string_view> words;
  split_at_spaces(sentence, words);
  std::vector<Insertion> made;
  for (const auto pair : first_shuffled(words.size() * terms.size(), choice.most, choice.key)) {
    const std::string_view word = words[pair / terms.size()];
    const auto place = static_cast<std::size_t>(word.data() - sentence.data());
    std::string changed = with_inserted(sentence, place, terms[pair % terms.size()]);
    const bool is_new = std::ranges::find(made, changed, &Insertion::text) == made.end();
    if (is_new) made.push_back({std::move(changed), pair / terms.size()});
  }
  return made;
}

}  // namespace sonde
