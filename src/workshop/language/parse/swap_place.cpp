#include "workshop/language/parse/swap_place.h"
#include "workshop/language/parse/clause.h"

#include <algorithm>
#include <array>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/negation_words.h"

namespace sonde {
namespace {

// "a" or "an" before a word. Nothing if its letters leave it open.
using ArticleRule = Rule<std::string_view, std::string_view>;
bool may_sound_either_way(const std::string_view& word) {
  return word.starts_with('h') || word.starts_with('u') || word.starts_with("eu") ||
         word.starts_with("on");
}
bool begins_with_vowel(const std::string_view& word) {
  return std::string_view("aeio").find(word.front()) != std::string_view::npos;
}
bool begins_with_consonant(const std::string_view&) { return true; }
constexpr std::array kArticles{
    ArticleRule{"sound unknown", may_sound_either_way, "", "hour"},
    ArticleRule{"before a vowel", begins_with_vowel, "an", "attorney"},
    ArticleRule{"before a consonant", begins_with_consonant, "a", "lawyer"},
};

// The end of a regular plural, in place of so many letters.
struct PluralEnding {
  bool known;
  std::size_t dropped;
  std::string_view ending;
};
using PluralRule = Rule<std::string_view, PluralEnding>;
bool has_several_plurals(const std::string_view& noun) {
  return noun.ends_with('f') || noun.ends_with("fe") || noun.ends_with('o') ||
         noun.ends_with("is") || noun.ends_with("us") || noun.ends_with("man");
}
bool ends_in_consonant_and_y(const std::string_view& noun) {
  const bool vowel_before =
      noun.size() > 1 && std::string_view("aeou").find(noun[noun.size() - 2]) != noun.npos;
  return noun.ends_with('y') && !vowel_before;
}
bool hisses(const std::string_view& noun) {
  return noun.ends_with('s') || noun.ends_with('x') || noun.ends_with('z') ||
         noun.ends_with("ch") || noun.ends_with("sh");
}
bool is_any_noun(const std::string_view&) { return true; }
constexpr std::array kPlurals{
    PluralRule{"several plurals", has_several_plurals, {false, 0, ""}, "knife"},
    PluralRule{"consonant and y", ends_in_consonant_and_y, {true, 1, "ies"}, "lady"},
    PluralRule{"hissing end", hisses, {true, 0, "es"}, "box"},
    PluralRule{"plural in s", is_any_noun, {true, 0, "s"}, "car"},
};

bool has_reason_word(const SwapPlace& place) {
  static const WordSet& kReasons = word_set("en", "reason_words");
  return std::ranges::any_of(place.linkage.words,
                             [](const ParsedWord& word) { return kReasons.contains(word.text); });
}
bool is_in_long_sentence(const SwapPlace& place) {
  constexpr std::size_t kManyWords = 14;  // includes the walls and the mark at the end
  return place.linkage.words.size() > kManyWords;
}
bool has_dash(const SwapPlace& place) { return place.sentence.find("--") != std::string::npos; }
bool is_behind_degree(const SwapPlace& place) {
  static const WordSet& kDegrees = word_set("en", "degrees");
  return kDegrees.contains(place.before()) || place.before().ends_with("ly");
}
bool is_joined(const SwapPlace& place) {
  static const WordSet& kJoining = word_set("en", "joining_words");
  const auto joins = [](std::string_view word) { return word == "," || kJoining.contains(word); };
  return joins(place.before()) || joins(place.behind());
}
bool is_within_of(const SwapPlace& place) {
  const auto& links = place.linkage.links;
  return std::ranges::any_of(links, [&](const ParsedLink& of) {
    if (of.type != "J" || place.text(of.left) != "of") return false;
    return of.right == place.at || std::ranges::any_of(links, [&](const ParsedLink& link) {
             return link.type == "A" && link.left == place.at && link.right == of.right;
           });
  });
}
bool is_behind_measure(const SwapPlace& place) {
  return place.is_adjective(place.at) &&
         kind_of(place.linkage.words[place.at - 1]) == WordKind::kNoun;
}
// "Foolish reckless" and "old fashioned".
bool is_beside_adjective(const SwapPlace& place) {
  return place.is_adjective(place.at) &&
         (place.is_adjective(place.at - 1) || place.is_adjective(place.at + 1) ||
          link_right(place.linkage, place.at + 1, "|A|"));
}
// "A young boy", who is not old.
bool is_age_of_young(const SwapPlace& place) {
  const ParsedLink* noun = link_right(place.linkage, place.at, "|A|");
  return noun && is_listed("ages", place.word()) &&
         is_listed("words_of_the_young", place.text(noun->right));
}
bool is_female(std::string_view word) {
  static const WordSet& kFemale = word_set("en", "female_words");
  return kFemale.contains(word);
}
// "In her pregnancy a woman", but "he looked at the woman", "his wife".
bool is_pointed_to(const SwapPlace& place) {
  static const WordSet& kPointing = word_set("en", "pointing_words");
  const auto& words = place.linkage.words;
  return place.is_gendered() && std::ranges::any_of(words, [&](const ParsedWord& word) {
           const bool before_it = &word == &words[place.at - 1];
           const bool behind_it = &word > &words[place.at];
           return kPointing.contains(word.text) && !before_it &&
                  (behind_it || is_female(word.text) == is_female(place.word()));
         });
}
bool is_among_gendered(const SwapPlace& place) {
  static const WordSet& kGenders = word_set("en", "gendered_words");
  static const WordSet& kOfOneSex = word_set("en", "words_of_one_sex");
  const auto sexes = std::ranges::count_if(place.linkage.words, [&](const ParsedWord& word) {
    return kGenders.contains(word.text) || kOfOneSex.contains(word.text);
  });
  return place.is_gendered() && sexes > 1;
}
bool is_defined(const SwapPlace& place) {
  return place.is_gendered() &&
         std::ranges::any_of(place.linkage.links, [&](const ParsedLink& link) {
           if (link.left != place.at && link.right != place.at) return false;
           const std::size_t verb = link.left == place.at ? link.right : link.left;
           const bool joins = link.type == "O" || link.type == "S";
           return joins && is_a(WordClass::kBe, place.text(verb)) &&
                  link_right(place.linkage, verb, "|O|") != nullptr;
         });
}
// "A long scarf" may be so long for a reason, but "a long speech" means a time.
bool may_be_of_space(const SwapPlace& place) {
  const std::string next(place.behind());
  const auto noun = next.empty() ? std::nullopt : place.lexicon.category(next, WordKind::kNoun);
  return place.word() == "long" && noun != Category::kNounAct && noun != Category::kNounEvent &&
         noun != Category::kNounTime && noun != Category::kNounCommunication;
}
bool is_in_its_phrase(const SwapPlace& place) {
  return place.places.is_in_phrase(place.linkage, place.at,
                                   place.lexicon.base_of(place.word(), place.kind));
}

// Places in which the opposite of a word may contradict the rest, or not suit it.
using AntonymPlaceRule = Rule<SwapPlace, bool>;
constexpr bool kUnfit = true;
constexpr std::array kUnfitForAntonym{
    AntonymPlaceRule{"long sentence", is_in_long_sentence, kUnfit,
                     "The expensive watch that he bought in the town last year was under the old "
                     "table in the hall."},
    AntonymPlaceRule{"a reason is given", has_reason_word, kUnfit,
                     "The wine was expensive because it was rare."},
    AntonymPlaceRule{"after a degree", is_behind_degree, kUnfit,
                     "He wrote a deliberately false story."},
    AntonymPlaceRule{"joined to its like", is_joined, kUnfit, "The wine, expensive, came."},
    AntonymPlaceRule{"within a phrase with of", is_within_of, kUnfit,
                     "They had a run of victories."},
    AntonymPlaceRule{"after a measure", is_behind_measure, kUnfit,
                     "The king found the teacher guilty."},
    AntonymPlaceRule{"next to an adjective", is_beside_adjective, kUnfit,
                     "It was a foolish reckless act."},
    AntonymPlaceRule{"age of the young", is_age_of_young, kUnfit, "A young boy slept."},
    AntonymPlaceRule{"pointed to by a pronoun", is_pointed_to, kUnfit, "The man lost his hat."},
    AntonymPlaceRule{"among words for women or men", is_among_gendered, kUnfit,
                     "My wife had twins yesterday."},
    AntonymPlaceRule{"defined", is_defined, kUnfit, "A girl is a person."},
    AntonymPlaceRule{"length of a thing", may_be_of_space, kUnfit,
                     "Her long skirt brushed the floor."},
    AntonymPlaceRule{"dashes", has_dash, kUnfit, "He bought an expensive watch -- yesterday."},
    AntonymPlaceRule{"in a phrase of WordNet", is_in_its_phrase, kUnfit,
                     "The door closed with a loud bang."},
};

}  // namespace

std::optional<WordKind> kind_of(const ParsedWord& word) {
  const std::string_view class_of = word.subscript;
  if (class_of == "n" || class_of == "p") return WordKind::kNoun;  // "car", "men"
  if (class_of == "a") return WordKind::kAdjective;
  if (class_of == "e") return WordKind::kAdverb;
  return std::nullopt;
}

bool SwapPlace::is_adjective(std::size_t where) const {
  return where < linkage.words.size() && kind_of(linkage.words[where]) == WordKind::kAdjective;
}

bool SwapPlace::is_gendered() const {
  static const WordSet& kGenders = word_set("en", "gendered_words");
  return kGenders.contains(word());
}

bool is_unfit_for_antonym(const SwapPlace& place) { return any_rule(kUnfitForAntonym, place); }

std::string_view article_of(std::string_view word) { return first_rule(kArticles, word)->result; }

std::optional<std::string> regular_plural(std::string_view noun) {
  const PluralEnding plural = first_rule(kPlurals, noun)->result;
  if (!plural.known) return std::nullopt;
  return std::string(noun.substr(0, noun.size() - plural.dropped)) + std::string(plural.ending);
}

RuleExamples antonym_place_examples() { return examples_of(kUnfitForAntonym); }
RuleExamples word_form_examples() { return examples_of(kArticles, kPlurals); }

}  // namespace sonde
