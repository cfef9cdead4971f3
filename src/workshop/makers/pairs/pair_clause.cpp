#include "workshop/makers/pairs/pair_clause.h"

#include <algorithm>
#include <initializer_list>

#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/lexicon/word_relations.h"

namespace sonde {
namespace {

constexpr std::array<std::string_view, 3> kArticles{"the", "a", "an"};
constexpr std::array<std::string_view, 16> kDeterminers{
    "a",   "an",  "the", "this",  "that", "these", "those", "his",
    "her", "its", "our", "their", "some", "many",  "most",  "several"};
// Verbs with an object that have no passive, or one of another meaning.
constexpr std::array<std::string_view, 10> kNoPassive{
    "have", "lack", "resemble", "cost", "fit", "suit", "weigh", "equal", "become", "marry"};

constexpr std::size_t kShortestPlural = 3;  // without its s: not "gas" or "bus"

template <class List>
bool lists(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::pair<std::string, std::string> split_first(const std::string& phrase) {
  const auto space = phrase.find(' ');
  if (space == phrase.npos) return {phrase, ""};
  return {phrase.substr(0, space), phrase.substr(space + 1)};
}

// "a" or "an" before a word, by its letter.
std::string article_before(const std::string& article, std::string_view word) {
  if (article != "a" && article != "an") return article;
  return std::string_view("aeiou").find(word.front()) == std::string_view::npos ? "a" : "an";
}

// The last word of a phrase, or before "of".
std::string head_of(const std::string& phrase) {
  const std::string first = phrase.substr(0, phrase.find(" of "));
  return first.substr(first.rfind(' ') + 1);
}

std::string joined_words(std::initializer_list<std::string> parts) {
  std::string text;
  for (const auto& part : parts) {
    if (!part.empty()) text += (text.empty() ? "" : " ") + part;
  }
  return text;
}

bool is_adverb(const std::string& manner) {
  return manner.ends_with("ly") && manner.find(' ') == manner.npos;
}

}  // namespace

std::string with_adjective(const std::string& phrase, const std::string& adjective) {
  if (adjective.empty()) return phrase;
  const auto [first, rest] = split_first(phrase);
  if (rest.empty() || !lists(kDeterminers, first)) return adjective + " " + phrase;
  return article_before(first, adjective) + " " + adjective + " " + rest;
}

std::pair<std::string, std::string> split_preposition(const std::string& phrase) {
  auto [first, rest] = split_first(phrase);
  return {first + " ", rest};
}

bool PairGrammar::is_plural(const std::string& phrase) const {
  const std::string head = head_of(phrase);
  if (is_a(WordClass::kPlural, head)) return true;
  const bool has_s = head.size() > kShortestPlural && head.ends_with('s') && !head.ends_with("ss");
  // "letters" is also a separate word.
  if (has_s && lexicon_.has(head.substr(0, head.size() - 1), WordKind::kNoun)) return true;
  return lexicon_.base_of(head, WordKind::kNoun) != head;
}

std::string PairGrammar::be(const FiniteVerb& verb, const std::string& subject) const {
  if (verb.past) return is_plural(subject) ? "were" : "was";
  return is_plural(subject) ? "are" : "is";
}

std::string PairGrammar::inflected(const FiniteVerb& verb, const std::string& subject) const {
  const VerbForm form = verb.past            ? VerbForm::kPast
                        : is_plural(subject) ? VerbForm::kBase
                                             : VerbForm::kThird;
  return joined_words({forms_.inflected(verb.base, form).value_or(""), verb.particle});
}

FiniteVerb PairGrammar::finite_verb(const std::string& text, const std::string& subject,
                                    const Place& place) const {
  const auto [word, particle] = split_first(text);
  for (const bool past : {true, false}) {
    const auto base = past ? forms_.base_of_past(word) : forms_.base_of_third(word);
    for (const auto& candidate : {base.value_or(""), word}) {
      FiniteVerb verb{candidate, particle, past};
      if (forms_.is_base(candidate) && inflected(verb, subject) == text) return verb;
    }
  }
  throw input_error("'" + text.substr(0, 40) + "' is not a finite form that '" +
                        subject.substr(0, 40) + "' has, by WordNet's verbs and nouns",
                    place, "write the past, or the present that goes with the subject");
}

void PairGrammar::put(PairClause& clause, const PairFrame& frame, FrameSlot filler,
                      std::size_t which) const {
  const std::string& text = frame.of(filler)[which];
  if (filler == FrameSlot::kSubject) clause.subject = text;
  if (filler == FrameSlot::kVerb) {
    clause.verb = finite_verb(text, frame.of(FrameSlot::kSubject).front(), frame.place);
  }
  if (filler == FrameSlot::kObject) clause.object = text;
  if (filler == FrameSlot::kIndirect) clause.indirect = text;
}

PairClause PairGrammar::clause(const PairFrame& frame) const {
  PairClause clause;
  clause.object_is_theme = frame.object_is_theme;
  for (std::size_t i = 0; i < kFillers; ++i) {
    const auto filler = static_cast<FrameSlot>(i);
    if (!frame.of(filler).empty()) put(clause, frame, filler, 0);
  }
  return clause;
}

std::string PairGrammar::participle(const FiniteVerb& verb) const {
  if (lists(kNoPassive, verb.base)) return {};
  const auto form = forms_.inflected(verb.base, VerbForm::kParticiple);
  return form ? joined_words({*form, verb.particle}) : std::string();
}

std::string PairGrammar::sentence(const PairClause& clause) const {
  const std::string& manner = clause.modifier(Modifier::kManner);
  const std::string adverb = is_adverb(manner) ? manner : "", way = is_adverb(manner) ? "" : manner;
  const std::string subject =
      with_adjective(clause.subject, clause.modifier(Modifier::kSubjectAdjective));
  const std::string object =
      with_adjective(clause.object, clause.modifier(Modifier::kObjectAdjective));
  const std::string& path = clause.modifier(Modifier::kTrajectory);
  const std::string end =
      joined_words({way, clause.modifier(Modifier::kLocation), clause.modifier(Modifier::kTime)});
  std::string text =
      clause.passive
          ? joined_words({object, be(clause.verb, clause.object), adverb, participle(clause.verb),
                          clause.indirect, path, "by", subject, end})
          : joined_words({subject, adverb, inflected(clause.verb, clause.subject), object,
                          clause.indirect, path, end});
  if (text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text + ".";
}

RolePhrases PairGrammar::roles(const PairClause& clause) const {
  const std::string object =
      with_adjective(clause.object, clause.modifier(Modifier::kObjectAdjective));
  const std::string subject =
      with_adjective(clause.subject, clause.modifier(Modifier::kSubjectAdjective));
  const bool theme = clause.object_is_theme;
  RolePhrases roles{
      {"Agent", clause.passive ? "by " + subject : subject},
      {"Verb", clause.passive ? participle(clause.verb) : inflected(clause.verb, clause.subject)},
      {"Patient", theme ? clause.indirect : object},
      {"Theme", theme ? object : clause.indirect},
      {"Time", clause.modifier(Modifier::kTime)},
      {"Manner", clause.modifier(Modifier::kManner)},
      {"Location", clause.modifier(Modifier::kLocation)},
      {"Trajectory", clause.modifier(Modifier::kTrajectory)}};
  std::erase_if(roles, [](const auto& role) { return role.second.empty(); });
  return roles;
}

std::optional<PairGrammar::Exchanged> PairGrammar::exchange(const std::string& phrase,
                                                            const FiniteVerb& verb) const {
  const auto [article, noun] = split_first(phrase);
  if (!lists(kArticles, article) || noun.empty() || noun.find(' ') != noun.npos || is_plural(noun))
    return {};
  if (!verb.particle.empty() || !lexicon_.has(verb.base, WordKind::kNoun)) return {};
  if (!forms_.is_base(noun) || !forms_.inflected(noun, VerbForm::kPast)) return {};
  return Exchanged{noun, article_before(article, verb.base) + " " + verb.base};
}

bool PairGrammar::are_related(const PairClause& first, const PairClause& second) const {
  const auto words = [&](const PairClause& clause) {
    std::vector<std::string> found{clause.verb.base};
    for (const auto& phrase : {clause.subject, clause.object, clause.indirect}) {
      if (!phrase.empty()) found.push_back(lexicon_.base_of(head_of(phrase), WordKind::kNoun));
    }
    return found;
  };
  const auto others = words(second);
  return std::ranges::any_of(words(first), [&](const std::string& one) {
    return std::ranges::any_of(others, [&](const std::string& other) {
      return one == other || are_synonyms(lexicon_, one, other);
    });
  });
}

}  // namespace sonde
