#include "workshop/language/edits/affirmation.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/edits/negation_rules.h"

namespace sonde {
namespace {

constexpr auto kApostrophes = std::to_array<std::string_view>({"'", "\u2019"});

// Auxiliaries whose form with "n't" is not the word itself before it.
struct NegatedStem {
  std::string_view stem;
  std::size_t kept;         // letters of it
  std::string_view ending;  // of the auxiliary
};
constexpr std::array kNegatedStems{NegatedStem{"ca", 2, "n"}, NegatedStem{"wo", 1, "ill"},
                                   NegatedStem{"sha", 3, "ll"}};
// "ai" is not an auxiliary, and "need", "dare", "ought" take "to" if they are not negated.
constexpr auto kInseparable = std::to_array<std::string_view>({"ai", "need", "dare", "ought"});

// The auxiliary of which "does", "ca", "wo" is the part before "n't".
std::optional<std::string> auxiliary_of(std::string_view stem) {
  const std::string lower = lower_case(stem);
  if (std::ranges::find(kInseparable, lower) != kInseparable.end()) return std::nullopt;
  const auto row = std::ranges::find(kNegatedStems, lower, &NegatedStem::stem);
  if (row == kNegatedStems.end()) return std::string(stem);
  return std::string(stem.substr(0, row->kept)) + std::string(row->ending);
}

// "does" of "doesn't", as it is written in the sentence. Nothing for other words.
std::optional<std::string> without_suffix(std::string_view word) {
  if (lower_case(word) == "cannot") return std::string(word.substr(0, 3));
  for (const auto apostrophe : kApostrophes) {
    const std::string suffix = "n" + std::string(apostrophe) + "t";
    if (word.ends_with(suffix)) return auxiliary_of(word.substr(0, word.size() - suffix.size()));
  }
  return std::nullopt;
}

std::string replaced(std::string_view sentence, std::size_t at, std::size_t size,
                     std::string_view text) {
  std::string whole(sentence);
  return whole.replace(at, size, text);
}

// Removes the word and the white space after it. At the end, that before it.
Removal removed(Removal::Kind kind, std::string_view sentence, std::size_t at, std::size_t size) {
  const std::size_t next = sentence.find_first_not_of(' ', at + size);
  if (next != sentence.npos && next > at + size) {
    return {kind, replaced(sentence, at, next - at, ""), at};
  }
  const std::size_t last = at == 0 ? sentence.npos : sentence.find_last_not_of(' ', at - 1);
  const std::size_t begin = last == sentence.npos ? 0 : last + 1;
  return {kind, replaced(sentence, begin, at + size - begin, ""), begin};
}

// One spelling of "not" after auxiliaries that are written in several ways.
std::string written_out(std::string_view sentence) {
  using Spelling = std::pair<std::string_view, std::string_view>;
  static constexpr std::array kSpellings{
      Spelling{"\u2019", "'"},        Spelling{"cannot", "can not"},
      Spelling{"'ll", " will"},       Spelling{" would not", "'d not"},
      Spelling{" had not", "'d not"}, Spelling{" would've", " would have"},
      Spelling{"n't", " not"}};
  std::string text(sentence);
  for (const auto& [from, to] : kSpellings) {
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

// Whether a negation followed an auxiliary, or adverbs after it.
bool stands_behind(const EditedClause& clause, std::size_t begin) {
  const auto& words = clause.linkage().words;
  std::size_t at = clause.verb() + 1;
  while (at < words.size() && words[at].begin < begin && is_adverb(clause, at)) ++at;
  return clause.clause().mood == Mood::kStatement && at < words.size() && words[at].begin == begin;
}

// Whether the clause's own negation is the one that was taken away.
bool is_of_clause(const EditedClause& clause, const Removal& removal, std::string_view sentence,
                  const VerbForms& forms) {
  const auto begin = [&](std::size_t word) { return clause.linkage().words[word].begin; };
  const bool auxiliary = is_auxiliary(clause, clause.verb());
  if (removal.kind == Removal::Kind::kSuffix) return begin(clause.verb()) == removal.at;
  if (auxiliary && stands_behind(clause, removal.at)) return true;
  if (removal.kind == Removal::Kind::kNever && !auxiliary) {
    const auto place = place_before(clause, clause.verb());
    return place && begin(*place) == removal.at;
  }
  EditedClause again(clause.linkage(), clause.clause(), removal.text);
  const Negation negation = negate_by(again, forms);
  const auto* negated = std::get_if<Negated>(&negation);
  if (!negated) return false;
  std::string before(sentence);
  if (removal.kind == Removal::Kind::kNever) before.replace(removal.at, 5, "not");
  return written_out(negated->text) == written_out(before);
}

std::optional<std::string> without_support(std::string_view base, std::string_view support,
                                           const VerbForms& forms) {
  if (!forms.is_base(base)) return std::nullopt;
  return forms.inflected(base, support == "does"  ? VerbForm::kThird
                               : support == "did" ? VerbForm::kPast
                                                  : VerbForm::kBase);
}

// Restores "does go" to "goes". False if a form is not known.
bool undo_support(EditedClause& clause, const VerbForms& forms) {
  const ParsedLink* infinitive = link_right(clause.linkage(), clause.verb(), "|I|");
  const std::string support(clause.word(clause.verb()));
  for (const std::size_t at : verbs_of(clause.linkage(), infinitive->right)) {
    const auto form = without_support(clause.word(at), support, forms);
    if (!form) return false;
    if (*form != clause.word(at)) clause.replace(at, *form);
  }
  clause.remove(clause.verb());
  clause.note("do-support undone");
  return true;
}

bool has_support(const EditedClause& clause) {
  return clause.clause().mood != Mood::kQuestion && clause.is(WordClass::kDo, clause.verb()) &&
         is_auxiliary(clause, clause.verb()) && link_right(clause.linkage(), clause.verb(), "|I|");
}

std::string_view rule_of(Removal::Kind kind) {
  return kind == Removal::Kind::kNever ? "never taken away" : "not taken away";
}

}  // namespace

std::vector<Removal> removals(std::string_view sentence) {
  std::vector<std::string_view> words;
  split_words(sentence, words);
  std::vector<Removal> all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto at = static_cast<std::size_t>(word.data() - sentence.data());
    if (word == "n't" && i > 0) {  // "does n't", as tokenised text has it
      const auto before = static_cast<std::size_t>(words[i - 1].data() - sentence.data());
      const auto stem = without_suffix(std::string(words[i - 1]) + "n't");
      if (stem)
        all.push_back(
            {Removal::Kind::kSuffix, replaced(sentence, before, at + 3 - before, *stem), before});
    } else if (const auto stem = without_suffix(word)) {
      all.push_back({Removal::Kind::kSuffix, replaced(sentence, at, word.size(), *stem), at});
    } else if (word == "not") {
      all.push_back(removed(Removal::Kind::kNot, sentence, at, word.size()));
    } else if (word == "never") {
      all.push_back(removed(Removal::Kind::kNever, sentence, at, word.size()));
    }
  }
  return all;
}

bool speaks_against_affirming(std::string_view sentence) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"any",    "anyone", "anybody", "anything", "anywhere",    "anymore", "ever", "yet",
       "either", "until",  "till",    "nor",      "neither",     "hardly",  "only", "even",
       "just",   "merely", "simply",  "because",  "necessarily", "exactly"});
  static constexpr auto kPhrases = std::to_array<std::string_view>(
      {"not at", "not least", "not so much", "not long", "not a single", "not one", "at all"});
  std::vector<std::string_view> words;
  split_words(sentence, words);
  const auto is_among = [&](std::string_view word) {
    return std::find(kWords.begin(), kWords.end(), lower_case(word)) != kWords.end();
  };
  const auto is_in = [&](std::string_view phrase) {
    return sentence.find(phrase) != sentence.npos;
  };
  const bool contrasts = is_in(" but ") && !is_in(", but ");  // "not a doctor but a nurse"
  return contrasts || std::any_of(words.begin(), words.end(), is_among) ||
         std::any_of(kPhrases.begin(), kPhrases.end(), is_in);
}

bool keeps_support(const Linkage& linkage, const Removal& removal) {
  if (removal.kind == Removal::Kind::kNever) return true;
  const auto& words = linkage.words;
  const auto found = std::find_if(words.begin(), words.end(), [&](const ParsedWord& word) {
    return removal.kind == Removal::Kind::kSuffix
               ? word.begin == removal.at && word.end > word.begin
               : word.begin < removal.at && word.end + 1 == removal.at;
  });
  if (found == words.end() || !is_a(WordClass::kDo, found->text)) return true;
  const auto at = static_cast<std::size_t>(found - words.begin());
  const bool elliptic = at + 1 >= words.size() || words[at + 1].text.size() < 2;  // "I do."
  return elliptic || link_right(linkage, at, "|I|");
}

Negation affirm_by(EditedClause& clause, const Removal& removal, std::string_view sentence,
                   const VerbForms& forms) {
  if (!is_of_clause(clause, removal, sentence, forms)) return Refusal::kAffirmative;
  clause.note(rule_of(removal.kind));
  if (removal.kind != Removal::Kind::kNever && has_support(clause) &&
      !undo_support(clause, forms)) {
    return Refusal::kNoRule;
  }
  return clause.negated();
}

}  // namespace sonde
