#include "workshop/language/lexicon/sense_counts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "base/parse.h"
#include "formats/lexicons/wordnet_lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostSenses = 1000;

// How the key of a sense continues after the word.
struct KindKey {
  std::string_view key;
  WordKind kind;
};
constexpr std::array kKindKeys{KindKey{"%1:", WordKind::kNoun}, KindKey{"%2:", WordKind::kVerb},
                               KindKey{"%3:", WordKind::kAdjective},
                               KindKey{"%5:", WordKind::kAdjective}};  // similar to another

std::optional<WordKind> kind_of_key(std::string_view key) {
  const auto row = std::ranges::find(kKindKeys, key.substr(0, 3), &KindKey::key);
  return row == kKindKeys.end() ? std::nullopt : std::optional(row->kind);
}

// A line is a key such as "chase%2:38:00::", the number of the sense from 1, and its count.
struct CountedSense {
  std::string_view key;
  std::size_t number, count;
};

std::optional<CountedSense> counted_sense(std::string_view line) {
  const auto fields = parts_of(line, ' ');
  if (fields.size() != 3) return std::nullopt;
  const auto number = parse_number<std::size_t>(fields[1]);
  const auto count = parse_number<std::size_t>(fields[2]);
  if (!number || !count || *number == 0 || *number > kMostSenses) return std::nullopt;
  return CountedSense{fields[0], *number, *count};
}

}  // namespace

SenseCounts::SenseCounts(const std::filesystem::path& folder) {
  for_each_wordnet_line(folder / "cntlist.rev", [&](std::string_view line, const Place& place) {
    const auto sense = counted_sense(line);
    if (!sense) {
      throw input_error("is not an entry of WordNet", place,
                        "the file is damaged: install Debian's package wordnet-base again");
    }
    const auto word_end = std::min(sense->key.find('%'), sense->key.size());
    const auto kind = kind_of_key(sense->key.substr(word_end));
    if (!kind) return;
    auto& counts = counts_of(*kind)[std::string(sense->key.substr(0, word_end))];
    if (counts.size() < sense->number) counts.resize(sense->number);
    counts[sense->number - 1] = sense->count;
  });
}

std::size_t SenseCounts::of(std::string_view word, WordKind kind, std::size_t sense) const {
  const auto& counts = counts_of(kind);
  const auto found = counts.find(std::string(word));
  const bool known = found != counts.end() && sense < found->second.size();
  return known ? found->second[sense] : 0;
}

std::size_t SenseCounts::of_all_senses(std::string_view word, WordKind kind) const {
  const auto& counts = counts_of(kind);
  const auto found = counts.find(std::string(word));
  if (found == counts.end()) return 0;
  return std::accumulate(found->second.begin(), found->second.end(), std::size_t{0});
}

}  // namespace sonde
