#include "workshop/language/edits/word_swap.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/digest.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/listed_synonyms.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/lexicon/sister_nouns.h"
#include "workshop/language/lexicon/word_class.h"
#include "workshop/language/parse/linkage.h"
#include "workshop/language/parse/noun_place.h"

namespace sonde {
namespace {

constexpr std::size_t kLinkages = 20;
// Linkages that cost so little more must take the word for the same kind.
constexpr double kSlight = 0.5;
// The sentence that comes may cost so much more.
constexpr double kDearer = 1;
constexpr double kDoubtfulPhrase = 3, kDoubtfulSentence = 8;

std::optional<WordKind> kind_of(const ParsedWord& word) {
  const std::string_view class_of = word.subscript;
  if (class_of == "n") return WordKind::kNoun;
  if (class_of == "a") return WordKind::kAdjective;
  if (class_of == "e") return WordKind::kAdverb;
  return std::nullopt;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// "a" or "an" before a word; nothing where its letters don't tell.
std::optional<std::string_view> article_of(std::string_view word) {
  const char first = word.front();
  if (first == 'h' || first == 'u' || word.starts_with("eu") || word.starts_with("on")) {
    return std::nullopt;
  }
  return std::string_view("aeio").find(first) == std::string_view::npos ? "a" : "an";
}

// The regular plural; nothing where the ending has several.
std::optional<std::string> regular_plural(std::string_view noun) {
  const std::string base(noun);
  if (noun.ends_with('f') || noun.ends_with("fe") || noun.ends_with('o') || noun.ends_with("is") ||
      noun.ends_with("us") || noun.ends_with("man")) {
    return std::nullopt;
  }
  const bool vowel_before =
      noun.size() > 1 && std::string_view("aeou").find(noun[noun.size() - 2]) != noun.npos;
  if (noun.ends_with('y') && !vowel_before) return base.substr(0, base.size() - 1) + "ies";
  const bool hisses = noun.ends_with('s') || noun.ends_with('x') || noun.ends_with('z') ||
                      noun.ends_with("ch") || noun.ends_with("sh");
  return base + (hisses ? "es" : "s");
}

// Where a reason or a purpose is told, the opposite of a word in it may contradict the rest: "its
// leakiness made the boat dangerous".
bool tells_a_reason(const Linkage& linkage) {
  static const WordSet& kReasons = word_set("en", "reason_words");
  constexpr std::size_t kManyWords = 14;  // with the walls and the mark at the end
  return linkage.words.size() > kManyWords ||
         std::ranges::any_of(linkage.words,
                             [](const ParsedWord& word) { return kReasons.contains(word.text); });
}

// A word that may be replaced, and by which.
struct Candidate {
  std::size_t at = 0;
  std::vector<std::string> words{};  // in the same form
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
    if (candidates.empty()) return not_eligible("no word to replace");
    if (kind == SwapKind::kNoun) {
      for (auto& candidate : candidates) keep_fit(sentence, linkages.front(), candidate);
      std::erase_if(candidates, [](const Candidate& one) { return one.words.empty(); });
      if (candidates.empty()) return refused("may go with this noun alone");
    }
    const std::uint64_t key = stream_key(seed, digest_of("word swap 1", sentence).low64());
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      const auto& candidate = candidates[(bits_at(key, 0) + turn) % candidates.size()];
      const auto& word = candidate.words[bits_at(key, 1) % candidate.words.size()];
      Outcome swapped = replaced(sentence, linkages.front(), candidate.at, word);
      if (!swapped.text.empty() && is_parsed_alike(swapped.text, linkages.front(), candidate.at)) {
        return swapped;
      }
    }
    return refused("what comes is not parsed alike");
  }

