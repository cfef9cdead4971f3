#include "workshop/language/parse/noun_place.h"
#include "workshop/language/lexicon/word_relations.h"
#include "workshop/language/parse/clause.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>

#include "base/parse.h"
#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet.h"
#include "formats/lexicons/wordnet_entry.h"
#include "formats/lexicons/wordnet_lines.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/lexicon/sister_nouns.h"

namespace sonde {
namespace {

constexpr std::array kPartsOfSpeech{WordKind::kNoun, WordKind::kVerb, WordKind::kAdjective,
                                    WordKind::kAdverb};
// All senses of a noun but the first may have such a share of its meetings.
constexpr double kOtherSenses = 0.03;
// Kinds of kinds are looked at so far up: a jacket is a coat, a jug a bottle.
constexpr std::size_t kStepsUp = 4;
// Shorter words carry little information, as do words other than nouns: "with", "used".
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

// A noun in a parsed sentence.
struct NounAt {
  std::string_view sentence;
  const Linkage& linkage;
  std::size_t at;
  const Lexicon& lexicon;

  const ParsedWord& noun() const { return linkage.words[at]; }
  const ParsedWord& before() const { return linkage.words[at - 1]; }
  const ParsedWord& behind() const { return linkage.words[at + 1]; }
  bool is_last() const { return at + 1 >= linkage.words.size(); }

