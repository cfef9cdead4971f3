#include "workshop/language/lexicon/sense_choice.h"

#include <algorithm>
#include <set>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet.h"
#include "formats/lexicons/wordnet_lines.h"
#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

// So many words must be shared, and more than with any other sense.
constexpr std::size_t kLeastShared = 2;
// A sense counts as the usual one from so many meetings on, and with such a share of all.
constexpr std::size_t kUsualMet = 8;
constexpr double kUsualShare = 0.85;
constexpr std::size_t kShortestWord = 4;  // shorter ones are mostly no content words

bool says_nothing(std::string_view word) {
  static const WordSet& kWords = word_set("en", "words_without_content");
  return word.size() < kShortestWord || kWords.contains(word);
}

}  // namespace

std::string_view name_of(SenseOrigin origin) {
  switch (origin) {
    case SenseOrigin::kExample:
      return "WordNet's example";
    case SenseOrigin::kOnly:
      return "its only sense";
    case SenseOrigin::kOwnWords:
      return "the sentence's own words";
    case SenseOrigin::kFrequent:
      return "its usual sense";
  }
  return "";
}

SenseChooser::SenseChooser(const std::filesystem::path& folder, const Lexicon& lexicon,
                           const SenseCounts& counts, const ExampleSenses& examples)
    : lexicon_(lexicon), counts_(counts), examples_(examples) {
  const auto read = [&](const char* file, auto& glosses) {
    for_each_wordnet_line(folder / file, [&](std::string_view line, const Place& place) {
      glosses.emplace(parse_wordnet_set(line, place).offset, gloss_of(line, place));
    });
  };
  read("data.verb", verb_glosses_);
  read("data.adj", adjective_glosses_);
}

std::optional<ChosenSense> SenseChooser::choose(const std::string& base, WordKind kind,
                                                std::string_view sentence) const {
  const std::size_t senses = lexicon_.senses_of(base, kind).size();
  if (senses == 0) return std::nullopt;
  if (const auto one = of_example(base, kind, sentence)) {
    return ChosenSense{*one, SenseOrigin::kExample};
  }
  if (senses == 1) return ChosenSense{0, SenseOrigin::kOnly};
  if (const auto one = by_own_words(base, kind, sentence)) {
    return ChosenSense{*one, SenseOrigin::kOwnWords};
  }
  if (is_mostly_first(base, kind)) return ChosenSense{0, SenseOrigin::kFrequent};
  return std::nullopt;
}

std::optional<std::size_t> SenseChooser::of_example(const std::string& base, WordKind kind,
                                                    std::string_view sentence) const {
  std::optional<std::size_t> found;
  const auto senses = lexicon_.senses_of(base, kind);
  for (const auto& example : examples_.senses(sentence)) {
    if (example.kind != kind || std::ranges::count(example.words, base) == 0) continue;
    for (std::size_t i = 0; i < senses.size(); ++i) {
      if (!std::ranges::equal(senses[i], example.words)) continue;
      if (found && *found != i) return std::nullopt;
      found = i;
      break;
    }
  }
  return found;
}

std::string SenseChooser::stem_of(std::string_view word) const {
  for (const WordKind kind : {WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective}) {
    std::string base = lexicon_.base_of(word, kind);
    if (lexicon_.has(base, kind)) return base;
  }
  return std::string(word);
}

std::set<std::string> SenseChooser::content_stems(std::string_view text, const std::string& base,
                                                  WordKind kind) const {
  std::vector<std::string_view> words;
  split_words(text, words);
  std::set<std::string> stems;
  for (const auto word : words) {
    const std::string lower = lower_case(word);
    if (says_nothing(lower)) continue;
    std::string stem = stem_of(lower);
    if (stem != base && lexicon_.base_of(lower, kind) != base) stems.insert(std::move(stem));
  }
  return stems;
}

std::vector<std::size_t> SenseChooser::count_shared_words(const std::string& base, WordKind kind,
                                                          std::string_view sentence) const {
  const auto own = content_stems(sentence, base, kind);
  const auto& glosses = kind == WordKind::kVerb ? verb_glosses_ : adjective_glosses_;
  std::vector<std::size_t> shared(lexicon_.senses_of(base, kind).size());
  for (std::size_t sense = 0; sense < shared.size(); ++sense) {
    const auto gloss = glosses.find(lexicon_.offset_of(base, kind, sense).value_or(0));
    if (gloss == glosses.end()) continue;
    const auto its = content_stems(gloss->second, base, kind);
    shared[sense] = static_cast<std::size_t>(
        std::ranges::count_if(own, [&](const std::string& one) { return its.contains(one); }));
  }
  return shared;
}

std::optional<std::size_t> SenseChooser::by_own_words(const std::string& base, WordKind kind,
                                                      std::string_view sentence) const {
  const auto shared = count_shared_words(base, kind, sentence);
  const auto most = std::ranges::max_element(shared);
  const bool clear =
      most != shared.end() && *most >= kLeastShared && std::ranges::count(shared, *most) == 1;
  if (!clear) return std::nullopt;
  return static_cast<std::size_t>(most - shared.begin());
}

bool SenseChooser::is_mostly_first(const std::string& base, WordKind kind) const {
  const auto first = static_cast<double>(counts_.of(base, kind, 0));
  const auto all = static_cast<double>(counts_.of_all_senses(base, kind));
  return first >= static_cast<double>(kUsualMet) && first >= kUsualShare * all;
}

}  // namespace sonde
