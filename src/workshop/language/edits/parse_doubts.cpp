#include "workshop/language/edits/parse_doubts.h"

#include <algorithm>

#include "workshop/language/edits/negation_rules.h"

namespace sonde {
namespace {

// A linkage that takes the verb for a noun speaks against the clause even so much above.
constexpr double kMuchMore = 2;
// From here on a parse is far-fetched: of a text without a mark at its end, and of a sentence.
constexpr double kUnlikely = 3, kVeryUnlikely = 6;
constexpr std::string_view kFarFetchedParse = "far-fetched parse";

bool is_conjunction(const ParsedWord& word) {
  return word.text != "," && (word.subscript == "ij" || word.subscript.starts_with("j"));
}

// "The cat, the dog, and the bird": a comma replaces a conjunction there.
bool ends_list(const Linkage& linkage, std::size_t conjunction) {
  const ParsedLink* joined = link_left(linkage, conjunction, "|SJ|");
  return joined && linkage.words[joined->left].text == ",";
}

// "The man, and his dog, went home."
bool is_closed_by_comma(const Linkage& linkage, std::size_t conjunction) {
  const ParsedLink* mark = link_right(linkage, conjunction, "|X|");
  return mark && mark->rest.starts_with('c');
}

bool is_participle(const std::string& word, const VerbForms& forms) {
  const auto base = forms.base_of_past(word);
  return base && forms.inflected(*base, VerbForm::kParticiple) == word;
}

bool is_noun(const ParsedWord& word) {
  return word.subscript.starts_with('n') || word.subscript == "s";
}

// "Live" of "a couple married in June live here".
bool is_verb_as_adverb(const Linkage& linkage, std::size_t at, const VerbForms& forms) {
  const ParsedLink* link = link_left(linkage, at, "|MV|");
  return link && link->rest.starts_with('a') && link->left + 1 < at &&
         linkage.words[at].subscript == "e" && forms.is_base(linkage.words[at].text);
}

// "Called" of "a man stuck in the lift and his wife called".
bool describes_joined_nouns(const Linkage& linkage, std::size_t at) {
  const ParsedLink* link = link_left(linkage, at, "|M|");
  return link && link->rest.starts_with('v') && is_conjunction(linkage.words[link->left]);
}

// "And" of "she walked home and the dog barked", without a comma.
bool joins_clauses(const Linkage& linkage, std::size_t at) {
  const ParsedWord& word = linkage.words[at];
  return word.subscript == "ij" && (word.text == "and" || word.text == "or") &&
         linkage.words[at - 1].text != ",";
}

}  // namespace

std::string_view doubt_of_parse(const std::vector<Linkage>& linkages, std::string_view sentence) {
  const Linkage& best = linkages.front();
  const auto main = main_clause(best);
  const double bearable = ends_as_sentence(sentence) ? kVeryUnlikely : kUnlikely;
  if (!main || best.cost >= bearable || may_follow_clause(best, *main)) return kFarFetchedParse;
  const EditedClause clause(best, *main, sentence);
  const bool may_be_noun = std::ranges::any_of(linkages, [&](const Linkage& other) {
    return other.cost <= best.cost + kMuchMore && takes_verb_for_noun(other, clause);
  });
  return may_be_noun ? "verb may be a noun" : "";
}

bool may_follow_clause(const Linkage& linkage, const Clause& clause) {
  for (std::size_t at = 2; at < clause.verbs.front(); ++at) {
    if (is_conjunction(linkage.words[at]) && linkage.words[at - 1].text == "," &&
        !ends_list(linkage, at) && !is_closed_by_comma(linkage, at)) {
      return true;
    }
  }
  return false;
}

bool may_precede_its_verb(const Linkage& linkage, const Clause& clause, const VerbForms& forms) {
  if (clause.mood != Mood::kStatement || clause.verbs.size() != 1) return false;
  const std::size_t verb = clause.verbs.front();
  if (!is_participle(linkage.words[verb].text, forms)) return false;
  for (std::size_t at = verb + 2; at < linkage.words.size(); ++at) {
    if (is_verb_as_adverb(linkage, at, forms) || describes_joined_nouns(linkage, at) ||
        joins_clauses(linkage, at)) {
      return true;
    }
  }
  return false;
}

bool takes_verb_for_noun(const Linkage& other, const EditedClause& clause) {
  const auto& verbs = clause.clause().verbs;
  return std::any_of(verbs.begin(), verbs.end(), [&](std::size_t at) {
    const ParsedWord& verb = clause.linkage().words[at];
    return !is_auxiliary(clause, at) &&
           std::any_of(other.words.begin(), other.words.end(), [&](const ParsedWord& word) {
             return word.begin == verb.begin && word.end == verb.end && is_noun(word);
           });
  });
}

}  // namespace sonde