  template <class Holds>
  bool any_link(const Holds& holds) const {
    return std::ranges::any_of(linkage.links, [&](const ParsedLink& link) {
      return (link.left == at || link.right == at) && holds(link);
    });
  }
  std::size_t other(const ParsedLink& link) const {
    return link.left == at ? link.right : link.left;
  }
};

bool joins_or_likens(std::string_view word) {
  static const WordSet& kWords = word_set("en", "words_that_join_or_liken");
  return word == "," || kWords.contains(word);
}

bool is_tied_by_mark(const NounAt& place) {
  const auto ties = [&](std::size_t byte) {
    return byte < place.sentence.size() &&
           std::string_view("-'\"`").find(place.sentence[byte]) != std::string_view::npos;
  };
  return ties(place.noun().begin - 1) || ties(place.noun().end);
}
bool is_beside_joining_word(const NounAt& place) {
  return joins_or_likens(place.before().text) ||
         (!place.is_last() && joins_or_likens(place.behind().text));
}
bool is_behind_compound(const NounAt& place) {
  const std::string& before = place.before().text;
  return before.find('-') != before.npos || before.ends_with("ing");
}
bool is_beside_noun(const NounAt& place) {
  return place.before().subscript.starts_with("n") ||
         (!place.is_last() && place.behind().subscript.starts_with("n"));
}
bool is_linked_as_part_of_name(const NounAt& place) {
  return place.any_link([](const ParsedLink& link) {
    return link.type == "AN" || link.type == "GN" || link.type == "SJ";
  });
}
bool is_linked_to_joining_word(const NounAt& place) {
  return place.any_link([&](const ParsedLink& link) {
    return link.type != "D" && joins_or_likens(place.linkage.words[place.other(link)].text);
  });
}
bool says_what_something_is(const NounAt& place) {
  return place.any_link([&](const ParsedLink& link) {
    const std::size_t verb = place.other(link);
    return is_a(WordClass::kBe, place.linkage.words[verb].text) &&
           (link.type == "O" || link_right(place.linkage, verb, "|O|") != nullptr);
  });
}
bool is_bare(const NounAt& place) {
  const std::string& noun = place.noun().text;
  const bool plural = noun != place.lexicon.base_of(noun, WordKind::kNoun);
  const bool food = place.lexicon.category(noun, WordKind::kNoun) == Category::kNounFood;
  return !plural && !food && !place.any_link([&](const ParsedLink& link) {
    return link.type.starts_with("D") && link.right == place.at;
  });
}

// Places that no other noun suits for sure.
using ParsedPlaceRule = Rule<NounAt, bool>;
constexpr bool kHeld = true;
constexpr std::array kHeldByParse{
    ParsedPlaceRule{"tied by a mark", is_tied_by_mark, kHeld, "The dog's tail was short."},
    ParsedPlaceRule{"next to a joining word", is_beside_joining_word, kHeld,
                    "The dog and the man slept."},
    ParsedPlaceRule{"after a compound", is_behind_compound, kHeld, "He lost a left-hand shoe."},
    ParsedPlaceRule{"next to a noun", is_beside_noun, kHeld, "The car park was full."},
    ParsedPlaceRule{"part of a name", is_linked_as_part_of_name, kHeld, "The Toyota car stopped."},
    ParsedPlaceRule{"linked to a joining word", is_linked_to_joining_word, kHeld,
                    "He eats like a horse."},
    ParsedPlaceRule{"names its kind", says_what_something_is, kHeld, "He is a rat."},
    ParsedPlaceRule{"bare", is_bare, kHeld, "Justice is blind."},
};

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

std::string NounPlaces::known_noun(const std::string& word) const {
  const auto found = base_of_.find(word);
  return found == base_of_.end() ? std::string() : found->second;
}

void NounPlaces::learn(const WordNetSet& set, WordKind kind, std::string_view definition) {
  const auto words = plain_words_of(definition);
  std::set<std::string> named;
  for (const auto& word : words) named.insert(known_noun(word));
  for (const auto& member : set.words) {
    const std::string lower = lower_case(member);
    const bool sure = kind == WordKind::kNoun && base_of_.contains(lower);
    if (sure && lexicon_.is_first_sense(lower, kind, set.offset)) defining_[lower] = words;
    learn_phrase(parts_of_phrase(lower), named);
  }
}

// `named`: the nouns by which the phrase is defined.
void NounPlaces::learn_phrase(const Phrase& parts, const std::set<std::string>& named) {
  std::set<std::string> holders = named;
  for (const auto& part : parts) {
    if (parts.size() > 1) holders.insert(known_noun(part));
  }
  holders.erase("");
  for (const auto& noun : holders) {
    Phrase rest;
    for (const auto& part : parts) {
      if (known_noun(part) != noun && is_plain_word(part)) rest.push_back(part);
    }
    if (!rest.empty()) holding_[noun].push_back(std::move(rest));
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
  return any_rule(kHeldByParse, NounAt{sentence, linkage, at, lexicon_});
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

// A noun, the one in its place, and the other words of the sentence.
struct NounPlaces::Exchange {
  const NounPlaces& places;
  const Words& words;
  const std::string& noun;
  const std::string& other;

  static bool is_named_twice(const Exchange& exchange) {
    return exchange.words.contains(exchange.noun) || exchange.words.contains(exchange.other);
  }
  static bool is_kind_of_other(const Exchange& exchange) {
    const auto& [places, words, noun, other] = exchange;
    return is_a_kind_of(places.lexicon_, noun, other, WordKind::kNoun, kStepsUp) ||
           is_a_kind_of(places.lexicon_, other, noun, WordKind::kNoun, kStepsUp);
  }
  static bool has_its_phrase(const Exchange& exchange) {
    return exchange.places.has_phrase(exchange.words, exchange.noun);
  }
  static bool has_word_of_definition(const Exchange& exchange) {
    const auto& defining = exchange.places.defining_;
    const auto own = defining.find(exchange.noun);
    return own != defining.end() && std::ranges::any_of(own->second, [&](const auto& word) {
             return exchange.defines_this_alone(word);
           });
  }

  bool defines_this_alone(const std::string& word) const {
    const std::string base = places.lexicon_.base_of(word, WordKind::kNoun);
    if (word.size() < kShortestNamed || !places.lexicon_.has(base, WordKind::kNoun)) return false;
    const auto its = places.defining_.find(other);
    return words.contains(base) &&
           (its == places.defining_.end() || std::ranges::count(its->second, word) == 0);
  }
};

// "cat / dog": the noun and the other.
using WordPlaceRule = Rule<NounPlaces::Exchange, bool>;
constexpr std::array kHeldByWords{
    WordPlaceRule{"named twice", NounPlaces::Exchange::is_named_twice, kHeld,
                  "This car hit that car. / truck"},
    WordPlaceRule{"hyponym of the other", NounPlaces::Exchange::is_kind_of_other, kHeld,
                  "The boat sank. / canoe"},
    WordPlaceRule{"in a phrase of WordNet's", NounPlaces::Exchange::has_its_phrase, kHeld,
                  "He let the cat out of the bag. / dog"},
    WordPlaceRule{"with a word of its definition", NounPlaces::Exchange::has_word_of_definition,
                  kHeld, "Her neck had a necklace. / bracelet"},
};

bool NounPlaces::is_held_by_words(const Linkage& linkage, std::size_t at, const std::string& noun,
                                  const std::string& other) const {
  return any_rule(kHeldByWords, Exchange{*this, other_words(linkage, at), noun, other});
}

RuleExamples held_by_parse_examples() { return examples_of(kHeldByParse); }
RuleExamples held_by_words_examples() { return examples_of(kHeldByWords); }

}  // namespace sonde
