// The rule `noun`: another noun of a group in the place of one.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
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

// "Call me on my phone": no other noun goes with "call". Nor does another of its kind.
bool is_with_listed(const NounPlace& place) {
  const auto* own = place.sources.lists.nouns.group_of(place.noun.singular);
  return has_any_of(place.sentence, place.noun.group->not_with) ||
         (own != nullptr && has_any_of(place.sentence, own->not_with));
}

bool repeats(const NounPlace& place) {
  const auto& noun = place.noun;
  for (const auto& other : place.mentions) {
    if (other.first == noun.first) continue;
    const bool shares = std::ranges::any_of(noun.groups, [&](const auto* group) {
      return std::ranges::count(other.groups, group) > 0;
    });
    if (shares) return true;
  }
  return false;
}

// "peanut butter made of peanuts": one goes with the other.
bool has_related_word(const NounPlace& place) {
  constexpr std::size_t kLeast = 5;
  const auto& words = place.sentence.words();
  const auto is_inside = [&](std::size_t at) {
    return at >= place.noun.first && at <= place.noun.last;
  };
  for (std::size_t in = place.noun.first; in <= place.noun.last; ++in) {
    const std::string_view word(words[in].lower), stem = word.substr(0, word.size() - 1);
    for (std::size_t at = 0; at < words.size() && stem.size() >= kLeast; ++at) {
      if (!is_inside(at) && words[at].lower.starts_with(stem)) return true;
    }
  }
  return false;
}

bool has_other_person(const NounPlace& place) {
  for (std::size_t word = 1; word < place.sentence.words().size(); ++word) {
    if (place.sentence.is_capital(word)) return true;
  }
  return std::ranges::any_of(place.mentions, [&](const NounMention& one) {
    return one.first != place.noun.first && one.group != nullptr &&
           one.group->form == NounGroup::Form::kGender;
  });
}

// "She became the first woman": the noun is the pronoun's.
bool is_said_of_pronoun(const NounPlace& place) {
  const std::span before(place.sentence.words().data(), place.noun.first);
  const bool owned = is_audit_word("possessives", place.before());
  return !owned && std::ranges::any_of(before, [](const auto& word) {
    return word.lower == "he" || word.lower == "she" || word.lower == "he's" ||
           word.lower == "she's";
  });
}

// "his daughter" may be "his son", and "a man and his son" "a woman and her son", but whose "his"
// is must be clear.
bool is_gendered(const NounPlace& place) {
  if (!place.is_of_form(NounGroup::Form::kGender)) return false;
  const std::span words(place.sentence.words());
  const auto before = words.first(place.noun.first), after = words.subspan(place.noun.last + 1);
  if (is_said_of_pronoun(place)) return true;
  if (std::ranges::none_of(after, is_gendered_word)) return false;
  return std::ranges::any_of(before, is_gendered_word) || has_other_person(place) ||
         !std::ranges::all_of(after,
                              [&](const auto& word) { return agrees_with(place.noun, word); });
}

// "a cheese", "two breads": the noun is counted here.
bool is_counted_mass(const NounPlace& place) {
  if (!place.is_of_form(NounGroup::Form::kMass)) return false;
  std::size_t at = place.noun.first;
  while (at > 0 && place.sentence.is_joined(at - 1) &&
         place.sources.lexicon->has(place.sentence.before(at), WordKind::kAdjective)) {
    --at;
  }
  static constexpr std::array<std::string_view, 8> kCounting{"a",    "an",  "each",  "every",
                                                             "many", "few", "these", "those"};
  const auto before = place.sentence.before(at);
  return place.noun.plural || is_number(before) ||
         std::ranges::find(kCounting, before) != kCounting.end();
}

// "at the press of a button".
bool is_at_end_of_idiom(const NounPlace& place) {
  static constexpr std::array<std::string_view, 5> kBefore{"a", "of", "*", "the", "at"};
  const std::size_t first = place.noun.first;
  if (first < kBefore.size()) return false;
  for (std::size_t back = 0; back < kBefore.size(); ++back) {
    const auto word = place.sentence.before(first - back);
    if (kBefore.at(back) != "*" && word != kBefore.at(back)) return false;
  }
  return true;
}

bool is_plain_adjective(const NounPlace& place, std::string_view word) {
  const Lexicon& lexicon = *place.sources.lexicon;
  const bool adjective = lexicon.has(word, WordKind::kAdjective) &&
                         !lexicon.has(word, WordKind::kNoun) && !is_audit_word("after nouns", word);
  return adjective || is_audit_word("plain adjective", word) || is_compound_adjective(word);
}

