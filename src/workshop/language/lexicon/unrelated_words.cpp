#include "workshop/language/lexicon/unrelated_words.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "base/random.h"
#include "formats/lexicons/word_lists.h"
#include "sonde/digest.h"
#include "workshop/language/lexicon/word_limits.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace {

constexpr std::size_t kShortest = 3, kLongest = 12, kLeastMet = 3, kAlikeAtTheStart = 4;

// Adjectives that mean little by themselves, or need a complement.
bool says_little(std::string_view word) {
  static const WordSet& kWords = word_set("en", "words_with_little_content");
  return kWords.contains(word);
}

bool has_usual_length(std::string_view word) {
  return word.size() >= kShortest && word.size() <= kLongest;
}

bool begin_alike(std::string_view one, std::string_view other) {
  const std::size_t size = std::min({one.size(), other.size(), kAlikeAtTheStart});
  return one.substr(0, size) == other.substr(0, size);
}

}  // namespace

UnrelatedWords::UnrelatedWords(const Lexicon& lexicon, const SenseCounts& counts)
    : lexicon_(lexicon), counts_(counts) {
  for (const WordKind kind : {WordKind::kVerb, WordKind::kAdjective}) {
    auto& pool = kind == WordKind::kVerb ? verbs_ : adjectives_;
    for (auto& word : lexicon.common_words(kind)) {
      const bool usual = counts.of_all_senses(word, kind) >= kLeastMet;
      const bool little = kind == WordKind::kVerb ? is_light_verb(word) : says_little(word);
      if (has_usual_length(word) && is_plain_word(word) && usual && !little &&
          !lexicon.is_proper(word, kind))
        pool.push_back(std::move(word));
    }
  }
}

std::size_t UnrelatedWords::frequency_class(const std::string& word, WordKind kind) const {
  return static_cast<std::size_t>(std::bit_width(counts_.of_all_senses(word, kind)));
}

bool UnrelatedWords::is_unrelated(const std::string& word, const std::string& other,
                                  WordKind kind) const {
  const bool same_field =
      kind == WordKind::kVerb && lexicon_.category(word, kind) == lexicon_.category(other, kind);
  return !same_field && !begin_alike(word, other) && !are_synonyms(lexicon_, word, other) &&
         !are_opposites(lexicon_, word, other) && !are_near(lexicon_, word, other, kind) &&
         !are_near(lexicon_, other, word, kind);
}

std::vector<std::string> UnrelatedWords::like(const std::string& word, WordKind kind,
                                              std::span<const std::string> others,
                                              std::uint64_t key) const {
  const auto wanted = static_cast<int>(frequency_class(word, kind));
  std::vector<std::tuple<bool, std::uint64_t, std::string_view>> drawn;
  for (const auto& one : kind == WordKind::kVerb ? verbs_ : adjectives_) {
    const int away = static_cast<int>(frequency_class(one, kind)) - wanted;
    drawn.emplace_back(std::abs(away) > 1, random_bits(key, 0, digest_of(one).low64()), one);
  }
  std::ranges::sort(drawn);
  std::vector<std::string> found;
  for (const auto& [far, lot, one] : drawn) {
    const std::string candidate(one);
    const bool unrelated = std::ranges::all_of(
        others, [&](const std::string& other) { return is_unrelated(candidate, other, kind); });
    if (unrelated) found.push_back(candidate);
    if (found.size() == 100) break;
  }
  return found;
}

}  // namespace sonde
