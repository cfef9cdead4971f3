#include "workshop/language/edits/word_swap.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/digest.h"
#include "text/unicode.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/lexicon/concrete_adjectives.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/listed_prepositions.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/lexicon/sister_nouns.h"
#include "workshop/language/lexicon/word_relations.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/noun_place.h"
#include "workshop/language/parse/swap_place.h"

namespace sonde {
namespace {

constexpr std::size_t kLinkages = 20;
// Linkages that cost so little more must take the word for the same kind.
constexpr double kSlight = 0.5;
// The sentence that comes may cost so much more.
constexpr double kDearer = 1;
constexpr double kDoubtfulPhrase = 3, kDoubtfulSentence = 8;

bool is_number(const std::string& word) {
  return (!word.empty() && word.front() >= '0' && word.front() <= '9') ||
         is_listed("number_words", word);
}

// A noun in the singular without a determiner: "under construction".
bool is_singular_alone(const SwapPlace& place, std::size_t noun, std::size_t begin) {
  const std::string& word = place.text(noun);
  return noun == begin && place.lexicon.has(word, WordKind::kNoun) &&
         place.lexicon.base_of(word, WordKind::kNoun) == word &&
         !is_listed("pronouns_as_objects", word);
}

bool are_words_at(const ListedPreposition& row, const SwapPlace& place) {
  return place.at + row.words.size() < place.linkage.words.size() &&
         std::ranges::all_of(
             row.words, [&, at = place.at](
                            std::string_view word) mutable { return place.text(at++) == word; });
}

// The noun or pronoun of the phrase that the words before `end` begin. 0: none.
std::size_t object_before(const SwapPlace& place, std::size_t end) {
  for (std::size_t at = end; at-- > place.at;) {
    if (const auto* link = link_right(place.linkage, at, "|J|")) return link->right;
  }
  // "Ran up the stairs", linked as "picked up the stairs" is.
  const ParsedLink* verb = link_left(place.linkage, place.at, "|K|");
  const ParsedLink* object = verb ? link_right(place.linkage, verb->left, "|O|") : nullptr;
  return object ? object->right : 0;
}

// "Outside" at the end, not "from outside".
bool is_alone_at_end(const SwapPlace& place, std::size_t end) {
  const std::string& next = place.text(end);
  return (next.empty() || next == "." || next == "!") && !place.is_adjective(place.at - 1) &&
         !is_listed("role_preposition", place.before()) &&
         !is_listed("role_determiner", place.before());
}

// Whether a phrase of the list is there, before what it must precede.
bool is_preposition_at(const ListedPreposition& row, const SwapPlace& place) {
  if (!are_words_at(row, place)) return false;
  const std::size_t end = place.at + row.words.size();
  const std::size_t object = object_before(place, end);
  if (row.has("number")) return object == 0 && is_number(place.text(end));
  if (row.has("nothing")) return object == 0 && is_alone_at_end(place, end);
  return object != 0 && row.suits(place.text(object), place.lexicon) &&
         !is_singular_alone(place, object, end);
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// A word or phrase that may be replaced, and by which.
struct Candidate {
  std::size_t at = 0;
  std::vector<std::string> words{};  // in the same form
  std::size_t count = 1;             // of the words that are replaced: 2 of "next to"
  bool preposition = false;
};

class EnglishWordSwapper final : public WordSwapper {
 public:
  EnglishWordSwapper()
      : lexicon_(kWordNetFolder),
        examples_(kWordNetFolder),
        counts_(kWordNetFolder),
        places_(kWordNetFolder, lexicon_, counts_),
        parser_(make_link_parser()) {}

  Outcome swap(SwapKind kind, const std::string& sentence, std::uint64_t seed) override {
    if (!is_fit_to_parse(sentence)) return not_eligible("too long to parse");
    const auto linkages = parser_->parse(sentence, kLinkages);
    if (linkages.empty()) return not_eligible("not parsed");
    const double cost = linkages.front().cost;
    if (cost >= (ends_as_sentence(sentence) ? kDoubtfulSentence : kDoubtfulPhrase)) {
      return not_eligible("doubtful parse");
    }
    auto candidates = candidates_of(kind, sentence, linkages);
    if (kind != SwapKind::kNoun) add_prepositions(kind, sentence, linkages.front(), candidates);
    if (candidates.empty()) return not_eligible("no word to replace");
    if (kind == SwapKind::kNoun) {
      for (auto& candidate : candidates) keep_fit(sentence, linkages.front(), candidate);
      std::erase_if(candidates, [](const Candidate& one) { return one.words.empty(); });
      if (candidates.empty()) return refused("may go with this noun alone");
    }
    return swapped(candidates, sentence, linkages.front(), seed);
  }

 private:
  Outcome swapped(const std::vector<Candidate>& candidates, const std::string& sentence,
                  const Linkage& linkage, std::uint64_t seed) {
    const std::uint64_t key = stream_key(seed, digest_of("word swap 1", sentence).low64());
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      const auto& candidate = candidates[(bits_at(key, 0) + turn) % candidates.size()];
      const auto& word = candidate.words[bits_at(key, 1) % candidate.words.size()];
      Outcome swapped = replaced(sentence, linkage, candidate, word);
      if (!swapped.text.empty() && is_parsed_alike(swapped.text, linkage, candidate)) {
        return swapped;
      }
    }
    return refused("what comes is not parsed alike");
  }

  std::vector<Candidate> candidates_of(SwapKind kind, const std::string& sentence,
                                       const std::vector<Linkage>& linkages) const {
    std::vector<Candidate> found;
    const Linkage& best = linkages.front();
    for (std::size_t at = 0; at < best.words.size(); ++at) {
      const ParsedWord& word = best.words[at];
      const auto of = kind_of(word);
      const bool name = word.begin > 0 && is_upper(sentence[word.begin]);
      if (!of || name || !is_plain_word(word.text)) continue;
      const SwapPlace place{sentence, best, at, *of, lexicon_, places_};
      if (!suits(kind, place)) continue;
      Candidate candidate{at, {}};
      if (is_sure(linkages, at)) candidate.words = others(kind, *of, word.text);
      if (candidate.words.empty()) candidate.words = of_what_is_seen(kind, place);
      if (!candidate.words.empty()) found.push_back(std::move(candidate));
    }
    return found;
  }

  // "Around" for "about".
  void add_prepositions(SwapKind kind, const std::string& sentence, const Linkage& linkage,
                        std::vector<Candidate>& found) const {
    for (std::size_t at = 1; at + 1 < linkage.words.size(); ++at) {
      const SwapPlace place{sentence, linkage, at, WordKind::kAdverb, lexicon_, places_};
      if (kind == SwapKind::kAntonym && is_unfit_for_antonym(place)) continue;
      for (const auto& row : listed_prepositions()) {
        const auto word = kind == SwapKind::kSynonym ? row.synonym : row.opposite;
        if (word.empty() || !is_preposition_at(row, place)) continue;
        found.push_back({at, {std::string(word)}, row.words.size(), true});
        break;
      }
    }
  }

  bool suits(SwapKind kind, const SwapPlace& place) const {
    if (kind == SwapKind::kSynonym) return true;
    if (kind == SwapKind::kNoun && place.kind != WordKind::kNoun) return false;
    if (has_rarer_sense(place)) return false;
    return kind != SwapKind::kAntonym || !is_unfit_for_antonym(place);
  }

  // Leaves the nouns that suit the place.
  void keep_fit(const std::string& sentence, const Linkage& linkage, Candidate& candidate) const {
    const std::string noun = lexicon_.base_of(linkage.words[candidate.at].text, WordKind::kNoun);
    if (!places_.has_sure_sense(noun) ||
        places_.is_held_by_parse(sentence, linkage, candidate.at)) {
      candidate.words.clear();
    }
    std::erase_if(candidate.words, [&](const std::string& form) {
      const std::string other = lexicon_.base_of(form, WordKind::kNoun);
      return places_.is_held_by_words(linkage, candidate.at, noun, other);
    });
  }

  // Whether the sentence is WordNet's example for another sense of the word than its most frequent
  // one: "a close contest".
  bool has_rarer_sense(const SwapPlace& place) const {
    const std::string base = lexicon_.base_of(place.word(), place.kind);
    return std::ranges::any_of(examples_.senses(place.sentence),
                               [&](const ExampleSenses::Sense& sense) {
                                 return std::ranges::count(sense.words, base) > 0 &&
                                        (sense.kind != place.kind ||
                                         !lexicon_.is_first_sense(base, place.kind, sense.offset));
                               });
  }

  // Whether all linkages that are as good take the word for the same, and no other word belongs to
  // it: "car park".
  static bool is_sure(const std::vector<Linkage>& linkages, std::size_t at) {
    const ParsedWord& word = linkages.front().words[at];
    for (const auto& link : linkages.front().links) {
      if (link.type == "AN" && (link.left == at || link.right == at)) return false;
    }
    return std::all_of(linkages.begin() + 1, linkages.end(), [&](const Linkage& other) {
      if (other.cost > linkages.front().cost + kSlight) return true;
      return std::any_of(other.words.begin(), other.words.end(), [&](const ParsedWord& same) {
        return same.begin == word.begin && same.end == word.end && kind_of(same) == kind_of(word);
      });
    });
  }

  // The replacements for a word, in its form.
  std::vector<std::string> others(SwapKind kind, WordKind of, const std::string& word) const {
    const std::string base = lexicon_.base_of(word, of);
    const bool plural = base != word;
    if (plural && of != WordKind::kNoun) return {};  // "bigger"
    if (!lexicon_.has(base, of)) return {};
    std::vector<std::string> forms;
    for (const auto& other : base_forms(kind, of, base)) {
      if (!is_plain_word(other) || other == base) continue;
      const auto form = plural ? plural_of(other, of) : std::optional(other);
      if (form && lexicon_.base_of(*form, of) == other) forms.push_back(*form);
    }
    return forms;
  }

  // "Big" for "large" of an animal.
  std::vector<std::string> of_what_is_seen(SwapKind kind, const SwapPlace& place) const {
    const ParsedLink* link = link_right(place.linkage, place.at, "|A|");
    if (kind == SwapKind::kNoun || !place.is_adjective(place.at) || !link) return {};
    const auto noun = lexicon_.category(place.text(link->right), WordKind::kNoun);
    const auto* adjective = noun ? concrete_adjective(place.word(), *noun) : nullptr;
    if (!adjective) return {};
    const auto word = kind == SwapKind::kSynonym ? adjective->synonym : adjective->opposite;
    if (word.empty()) return {};
    return {std::string(word)};
  }

  // Nothing for a plural that is neither regular nor listed.
  std::optional<std::string> plural_of(const std::string& noun, WordKind of) const {
    for (const auto listed : word_list("en", "irregular_plurals")) {
      if (listed.starts_with(noun + " ")) return std::string(listed.substr(noun.size() + 1));
    }
    return lexicon_.has_irregular_form(noun, of) ? std::nullopt : regular_plural(noun);
  }

  std::vector<std::string> base_forms(SwapKind kind, WordKind of, const std::string& base) const {
    if (kind == SwapKind::kNoun) return sister_nouns(base);
    if (kind == SwapKind::kAntonym) {
      auto antonyms = antonyms_of(lexicon_, base, of);
      const bool doubtful = antonyms.size() > 1 || !has_sure_antonym(base);  // "old": new or young
      if (doubtful) antonyms.clear();
      std::erase_if(antonyms, [&](const auto& other) { return !lexicon_.is_common(other, of); });
      return antonyms;
    }
    const std::string_view synonym = listed_synonym(base, of);
    if (synonym.empty()) return {};
    return {std::string(synonym)};
  }

  static Outcome replaced(const std::string& sentence, const Linkage& linkage,
                          const Candidate& candidate, const std::string& word) {
    const std::size_t at = candidate.at;
    const ParsedWord& old = linkage.words[at];
    const std::size_t end = linkage.words[at + candidate.count - 1].end;
    const bool capital = is_upper(sentence[old.begin]);
    std::string text = sentence, put = word;
    if (capital) put.front() = static_cast<char>(put.front() - 'a' + 'A');
    text.replace(old.begin, end - old.begin, put);
    const bool there = std::ranges::any_of(
        linkage.words, [&](const ParsedWord& other) { return other.text == word; });
    if (there) return {};  // "brothers and sisters"
    const ParsedWord& before = linkage.words[at - 1];
    if (before.text == "very" && word.ends_with("less")) return {};  // has no degrees
    if (before.text == "a" || before.text == "an") {
      const auto article = article_of(word);
      if (article.empty()) return {};
      text.replace(before.begin + 1, before.end - before.begin - 1, article.substr(1));
    }
    return {true,
            std::move(text),
            {},
            lower_case(sentence.substr(old.begin, end - old.begin)) + " -> " + word};
  }

  bool is_parsed_alike(const std::string& text, const Linkage& before, const Candidate& candidate) {
    const auto linkages = parser_->parse(text, 1);
    if (linkages.empty() || linkages.front().cost > before.cost + kDearer) return false;
    const auto& words = linkages.front().words;
    const std::size_t at = candidate.at;
    return candidate.preposition ||
           (at < words.size() && kind_of(words[at]) == kind_of(before.words[at]));
  }

  Lexicon lexicon_;
  ExampleSenses examples_;
  SenseCounts counts_;
  NounPlaces places_;
  std::unique_ptr<LinkParser> parser_;
};

}  // namespace

std::unique_ptr<WordSwapper> english_word_swapper() {
  return std::make_unique<EnglishWordSwapper>();
}

}  // namespace sonde