// "dinner's ready": "is", which not every noun takes as "'s".
bool is_contracted(const NounPlace& place) {
  const auto next = place.after();
  const bool ends = place.after2() == "$" || is_audit_word("after nouns", place.after2());
  const bool said = ends && place.sources.lexicon->has(next, WordKind::kAdjective);
  return place.noun.possessive &&
         (said || is_audit_word("after nouns", next) || is_audit_word("articles", next) ||
          next.ends_with("ing") || next == "not");
}

// "The sock for people who hate socks": one of them alone would change.
bool is_said_twice(const NounPlace& place) {
  return std::ranges::count(place.mentions, place.noun.singular, &NounMention::singular) > 1;
}

// "Pull over here, driver."
bool is_addressed(const NounPlace& place) {
  return place.before() == "," && place.after() == "$" &&
         place.sources.forms->is_base(place.sentence.words().front().lower);
}

struct NounDoubt {
  bool (*holds)(const NounPlace& place);
  std::string_view reason;
};
constexpr std::array kDoubtsOfAll{NounDoubt{is_beside_name, "a part of a name"},
                                  NounDoubt{is_beside_listed, "a part of a fixed phrase"},
                                  NounDoubt{is_at_end_of_idiom, "the end of a fixed phrase"},
                                  NounDoubt{is_with_listed, "a word that goes with it alone"},
                                  NounDoubt{has_related_word, "a word that goes with it alone"},
                                  NounDoubt{is_contracted, "a noun with its verb"},
                                  NounDoubt{is_said_twice, "a noun that occurs twice"},
                                  NounDoubt{is_addressed, "a person who is addressed"}};
constexpr std::array kDoubtsOfGroups{NounDoubt{repeats, "another noun of its kind in the sentence"},
                                     NounDoubt{is_gendered, "a pronoun that would not agree"}};

// "the neighbor's", "two", "our", "the old": a noun phrase has begun.
bool begins_phrase(const NounPlace& place, std::string_view word) {
  return is_plain_adjective(place, word) || is_audit_word("determiner", word) ||
         word.ends_with("'s") || word.ends_with("s'") || is_number(word);
}

// "to ban phones", but not "the bus to Cork leaves".
bool is_infinitive(const NounPlace& place, std::string_view word) {
  const std::size_t first = place.noun.first;
  return first > 1 && place.sentence.before(first - 1) == "to" &&
         !place.sentence.is_capital(first - 1) && place.sources.forms->is_base(word);
}

// "wearing boots", but not "two measuring stations".
bool is_participle_before(const NounPlace& place, std::string_view word) {
  if (word.size() < 5 || !word.ends_with("ing") || is_audit_word("nominal ing", word)) return false;
  const std::size_t first = place.noun.first;
  return first < 2 || !begins_phrase(place, place.sentence.before(first - 1));
}

// "with boots", "wearing boots", "drink coffee": no article is needed.
bool begins_bare_phrase(const NounPlace& place, std::string_view word) {
  const bool is_verb = place.sources.forms->is_only_verb(word) || is_participle_before(place, word);
  return is_verb || is_audit_word("before nouns", word) || is_infinitive(place, word);
}

// The first word of the noun's phrase, as far as adjectives and articles show it.
std::size_t phrase_start(const NounPlace& place) {
  std::size_t at = place.noun.first;
  while (at > 0 && place.sentence.is_joined(at - 1) &&
         begins_phrase(place, place.sentence.before(at))) {
    --at;
  }
  return at;
}

// "on tiled floor", "in waterproof jacket": no thing is meant that has another of its kind.
bool lacks_article(const NounPlace& place) {
  const auto before = place.before();
  if (place.noun.plural || place.is_of_form(NounGroup::Form::kMass)) return false;
  if (!is_plain_adjective(place, before) || is_number(before)) return false;
  const std::size_t start = phrase_start(place);
  for (std::size_t at = start; at < place.noun.first; ++at) {
    const std::string_view word = place.sentence.words()[at].lower;
    if (!is_plain_adjective(place, word)) return false;
  }
  return is_audit_word("before nouns", place.sentence.before(start));
}

