#include "workshop/language/edits/transitive_clause.h"

#include <algorithm>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/edits/transitive_doubt.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

constexpr std::string_view kFormNotCovered = "form not covered";

// The first word of a phrase: the leftmost after `floor` that depends on its head.
std::size_t first_of_phrase(const Reading& reading, std::size_t head, std::size_t floor) {
  std::size_t first = head;
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& link : reading.linkage().links) {
      const bool before = link.left > floor && link.left < first;
      if (!before || link.right < first || link.right > head || link.type == "CO") continue;
      first = link.left;
      moved = true;
    }
  }
  return first;
}

// The end of the object: the first word after its head that a word before the object links.
std::size_t end_of_object(const Reading& reading, std::size_t first, std::size_t head) {
  std::size_t end = reading.end();
  for (const auto& link : reading.linkage().links) {
    const bool from_before = link.left != 0 && link.left < first;
    if (from_before && link.right > head && link.right < end) end = link.right;
  }
  return end;
}

// Nothing if it is unclear.
std::optional<bool> is_plural(const Reading& reading, std::size_t head, const ParsedLink& link) {
  if (reading.is_one_of(head, {"them", "us", "you"})) return true;
  if (reading.is_one_of(head, {"me", "him", "her", "it"})) return false;
  const auto subscript = reading.subscript(head);
  if (subscript.starts_with('j')) {
    return reading.word(head) == "and" ? std::optional(true) : std::nullopt;
  }
  if (link.rest.starts_with('p') || subscript == "p") return true;
  if (link.rest.starts_with('s') || link.rest.starts_with('u')) return false;
  return std::nullopt;
}

// Nothing if it is unclear: "they put".
std::optional<bool> is_past(const Reading& reading, const TransitiveVerb& verb,
                            const std::string& base, const VerbForms& forms) {
  const std::string_view word = reading.word(verb.verb());
  const bool tagged = reading.subscript(verb.verb()).ends_with("-d");
  if (word == base) {
    if (tagged) return verb.main.singular ? std::optional(true) : std::nullopt;
    return verb.main.singular ? std::nullopt : std::optional(false);
  }
  return tagged || forms.base_of_past(word).has_value();
}

// Cuts a clause word by word from the left. False if another word comes in between.
class Cutter {
 public:
  Cutter(const Reading& reading, const TransitiveVerb& verb) : reading_(reading), verb_(verb) {}

  bool cut(TransitiveClause& clause) const {
    clause.verb = verb_.verb();
    clause.auxiliaries.assign(verb_.chain.begin(), verb_.chain.end() - 1);
    clause.adverbs = {adverbs_before(reading_.linkage(), clause.verb), clause.verb};
    return cut_subject(clause) && cut_auxiliaries(clause) && cut_object(clause);
  }

 private:
  bool cut_subject(TransitiveClause& clause) const {
    const std::size_t end = clause.auxiliaries.empty() ? clause.adverbs.first : clause.finite();
    clause.subject = {1, end};
    return first_of_phrase(reading_, verb_.main.subject, 0) == 1 &&
           adverbs_before(reading_.linkage(), clause.finite()) >= end;
  }

  bool cut_auxiliaries(const TransitiveClause& clause) const {
    const auto& chain = verb_.chain;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      const bool last = i + 2 == chain.size();
      if (chain[i] + 1 != (last ? clause.adverbs.first : chain[i + 1])) return false;
    }
    return true;
  }

  bool cut_object(TransitiveClause& clause) const {
    std::size_t next = clause.verb + 1;
    const ParsedLink* particle = reading_.right(clause.verb, "|K|");
    if (particle) clause.particle = particle->right;
    if (clause.particle == next) ++next;
    clause.object.first = first_of_phrase(reading_, verb_.object, next - 1);
    clause.object.end = end_of_object(reading_, clause.object.first, verb_.object);
    clause.tail = {clause.object.end, reading_.end()};
    if (clause.object.first != next) return false;
    if (clause.particle < next) return true;
    return clause.particle == clause.tail.first++;
  }

  const Reading& reading_;
  const TransitiveVerb& verb_;
};

}  // namespace

std::optional<TransitiveVerb> transitive_verb(const Reading& reading) {
  const auto main = main_statement(reading);
  if (!main) return std::nullopt;
  TransitiveVerb verb{*main, verb_chain(reading, main->verbs.front())};
  const ParsedLink* object = reading.right(verb.verb(), "|O|");
  const bool copula = is_a(WordClass::kBe, reading.word(verb.verb())) ||
                      reading.is_one_of(verb.verb(), {"be", "been", "being"});
  const ParsedLink* passive = reading.left(verb.verb(), "|P|");
  if (!object || copula || (passive && passive->rest.starts_with('v'))) return std::nullopt;
  verb.object = object->right;
  return verb;
}

CutClause cut_clause(const Reading& reading, const TransitiveVerb& verb, const VerbForms& forms,
                     const Lexicon& lexicon) {
  if (has_joined_verbs(reading, verb.main, verb.verb())) return "several verbs";
  TransitiveClause clause;
  clause.base = base_of_chain(reading, verb.chain, forms);
  if (!Cutter(reading, verb).cut(clause)) return kFormNotCovered;
  const auto plural = is_plural(reading, verb.object, *reading.right(verb.verb(), "|O|"));
  if (!plural) return "number not known";
  clause.plural_object = *plural;
  if (clause.auxiliaries.empty()) {
    const auto past = is_past(reading, verb, clause.base, forms);
    if (!past) return "tense not known";
    clause.past = *past;
  }
  const auto doubt = doubt_of_clause(reading, verb, clause, lexicon);
  if (!doubt.empty()) return doubt;
  return clause;
}

bool has_word_of(const Cut& cut, WordRange words, const WordSet& set) {
  return any_word(cut, words, [&](std::string_view word) { return set.contains(word); });
}

bool is_noun_of(const Cut& cut, std::size_t noun, const CategorySet& categories) {
  const auto category = cut.lexicon.category(cut.reading.word(noun), WordKind::kNoun);
  return category && categories.contains(*category);
}

bool is_person(const Cut& cut, std::size_t noun) {
  static const WordSet& kPronouns = word_set("en", "pronouns_of_persons");
  const auto subscript = cut.reading.subscript(noun);
  return kPronouns.contains(cut.reading.word(noun)) || subscript == "m" || subscript == "f" ||
         subscript == "b" || is_noun_of(cut, noun, {Category::kNounPerson, Category::kNounAnimal});
}

bool is_name_or_pronoun(const Cut& cut, std::size_t noun) {
  const auto subscript = cut.reading.subscript(noun);
  return subscript == "m" || subscript == "f" || subscript == "b" || subscript == "l" ||
         is_listed("object_pronouns", cut.reading.word(noun));
}

std::size_t last_of_object(const Cut& cut) { return cut.clause.object.end - 1; }

bool is_adverb(const Cut& cut, std::size_t at) {
  return cut.lexicon.has(cut.reading.word(at), WordKind::kAdverb);
}

bool is_word(const Cut& cut, std::size_t at, WordKind kind) {
  return cut.lexicon.has_form(cut.reading.word(at), kind);
}

}  // namespace sonde