 private:
  std::vector<Candidate> candidates_of(SwapKind kind, const std::string& sentence,
                                       const std::vector<Linkage>& linkages) const {
    std::vector<Candidate> found;
    const Linkage& best = linkages.front();
    for (std::size_t at = 0; at < best.words.size(); ++at) {
      const ParsedWord& word = best.words[at];
      const auto of = kind_of(word);
      const bool name = word.begin > 0 && is_upper(sentence[word.begin]);
      if (!of || name || !is_plain_word(word.text) || !is_sure(linkages, at)) continue;
      if (kind == SwapKind::kNoun && *of != WordKind::kNoun) continue;
      if (kind == SwapKind::kAntonym &&
          (tells_a_reason(best) || has_no_place_for_antonym(best, at) ||
           may_be_of_space(best, at) || sentence.find("--") != sentence.npos)) {
        continue;
      }
      if (kind == SwapKind::kAntonym &&
          places_.is_in_phrase(best, at, lexicon_.base_of(word.text, *of))) {
        continue;
      }
      if (kind != SwapKind::kSynonym && has_rarer_sense(sentence, *of, word.text)) continue;
      Candidate candidate{at, others(kind, *of, word.text)};
      if (!candidate.words.empty()) found.push_back(std::move(candidate));
    }
    return found;
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

  // "The most dangerous", and "the man who lost his hat": "his" would point to no woman.
  static bool has_no_place_for_antonym(const Linkage& linkage, std::size_t at) {
    static const WordSet& kDegrees = word_set("en", "degrees");
    static const WordSet& kJoining = word_set("en", "joining_words");
    static const WordSet& kGenders = word_set("en", "gendered_words");
    static const WordSet& kOfOneSex = word_set("en", "words_of_one_sex");
    static const WordSet& kPointing = word_set("en", "pointing_words");
    const auto& words = linkage.words;
    const std::string_view before = words[at - 1].text;
    const std::string_view behind =
        at + 1 < words.size() ? std::string_view(words[at + 1].text) : "";
    if (kDegrees.contains(before) || before.ends_with("ly")) return true;  // "deliberately false"
    // "Doddering and frail": what stands beside it says the same.
    if (kJoining.contains(before) || kJoining.contains(behind)) return true;
    const auto is_adjective = [&](std::size_t other) {
      return other < words.size() && kind_of(words[other]) == WordKind::kAdjective;
    };
    if (is_within_of(linkage, at)) return true;
    // "A few molecules wide": no measure of narrowness.
    if (is_adjective(at) && kind_of(words[at - 1]) == WordKind::kNoun) return true;
    // "A foolish overvaliant act": the other one may say why.
    if (is_adjective(at) && (is_adjective(at - 1) || is_adjective(at + 1))) return true;
    if (!kGenders.contains(words[at].text)) return false;
    // "In her pregnancy a woman", but "he looked at the woman", "his wife".
    const bool points = std::any_of(words.begin(), words.end(), [&](const ParsedWord& word) {
      const bool before_it = &word == &words[at - 1];
      const bool behind_it = &word > &words[at];
      return kPointing.contains(word.text) && !before_it &&
             (behind_it || is_female(word.text) == is_female(words[at].text));
    });
    const auto sexes = std::ranges::count_if(words, [&](const ParsedWord& word) {
      return kGenders.contains(word.text) || kOfOneSex.contains(word.text);
    });
    return points || sexes > 1 || is_defined(linkage, at);
  }

  // "A run of victories", "beyond the bounds of acceptable behavior": what stands before says which
  // of the two is meant.
  static bool is_within_of(const Linkage& linkage, std::size_t at) {
    return std::ranges::any_of(linkage.links, [&](const ParsedLink& of) {
      if (of.type != "J" || linkage.words[of.left].text != "of") return false;
      return of.right == at || std::ranges::any_of(linkage.links, [&](const ParsedLink& link) {
               return link.type == "A" && link.left == at && link.right == of.right;
             });
    });
  }

  static bool is_female(std::string_view word) {
    static const WordSet& kFemale = word_set("en", "female_words");
    return kFemale.contains(word);
  }

  // "A long scarf" may be so long for a reason; "a long speech" tells a time.
  bool may_be_of_space(const Linkage& linkage, std::size_t at) const {
    if (linkage.words[at].text != "long") return false;
    const auto next = at + 1 < linkage.words.size()
                          ? lexicon_.category(linkage.words[at + 1].text, WordKind::kNoun)
                          : std::nullopt;
    return next != Category::kNounAct && next != Category::kNounEvent &&
           next != Category::kNounTime && next != Category::kNounCommunication;
  }

  // "A bipara is a woman": what it is called may hang on the word.
  static bool is_defined(const Linkage& linkage, std::size_t at) {
    return std::ranges::any_of(linkage.links, [&](const ParsedLink& link) {
      if (link.left != at && link.right != at) return false;
      const std::size_t verb = link.left == at ? link.right : link.left;
      const bool joins = link.type == "O" || link.type == "S";
      return joins && is_a(WordClass::kBe, linkage.words[verb].text) &&
             std::ranges::any_of(linkage.links, [&](const ParsedLink& other) {
               return other.left == verb && other.type == "O";
             });
    });
  }

  // Whether the sentence is WordNet's example for another sense of the word than its most frequent
  // one: "a close contest".
  bool has_rarer_sense(const std::string& sentence, WordKind of, const std::string& word) const {
    const std::string base = lexicon_.base_of(word, of);
    return std::ranges::any_of(examples_.senses(sentence), [&](const ExampleSenses::Sense& sense) {
      return std::ranges::count(sense.words, base) > 0 &&
             (sense.kind != of || !lexicon_.is_first_sense(base, of, sense.offset));
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

  // The words that may stand for a word, in its form.
  std::vector<std::string> others(SwapKind kind, WordKind of, const std::string& word) const {
    const std::string base = lexicon_.base_of(word, of);
    const bool plural = base != word;
    if (plural && of != WordKind::kNoun) return {};  // "bigger"
    if (!lexicon_.has(base, of)) return {};
    std::vector<std::string> forms;
    for (const auto& other : base_forms(kind, of, base)) {
      const bool common = kind != SwapKind::kAntonym || lexicon_.is_common(other, of);
      if (!is_plain_word(other) || !common || other == base) continue;
      const bool irregular = plural && lexicon_.has_irregular_form(other, of);
      if (irregular) continue;  // "children"
      const auto form = plural ? regular_plural(other) : std::optional(other);
      if (form && lexicon_.base_of(*form, of) == other) forms.push_back(*form);
    }
    return forms;
  }

  std::vector<std::string> base_forms(SwapKind kind, WordKind of, const std::string& base) const {
    if (kind == SwapKind::kNoun) return sister_nouns(base);
    if (kind == SwapKind::kAntonym) {
      auto antonyms = lexicon_.antonyms_of(base, of);
      const bool doubtful = antonyms.size() > 1 || !has_sure_antonym(base);  // "old": new or young
      if (doubtful) antonyms.clear();
      return antonyms;
    }
    const std::string_view synonym = listed_synonym(base, of);
    if (synonym.empty()) return {};
    return {std::string(synonym)};
  }

  static Outcome replaced(const std::string& sentence, const Linkage& linkage, std::size_t at,
                          const std::string& word) {
    const ParsedWord& old = linkage.words[at];
    const bool capital = is_upper(sentence[old.begin]);
    std::string text = sentence, put = word;
    if (capital) put.front() = static_cast<char>(put.front() - 'a' + 'A');
    text.replace(old.begin, old.end - old.begin, put);
    const bool there = std::ranges::any_of(
        linkage.words, [&](const ParsedWord& other) { return other.text == word; });
    if (there) return {};  // "brothers and sisters"
    const ParsedWord& before = linkage.words[at - 1];
    if (before.text == "very" && word.ends_with("less")) return {};  // has no degrees
    if (before.text == "a" || before.text == "an") {
      const auto article = article_of(word);
      if (!article) return {};
      text.replace(before.begin + 1, before.end - before.begin - 1, article->substr(1));
    }
    return {true, std::move(text), {}, old.text + " -> " + word};
  }

  bool is_parsed_alike(const std::string& text, const Linkage& before, std::size_t at) {
    const auto linkages = parser_->parse(text, 1);
    return !linkages.empty() && linkages.front().cost <= before.cost + kDearer &&
           at < linkages.front().words.size() &&
           kind_of(linkages.front().words[at]) == kind_of(before.words[at]);
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
