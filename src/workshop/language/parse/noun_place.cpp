#include "workshop/language/parse/noun_place.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>

#include "base/parse.h"
#include "formats/lexicons/wordnet.h"
#include "formats/lexicons/wordnet_entry.h"
#include "formats/lexicons/wordnet_lines.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/sister_nouns.h"
#include "workshop/language/lexicon/word_class.h"

namespace sonde {
namespace {

constexpr std::array kPartsOfSpeech{WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective,
                                    WordKind::kAdverb};
// All senses of a noun but the first may have such a share of its meetings.
constexpr double kOtherSenses = 0.03;
// Kinds of kinds are looked at so far up: a jacket is a coat, a jug a bottle.
constexpr std::size_t kStepsUp = 4;
// A shorter word says little, and so does one that is no noun: "with", "used".
constexpr std::size_t kShortestNamed = 3;

bool is_a_thing(Category category) {
  return category == Category::kNounAnimal || category == Category::kNounArtifact ||
         category == Category::kNounFood || category == Category::kNounPlant;
}

std::vector<std::string> plain_words_of(std::string_view text) {
  std::vector<std::string_view> words;
  split_words(text, words);
  std::vector<std::string> plain;
  for (const auto word : words) {
    std::string lower = lower_case(word);
    if (is_plain_word(lower)) plain.push_back(std::move(lower));
  }
  return plain;
}

// "let_the_cat_out_of_the_bag", "hot-dog".
std::vector<std::string> parts_of_phrase(std::string_view phrase) {
  std::vector<std::string> parts;
  for (const auto words : parts_of(phrase, '_')) {
    for (const auto word : parts_of(words, '-')) parts.push_back(lower_case(word));
  }
  return parts;
}

std::string_view text_at(const Linkage& linkage, std::size_t at) {
  return at < linkage.words.size() ? std::string_view(linkage.words[at].text) : std::string_view();
}

// What joins a noun to its like, or likens something to it.
bool joins_or_likens(std::string_view word) {
  static const std::unordered_set<std::string_view> kWords{
      "and", "or",   "but", "nor", ",", ";",      ":",    "&",   "like", "than",
      "as",  "such", "of",  "'s",  "'", "versus", "into", "per", "by"};
  return kWords.contains(word);
}

bool has_object(const Linkage& linkage, std::size_t verb) {
  return std::ranges::any_of(
      linkage.links, [&](const ParsedLink& link) { return link.left == verb && link.type == "O"; });
}

}  // namespace

NounPlaces::NounPlaces(const std::filesystem::path& folder, const Lexicon& lexicon,
                       const SenseCounts& counts)
    : lexicon_(lexicon), counts_(counts) {
  std::vector<std::string> known = nouns_with_sisters();
  for (const auto word : words_with_sure_antonyms()) known.emplace_back(word);
  for (const auto& word : known) {
    base_of_.emplace(word, word);
    base_of_.emplace(word + "s", word);
    base_of_.emplace(word + "es", word);
  }
  for (std::size_t i = 0; i < kPartsOfSpeech.size(); ++i) {
    for_each_wordnet_line(folder / kWordNetGlossFiles[i], [&](std::string_view line,
                                                              const Place& place) {
      const auto gloss = gloss_of(line, place);
      learn(parse_wordnet_set(line, place), kPartsOfSpeech[i], gloss.substr(0, gloss.find('"')));
    });
  }
}

void NounPlaces::learn(const WordNetSet& set, WordKind kind, std::string_view definition) {
  const auto words = plain_words_of(definition);
  std::set<std::string> named;
  for (const auto& word : words) {
    const auto found = base_of_.find(word);
    if (found != base_of_.end()) named.insert(found->second);
  }
  for (const auto& member : set.words) {
    const std::string lower = lower_case(member);
    if (kind == WordKind::kNoun && base_of_.contains(lower) &&
        lexicon_.is_first_sense(lower, kind, set.offset)) {
      defining_[lower] = words;
    }
    const auto parts = parts_of_phrase(lower);
    std::set<std::string> holders = named;
    for (const auto& part : parts) {
      const auto found = base_of_.find(part);
      if (parts.size() > 1 && found != base_of_.end()) holders.insert(found->second);
    }
    for (const auto& noun : holders) {
      Phrase rest;
      for (const auto& part : parts) {
        const auto found = base_of_.find(part);
        const bool itself = found != base_of_.end() && found->second == noun;
        if (!itself && is_plain_word(part)) rest.push_back(part);
      }
      if (!rest.empty()) holding_[noun].push_back(std::move(rest));
    }
  }
}

bool NounPlaces::has_sure_sense(const std::string& noun) const {
  const auto category = lexicon_.category(noun, WordKind::kNoun);
  if (!category || !is_a_thing(*category)) return false;
  if (lexicon_.senses_of(noun, WordKind::kNoun).size() == 1) return true;
  const auto first = static_cast<double>(counts_.of(noun, WordKind::kNoun, 0));
  const auto all = static_cast<double>(counts_.of_all_senses(noun, WordKind::kNoun));
  return first > 0 && all - first <= kOtherSenses * all;
}

bool NounPlaces::is_held_by_parse(std::string_view sentence, const Linkage& linkage,
                                  std::size_t at) const {
  const ParsedWord& noun = linkage.words[at];
  const auto beside = [&](std::size_t place) {
    return place < sentence.size() ? sentence[place] : ' ';
  };
  const auto ties = [](char c) { return c == '-' || c == '\'' || c == '"' || c == '`'; };
  if (ties(beside(noun.begin - 1)) || ties(beside(noun.end))) return true;
  const std::string_view before = text_at(linkage, at - 1), behind = text_at(linkage, at + 1);
  if (joins_or_likens(before) || joins_or_likens(behind)) return true;
  // "A ball-point pen", "racing cars", "a jeweler's window", "car park".
  if (before.find('-') != before.npos || before.ends_with("ing")) return true;
  if (at + 1 < linkage.words.size() && linkage.words[at + 1].subscript.starts_with("n"))
    return true;
  if (linkage.words[at - 1].subscript.starts_with("n")) return true;
  bool determined = noun.text != lexicon_.base_of(noun.text, WordKind::kNoun) ||
                    lexicon_.category(noun.text, WordKind::kNoun) == Category::kNounFood;
  for (const auto& link : linkage.links) {
    if (link.left != at && link.right != at) continue;
    if (link.type.starts_with("D") && link.right == at) determined = true;
    const auto other = text_at(linkage, link.left == at ? link.right : link.left);
    if (link.type == "AN" || link.type == "GN" || link.type == "SJ") return true;
    // "The legs of the chair", "eats like a horse".
    if (link.type != "D" && joins_or_likens(other)) return true;
    const bool names =
        is_a(WordClass::kBe, other) &&
        (link.type == "O" || has_object(linkage, link.left == at ? link.right : link.left));
    if (names) return true;  // "he is a pig", "the shark is a fish"
  }
  return !determined;
}

// In all their base forms.
NounPlaces::Words NounPlaces::other_words(const Linkage& linkage, std::size_t at) const {
  Words words;
  for (std::size_t i = 0; i < linkage.words.size(); ++i) {
    const std::string& text = linkage.words[i].text;
    if (i == at || text.empty()) continue;
    for (const auto& part : parts_of_phrase(text)) {
      words.insert(part);
      for (const WordKind kind : kPartsOfSpeech) words.insert(lexicon_.base_of(part, kind));
    }
  }
  return words;
}

bool NounPlaces::has_phrase(const Words& words, const std::string& word) const {
  const auto phrases = holding_.find(word);
  return phrases != holding_.end() &&
         std::ranges::any_of(phrases->second, [&](const Phrase& phrase) {
           return std::ranges::all_of(phrase,
                                      [&](const auto& part) { return words.contains(part); });
         });
}

bool NounPlaces::is_in_phrase(const Linkage& linkage, std::size_t at,
                              const std::string& word) const {
  return has_phrase(other_words(linkage, at), word);
}

bool NounPlaces::is_held_by_words(const Linkage& linkage, std::size_t at, const std::string& noun,
                                  const std::string& other) const {
  const Words words = other_words(linkage, at);
  if (words.contains(noun) || words.contains(other)) return true;
  if (lexicon_.is_a_kind_of(noun, other, WordKind::kNoun, kStepsUp) ||
      lexicon_.is_a_kind_of(other, noun, WordKind::kNoun, kStepsUp)) {
    return true;
  }
  if (has_phrase(words, noun)) return true;
  const auto own = defining_.find(noun), its = defining_.find(other);
  if (own == defining_.end()) return false;
  return std::ranges::any_of(own->second, [&](const std::string& word) {
    const std::string base = lexicon_.base_of(word, WordKind::kNoun);
    if (word.size() < kShortestNamed || !lexicon_.has(base, WordKind::kNoun)) return false;
    if (!words.contains(base)) return false;
    return its == defining_.end() || std::ranges::count(its->second, word) == 0;
  });
}

}  // namespace sonde