constexpr std::array kDoubtsOfKinds{NounDoubt{is_counted_mass, "a counted noun"},
                                    NounDoubt{lacks_article, "a noun without an article"}};

// "a raccoon, trash can": a list of things.
bool is_listed_alone(const NounPlace& place) {
  return place.before() == "," && place.after() == "$";
}

// "a gel that sinks in", "lengths that suit the climber".
bool is_after_relative(const NounPlace& place) {
  const std::size_t first = place.noun.first;
  if (first < 2 ||
      (place.before() != "that" && place.before() != "which" && place.before() != "who"))
    return false;
  const auto noun = place.sentence.before(first - 1);
  const bool verb =
      place.sources.forms->base_of_third(place.sentence.words()[first].lower).has_value() ||
      place.sources.forms->is_base(place.sentence.words()[first].lower);
  return verb && place.sources.lexicon->has_form(noun, WordKind::kNoun) &&
         !place.sources.forms->is_only_verb(noun);
}

// "Ships in two boxes", "room for cards, ships in a box", "and ships rolled": a verb.
bool may_begin_as_verb(const NounPlace& place) {
  const auto& word = place.sentence.words()[place.noun.first].lower;
  const auto before = place.before(), after = place.after();
  const bool joins = before == "," || before == "and" || before == "or";
  const bool begins =
      before == "^" || (joins && (is_audit_word("before nouns", after) || after.ends_with("ed")));
  return begins && place.sources.forms->base_of_third(word).has_value() &&
         !is_audit_word("determiner", after);
}

// "Saguaro in bloom": the style of captions.
bool is_headline_start(const NounPlace& place) {
  const auto next = place.after();
  return place.before() == "^" && place.noun.group->is_kind && !place.noun.plural &&
         !place.sources.forms->is_base(place.sentence.words()[place.noun.first].lower) &&
         (is_audit_word("before nouns", next) || (next.size() > 5 && next.ends_with("ing")) ||
          (next.size() > 4 && next.ends_with("ed")) || (next == "$" && place.sentence.has_comma()));
}

bool has_room_before(const NounPlace& place) {
  const auto before = place.before();
  if (is_after_relative(place)) return false;
  if (begins_phrase(place, before)) return true;
  const bool bare = place.noun.plural || place.is_of_form(NounGroup::Form::kMass);
  if (is_headline_start(place)) return true;
  if (!bare || may_begin_as_verb(place)) return is_listed_alone(place);
  return before == "^" || before == "," || begins_bare_phrase(place, before);
}

bool is_object_start(std::string_view word) {
  return is_audit_word("determiner", word) || is_number(word) || word == "it" || word == "them" ||
         word == "me" || word == "him" || word == "us" || word == "you";
}

// "a snowboarder falls": the article shows a singular noun.
bool is_third_after_article(const NounPlace& place) {
  std::size_t at = place.noun.first;
  while (at > 0 && is_plain_adjective(place, place.sentence.before(at)) &&
         place.sentence.is_joined(at - 1)) {
    --at;
  }
  const auto article = place.sentence.before(at);
  return !place.noun.plural && (article == "a" || article == "an") &&
         place.sources.forms->base_of_third(place.after()).has_value();
}

