#include "workshop/labellers/completed_phrase.h"

#include <algorithm>
#include <array>

#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/labellers/role_words.h"
#include "workshop/labellers/verb_group.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

// A modal goes with singular and plural, and has one sense.
constexpr std::string_view kAddedModal = "should", kAddedVerb = "should be ",
                           kAddedArticle = "the ";

class PhraseWords {
 public:
  PhraseWords(std::string_view sentence, const Lexicon& lexicon)
      : sentence_(sentence), lexicon_(lexicon) {
    split_words(sentence, words_);
    for (const auto word : words_) lower_.push_back(lower_case(word));
  }

  std::vector<CompletedPhrase> completions() const {
    std::vector<CompletedPhrase> found;
    std::vector<CompletedPhrase> places;
    for (std::size_t at = 1; at < words_.size() && !is(RoleWord::kAuxiliary, at - 1); ++at) {
      const bool done = is_done(at);
      if (done || is_doing(at)) {
        found.push_back(completed(at, true));
        found.back().done = done;
      }
      const bool first = found.empty() && places.empty();
      if (first && is_place(at) && !has_verb_behind(at)) places.push_back(completed(at, false));
    }
    found.insert(found.end(), places.begin(), places.end());
    return found;
  }

 private:
  bool is(RoleWord kind, std::size_t at) const { return is_role_word(kind, lower_[at]); }
  std::size_t begin_of(std::size_t at) const {
    return static_cast<std::size_t>(words_[at].data() - sentence_.data());
  }

  // No comma, determiner or preposition is before the word, but a noun or an adverb.
  bool follows_phrase(std::size_t at) const {
    const std::size_t gap = begin_of(at) - begin_of(at - 1) - words_[at - 1].size();
    const std::string& before = lower_[at - 1];
    const bool closed = is(RoleWord::kDeterminer, at - 1) || is(RoleWord::kPreposition, at - 1) ||
                        is(RoleWord::kSubordinator, at - 1) || before == "and" || before == "or";
    const bool open = lexicon_.category(before, WordKind::kNoun).has_value() ||
                      lexicon_.has(before, WordKind::kAdverb) || !lexicon_.is_word(before);
    return gap == 1 && open && !closed;
  }

  bool is_doing(std::size_t at) const {
    return is_ing_form(lexicon_, lower_[at]) && follows_phrase(at);
  }

  // "Bird perched on a branch".
  bool is_done(std::size_t at) const {
    const std::string& word = lower_[at];
    return at + 1 < words_.size() && is(RoleWord::kPreposition, at + 1) && word.ends_with("ed") &&
           lexicon_.base_of(word, WordKind::kVerb) != word && follows_phrase(at);
  }

  bool is_place(std::size_t at) const {
    const std::string& word = lower_[at];
    const bool place = is(RoleWord::kPlacePreposition, at) || word == "in" || word == "on" ||
                       word == "at" || word == "next";
    return place && follows_phrase(at);
  }

  // "In swimsuits are playing", not "in a hat that is red".
  bool has_verb_behind(std::size_t at) const {
    static constexpr std::array<std::string_view, 4> kRelative{"that", "which", "who", "where"};
    for (; at < words_.size(); ++at) {
      if (std::ranges::find(kRelative, lower_[at]) != kRelative.end()) return false;
      if (is(RoleWord::kAuxiliary, at)) return true;
    }
    return false;
  }

  CompletedPhrase completed(std::size_t at, bool doing) const {
    CompletedPhrase phrase;
    phrase.text = sentence_;
    phrase.doing = doing;
    phrase.verb = begin_of(at);
    phrase.text.insert(phrase.verb, kAddedVerb);
    if (is(RoleWord::kDeterminer, 0) || !lexicon_.is_word(lower_[0])) return phrase;
    phrase.text.replace(begin_of(0), words_[0].size(), std::string(kAddedArticle) + lower_[0]);
    phrase.article = kAddedArticle.size();
    phrase.verb += phrase.article;
    return phrase;
  }

  std::string_view sentence_;
  const Lexicon& lexicon_;
  std::vector<std::string_view> words_;
  std::vector<std::string> lower_;
};

}  // namespace

std::vector<CompletedPhrase> completions_of(std::string_view sentence, const Lexicon& lexicon) {
  return PhraseWords(sentence, lexicon).completions();
}

bool is_clause_of(const CompletedPhrase& phrase, const Linkage& linkage) {
  const auto clause = main_clause(linkage);
  if (!clause || clause->mood != Mood::kStatement || clause->verbs.empty()) return false;
  const ParsedWord& verb = linkage.words[clause->verbs.front()];
  return verb.text == kAddedModal && verb.begin == phrase.verb;
}

Linkage in_sentence(Linkage linkage, const CompletedPhrase& phrase) {
  const auto place = [&](std::size_t at) {
    const std::size_t added =
        std::clamp(at, phrase.verb, phrase.verb + kAddedVerb.size()) - phrase.verb;
    return at - added - std::min(at, phrase.article);
  };
  for (auto& word : linkage.words) {
    word.begin = place(word.begin);
    word.end = place(word.end);
  }
  return linkage;
}

}  // namespace sonde
