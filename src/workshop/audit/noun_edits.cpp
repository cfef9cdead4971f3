// The rule `noun`: another noun of a group in the place of one.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "text/unicode.h"
#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"

namespace sonde {
namespace {

// A noun in its sentence, and what decides about it.
struct NounPlace {
  const AuditSentence& sentence;
  const NounMention& noun;
  const RuleSources& sources;
  const std::vector<NounMention>& mentions;  // all of the sentence

  std::string_view before() const { return sentence.before(noun.first); }
  std::string_view after() const { return sentence.next_of(noun.last); }
  // The second word after the noun.
  std::string_view after2() const {
    return sentence.is_joined(noun.last) ? sentence.next_of(noun.last + 1) : "$";
  }
  bool is_of_form(NounGroup::Form form) const { return noun.group->form == form; }
};

bool is_beside_name(const NounPlace& place) {
  const auto& sentence = place.sentence;
  const auto& noun = place.noun;
  const bool follows =
      sentence.is_joined(noun.last) && sentence.is_capital(noun.last + 1) && place.after() != "i";
  const bool inner = noun.first > 0 || sentence.words().front().begin > 0;
  return follows || (inner && sentence.is_capital(noun.first));
}

bool is_beside_listed(const NounPlace& place) {
  const auto& words = place.noun.group->not_beside;
  return words.contains(place.before()) || words.contains(place.after());
}

bool repeats(const NounPlace& place) {
  const auto& noun = place.noun;
  for (const auto& other : place.mentions) {
    if (other.first == noun.first) continue;
    const bool shares = std::ranges::any_of(noun.groups, [&](const auto* group) {
      return std::ranges::count(other.groups, group) > 0;
    });
    if (shares || other.singular == noun.singular) return true;
  }
  return false;
}

bool is_gendered(const NounPlace& place) {
  return place.is_of_form(NounGroup::Form::kGender) &&
         has_any_of(place.sentence, audit_words("en", "gendered"));
}

struct NounDoubt {
  bool (*holds)(const NounPlace& place);
  std::string_view reason;
};
constexpr std::array kNounDoubts{NounDoubt{is_beside_name, "a part of a name"},
                                 NounDoubt{is_beside_listed, "a part of a fixed phrase"},
                                 NounDoubt{repeats, "another noun of its kind in the sentence"},
                                 NounDoubt{is_gendered, "a pronoun that would not agree"}};

// "the neighbor's", "two", "our", "the old": a noun phrase has begun.
bool begins_phrase(const NounPlace& place, std::string_view word) {
  const Lexicon& lexicon = *place.sources.lexicon;
  const bool adjective = lexicon.has(word, WordKind::kAdjective) &&
                         !lexicon.has(word, WordKind::kNoun) && !is_audit_word("after nouns", word);
  return adjective || is_audit_word("determiner", word) || is_audit_word("plain adjective", word) ||
         word.ends_with("'s") || word.ends_with("s'") || is_number(word);
}

// "with boots", "wearing boots", "drink coffee": no article is needed.
bool begins_bare_phrase(const NounPlace& place, std::string_view word) {
  const bool is_verb =
      place.sources.forms->is_only_verb(word) ||
      (word.size() > 4 && word.ends_with("ing") && !is_audit_word("nominal ing", word));
  return is_verb || is_audit_word("before nouns", word);
}

// "a raccoon, trash can": a list of things.
bool is_listed_alone(const NounPlace& place) {
  return place.before() == "," && place.after() == "$";
}

// "Ships in two boxes": a verb.
bool may_begin_as_verb(const NounPlace& place) {
  const auto& word = place.sentence.words()[place.noun.first].lower;
  return place.before() == "^" && place.sources.forms->base_of_third(word).has_value() &&
         !is_audit_word("determiner", place.after());
}

bool has_room_before(const NounPlace& place) {
  const auto before = place.before();
  if (begins_phrase(place, before)) return true;
  const bool bare = place.noun.plural || place.is_of_form(NounGroup::Form::kMass);
  if (!bare || may_begin_as_verb(place)) return is_listed_alone(place);
  return before == "^" || before == "," || begins_bare_phrase(place, before);
}

bool is_object_start(std::string_view word) {
  return is_audit_word("determiner", word) || is_number(word) || word == "it" || word == "them" ||
         word == "me" || word == "him" || word == "us";
}

// "the dog chased", "the cat lifts a paw", "hens eat corn".
bool is_verb_after(const NounPlace& place) {
  const auto& forms = *place.sources.forms;
  const auto word = place.after();
  if (word.size() > 4 && word.ends_with("ed")) return true;
  const bool past = forms.base_of_past(word) && !place.sources.lexicon->has(word, WordKind::kNoun);
  if (past || forms.is_only_verb(word)) return true;
  const bool agrees =
      place.noun.plural ? forms.is_base(word) : forms.base_of_third(word).has_value();
  const auto next = place.after2();
  return agrees && (is_object_start(next) || is_audit_word("before nouns", next));
}

bool is_participle_after(const NounPlace& place) {
  const auto word = place.after();
  const auto next = place.after2();
  return word.size() > 5 && word.ends_with("ing") && !is_audit_word("nominal ing", word) &&
         (next == "$" || is_object_start(next) || is_audit_word("before nouns", next));
}

bool is_adverb_or_auxiliary(std::string_view word) {
  return word.ends_with("n't") || (word.size() > 4 && word.ends_with("ly"));
}

bool has_room_after(const NounPlace& place) {
  const auto word = place.after();
  const bool at_start = place.before() == "^" && place.noun.plural;
  if (at_start && is_audit_word("determiner", word)) return false;  // "Books a table"
  return place.noun.possessive || word == "$" || is_audit_word("after nouns", word) ||
         is_adverb_or_auxiliary(word) || is_verb_after(place) || is_participle_after(place);
}

std::string_view why_not_swapped(const NounPlace& place) {
  for (const auto& doubt : kNounDoubts) {
    if (doubt.holds(place)) return doubt.reason;
  }
  return has_room_before(place) && has_room_after(place) ? std::string_view()
                                                         : "a part of a compound, or no noun";
}

// The other nouns of its group that are not in the sentence: only those of the user's text, if it
// has any.
std::vector<const NounGroup::Noun*> others_of(const NounPlace& place) {
  std::vector<const NounGroup::Noun*> others;
  for (const auto& one : place.noun.group->nouns) {
    const bool is_there = place.sentence.has(one.singular) || place.sentence.has(one.plural);
    if (one.singular != place.noun.singular && !is_there) others.push_back(&one);
  }
  const auto& known = place.sources.nouns;
  const auto of_text = [&](const auto* one) { return known.contains(one->singular); };
  if (std::ranges::any_of(others, of_text)) {
    std::erase_if(others, [&](const auto* one) { return !of_text(one); });
  }
  return others;
}

std::string form_of_noun(const NounGroup::Noun& noun, const NounMention& mention) {
  return (mention.plural ? noun.plural : noun.singular) + (mention.possessive ? "'s" : "");
}

}  // namespace

void add_nouns(const AuditSentence& sentence, const NounGroups& nouns, CorpusNouns& found) {
  for (const auto& mention : nouns.mentions(sentence)) found.insert(mention.singular);
}

Outcome other_noun(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const auto& sources = tools.sources();
  const auto mentions = sources.lists.nouns.mentions(sentence);
  std::vector<const NounMention*> suitable;
  std::string_view reason = "no noun of the list";
  for (const auto& mention : mentions) {
    if (mention.group == nullptr) continue;
    const auto why = why_not_swapped({sentence, mention, sources, mentions});
    if (why.empty()) suitable.push_back(&mention);
    if (!why.empty()) reason = why;
  }
  if (suitable.empty()) return mentions.empty() ? not_eligible(reason) : refused(reason);
  const NounMention& mention = *suitable[key % suitable.size()];
  const auto others = others_of({sentence, mention, sources, mentions});
  if (others.empty()) return refused("no other noun of its kind");
  const auto& other = *others[(key >> 8) % others.size()];
  const std::string made = form_of_noun(other, mention);
  return {true,
          sentence.with_words(mention.first, mention.last, made),
          {},
          mention.singular + " -> " + made};
}

}  // namespace sonde