// "the dog chased", "the cat lifts a paw", "hens eat corn".
bool is_verb_after(const NounPlace& place) {
  const auto& forms = *place.sources.forms;
  const auto word = place.after();
  if (word.size() > 4 && word.ends_with("ed")) return true;
  const bool past = forms.base_of_past(word) && !place.sources.lexicon->has(word, WordKind::kNoun);
  if (past || forms.is_only_verb(word) || is_third_after_article(place)) return true;
  const bool agrees =
      place.noun.plural ? forms.is_base(word) : forms.base_of_third(word).has_value();
  const auto next = place.after2();
  return agrees &&
         (is_object_start(next) || is_audit_word("before nouns", next) || may_follow_verb(next) ||
          is_audit_word("particles", next));  // "volunteers hand out"
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

std::string_view why_not_swapped(const NounPlace& place, std::span<const NounDoubt> own_doubts) {
  for (const auto doubts : {std::span<const NounDoubt>(kDoubtsOfAll), own_doubts}) {
    for (const auto& doubt : doubts) {
      if (doubt.holds(place)) return doubt.reason;
    }
  }
  return has_room_before(place) && has_room_after(place) ? std::string_view()
                                                         : "a part of a compound, or no noun";
}

// "lamp" and "bedside lamp" may be the same thing, and so may "street" and "road".
bool may_be_same(const NounGroup::Noun& one, const std::string& other) {
  const auto& name = one.singular;
  return name.ends_with(" " + other) || other.ends_with(" " + name) ||
         is_audit_word("same things", name + "=" + other) ||
         is_audit_word("same things", other + "=" + name);
}

// "in the app", but "on the website".
bool suits_preposition(const NounPlace& place, const NounGroup::Noun& other) {
  const auto before = place.sentence.before(phrase_start(place));
  const auto listed = [&](std::string_view list) { return is_audit_word(list, other.singular); };
  if (before == "in" || before == "into" || before == "inside") return !listed("not after in");
  if (before == "on" || before == "onto" || before == "off") return !listed("not after on");
  if (before == "at") return !listed("not after at");
  return before != "over" || !listed("not after over");
}

// "ladies' shoes".
bool is_before_apostrophe(const NounPlace& place) {
  const auto rest =
      std::string_view(place.sentence.text()).substr(place.sentence.words()[place.noun.last].end);
  return rest.starts_with('\'') || rest.starts_with("\u2019");
}

// The other nouns of its group that are not in the sentence: only those of the user's text, if it
// has any.
std::vector<const NounGroup::Noun*> others_of(const NounPlace& place) {
  std::vector<const NounGroup::Noun*> others;
  for (const auto& one : place.noun.group->nouns) {
    const bool is_there = place.sentence.has(one.singular) || place.sentence.has(one.plural);
    if (one.singular != place.noun.singular && !is_there) others.push_back(&one);
  }
  std::erase_if(others, [&](const auto* one) {
    return may_be_same(*one, place.noun.singular) || !suits_preposition(place, *one) ||
           (place.noun.plural && !one->plural.ends_with('s') && is_before_apostrophe(place));
  });
  const auto& known = place.sources.nouns;
  const auto of_text = [&](const auto* one) { return known.contains(one->singular); };
  if (std::ranges::any_of(others, of_text)) {
    std::erase_if(others, [&](const auto* one) { return !of_text(one); });
  }
  return others;
}

std::string form_of_noun(const NounGroup::Noun& noun, const NounMention& mention) {
  const std::string& form = mention.plural ? noun.plural : noun.singular;
  const std::string_view owner = mention.plural && form.ends_with('s') ? "'" : "'s";
  return mention.possessive ? form + std::string(owner) : form;
}

}  // namespace

void add_nouns(const AuditSentence& sentence, const NounGroups& nouns, CorpusNouns& found) {
  for (const auto& mention : nouns.mentions(sentence)) found.insert(mention.singular);
}

namespace {

Outcome other_noun_of(const NounGroups& nouns, std::span<const NounDoubt> doubts,
                      const RuleSources& sources, const AuditSentence& sentence,
                      std::uint64_t key) {
  const auto mentions = nouns.mentions(sentence);
  std::vector<const NounMention*> suitable;
  std::string_view reason = "no noun of the list";
  for (const auto& mention : mentions) {
    if (mention.group == nullptr) continue;
    const auto why = why_not_swapped({sentence, mention, sources, mentions}, doubts);
    if (why.empty()) suitable.push_back(&mention);
    if (!why.empty()) reason = why;
  }
  if (suitable.empty()) return mentions.empty() ? not_eligible(reason) : refused(reason);
  const NounMention& mention = *suitable[key % suitable.size()];
  const auto others = others_of({sentence, mention, sources, mentions});
  if (others.empty()) return refused("no other noun of its kind");
  const auto& other = *others[(key >> 8) % others.size()];
  const std::string made = form_of_noun(other, mention);
  const bool gender = mention.group->form == NounGroup::Form::kGender;
  const AuditSentence agreeing = gender ? with_other_pronouns(sentence, mention) : sentence;
  return {true,
          agreeing.with_words(mention.first, mention.last, made),
          {},
          mention.singular + " -> " + made};
}

}  // namespace

Outcome other_noun(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const auto& sources = tools.sources();
  return other_noun_of(sources.lists.nouns, kDoubtsOfGroups, sources, sentence, key);
}

Outcome noun_of_kind(RuleTools& tools, const AuditSentence& sentence, std::uint64_t key) {
  const auto& sources = tools.sources();
  return other_noun_of(sources.lists.noun_kinds, kDoubtsOfKinds, sources, sentence, key);
}

}  // namespace sonde
