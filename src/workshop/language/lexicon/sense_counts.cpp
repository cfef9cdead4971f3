#include "workshop/language/lexicon/sense_counts.h"

#include <algorithm>
#include <numeric>

#include "base/parse.h"
#include "formats/lexicons/wordnet_lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::size_t kMostSenses = 1000;
// The part after the word in the key of a noun, of a verb, of an adjective, and of one similar to
// another.
constexpr std::string_view kNounKey = "%1:", kVerbKey = "%2:", kAdjectiveKey = "%3:",
                           kSimilarKey = "%5:";

}  // namespace

// A line is a key such as "chase%2:38:00::", the number of the sense from 1, and its count.
SenseCounts::SenseCounts(const std::filesystem::path& folder) {
  for_each_wordnet_line(folder / "cntlist.rev", [&](std::string_view line, const Place& place) {
    const auto fields = parts_of(line, ' ');
    const auto number = fields.size() == 3 ? parse_number<std::size_t>(fields[1]) : std::nullopt;
    const auto count = fields.size() == 3 ? parse_number<std::size_t>(fields[2]) : std::nullopt;
    if (!number || !count || *number == 0 || *number > kMostSenses) {
      throw input_error("is not an entry of WordNet", place,
                        "the file is damaged: install Debian's package wordnet-base again");
    }
    const auto key = fields[0].find('%');
    const auto kind = fields[0].substr(std::min(key, fields[0].size()), kVerbKey.size());
    const bool adjective = kind == kAdjectiveKey || kind == kSimilarKey;
    if (kind != kNounKey && kind != kVerbKey && !adjective) return;
    auto& all = kind == kNounKey ? nouns_ : adjective ? adjectives_ : verbs_;
    auto& counts = all[std::string(fields[0].substr(0, key))];
    if (counts.size() < *number) counts.resize(*number);
    counts[*number - 1] = *count;
  });
}

std::size_t SenseCounts::of(std::string_view word, WordKind kind, std::size_t sense) const {
  const auto found = counts(kind).find(std::string(word));
  const bool known = found != counts(kind).end() && sense < found->second.size();
  return known ? found->second[sense] : 0;
}

std::size_t SenseCounts::of_all_senses(std::string_view word, WordKind kind) const {
  const auto found = counts(kind).find(std::string(word));
  if (found == counts(kind).end()) return 0;
  return std::accumulate(found->second.begin(), found->second.end(), std::size_t{0});
}

}  // namespace sonde
