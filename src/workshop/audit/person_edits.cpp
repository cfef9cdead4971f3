// The fallback of the rule `name`: "they" in the place of the writer.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/reading.h"

namespace sonde {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 18> kPersons{{{"i", "they"},
                                         {"me", "them"},
                                         {"my", "their"},
                                         {"mine", "theirs"},
                                         {"myself", "themselves"},
                                         {"i'm", "they're"},
                                         {"i've", "they've"},
                                         {"i'd", "they'd"},
                                         {"i'll", "they'll"},
                                         {"we", "they"},
                                         {"us", "them"},
                                         {"our", "their"},
                                         {"ours", "theirs"},
                                         {"we're", "they're"},
                                         {"ourselves", "themselves"},
                                         {"we've", "they've"},
                                         {"we'd", "they'd"},
                                         {"we'll", "they'll"}}};
constexpr std::array<Pair, 3> kVerbs{{{"am", "are"}, {"was", "were"}, {"wasn't", "weren't"}}};

template <std::size_t kSize>
std::string_view paired_with(const std::array<Pair, kSize>& pairs, std::string_view word) {
  const auto found = std::ranges::find(pairs, word, &Pair::first);
  return found == pairs.end() ? std::string_view() : found->second;
}

// "the US", "a gold mine", "Apollo I".
bool is_other_word(const AuditSentence& sentence, std::size_t at) {
  const std::string_view written = sentence.written(at);
  const std::string& word = sentence.words()[at].lower;
  if (word == "us" || word == "me") return written != word;  // "ME" is a state
  if (word == "mine") return sentence.before(at) != "of" && sentence.before(at) != "than";
  if (word != "i") return false;
  const std::size_t end = sentence.words()[at].end;
  const bool initial = end < sentence.text().size() && sentence.text()[end] == '.';
  const bool after_name = at > 1 && sentence.is_joined(at - 1) && sentence.is_capital(at - 1) &&
                          sentence.before(at - 1) != "^";
  return initial || after_name;
}

// Whether "I" owns a verb next to it: "I am", "am I", "I still was".
bool is_beside_i(const AuditSentence& sentence, std::size_t at) {
  if (sentence.next_of(at) == "i") return true;
  while (at > 0 && is_audit_word("inner adverbs", sentence.before(at))) --at;
  return sentence.before(at) == "i";
}

// The word for another person. Nothing for a word that stays.
std::string_view for_other(const AuditSentence& sentence, std::size_t at) {
  const std::string& word = sentence.words()[at].lower;
  if (const auto verb = paired_with(kVerbs, word); !verb.empty()) {
    return is_beside_i(sentence, at) ? verb : std::string_view();
  }
  return is_other_word(sentence, at) ? std::string_view() : paired_with(kPersons, word);
}

// A verb that may be one of "I" although it is not next to it: "I called and was cut off".
bool leaves_verb_of_i(const AuditSentence& sentence) {
  if (!sentence.has("i")) return false;
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (paired_with(kVerbs, word).empty() || is_beside_i(sentence, at)) continue;
    if (sentence.before(at) == "," || (word == "am" && !is_number(sentence.before(at))))
      return true;
    if (word != "am" && is_audit_word("before shared verbs", sentence.before(at))) return true;
  }
  return false;
}

// "what we know": of people in general.
bool is_of_all(const AuditSentence& sentence, std::size_t at) {
  return sentence.words()[at].lower == "we" && sentence.before(at) == "what" &&
         sentence.next_of(at) == "know";
}

// "I'm a snowbird", "as a customer, I": a noun that is one person.
bool is_one_person(const AuditSentence& sentence) {
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    const auto next = sentence.next_of(at);
    if (next != "a" && next != "an" && next != "the") continue;
    const std::string& word = sentence.words()[at].lower;
    const bool is_be = (word == "am" || word == "was" || word == "be") && sentence.has("i");
    if (is_be || word == "i'm") return true;
  }
  return false;
}

// Whether a capital belongs at a word: at the beginning of a sentence or of a quotation.
bool begins_sentence(const AuditSentence& sentence, std::size_t at) {
  static constexpr std::array<std::string_view, 4> kShort{"e.g", "i.e", "g", "e"};  // "e.g. I"
  if (at > 0 && (sentence.before(at) != "^" ||
                 std::ranges::find(kShort, sentence.words()[at - 1].lower) != kShort.end())) {
    return false;
  }
  const std::string& text = sentence.text();
  return !text.empty() && !(text.front() >= 'a' && text.front() <= 'z');
}

// "My account" within a sentence is a label.
bool has_label(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    const bool person = word[0] != 'i' && !paired_with(kPersons, word).empty();
    const bool quoted = sentence.text()[sentence.words()[at].begin - 1] != ' ';
    if (quoted && !paired_with(kPersons, word).empty()) return true;
    if (person && !is_other_word(sentence, at) && sentence.is_capital(at) &&
        sentence.before(at) != "^") {
      return true;
    }
  }
  return false;
}

// "do you", "if you": the subject. "for you": no subject. Nothing if it is not sure.
std::string_view for_you(const AuditSentence& sentence, std::size_t at) {
  const auto before = sentence.before(at);
  if (is_audit_word("before an object", before)) return "them";
  const bool asks = is_audit_word("request starts", before) || before == "did" || before == "were";
  return asks || before == "^" || is_audit_word("before a clause", before) ? "they" : "";
}

// The first word that would become one for others.
struct PersonPlace {
  const AuditSentence& sentence;
  std::size_t at;
  const RuleSources& sources;

  const std::string& word() const { return sentence.words()[at].lower; }
  std::string_view before() const { return sentence.before(at); }
  bool says_i() const { return sentence.has("i") || sentence.has("i'm") || sentence.has("i've"); }
};

// "Webcam image is mirrored, how do I flip it?"
bool asks_late(const PersonPlace& place) {
  const auto before = place.before();
  const bool asks = before == "do" || before == "can" || before == "should" || before == "could";
  return asks && place.at > 3 && place.sentence.before(place.at - 1) != "or";
}

// "Fares: get your money back", "Send it to accounts and me".
bool follows_others(const PersonPlace& place) {
  const bool object = place.word() == "me" || place.word() == "us";
  for (std::size_t at = 0; at < place.at; ++at) {
    const std::string& word = place.sentence.words()[at].lower;
    if (place.word() == "my" && (word == "says" || word == "need")) return true;
    const bool regular = word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") &&
                         place.sources.lexicon->has_form(word, WordKind::kNoun) &&
                         !is_audit_word("verbs of products", word);
    const bool plural = regular || is_audit_word("other plurals", word);
    if (plural || (object && (word == "and" || word == "or"))) return true;
  }
  return false;
}

bool is_of_people(const Lexicon& lexicon, std::string_view noun) {
  const auto of = lexicon.category(noun, WordKind::kNoun);
  return of == Category::kNounPerson || of == Category::kNounGroup;
}

// "The technician was late, I took a morning off".
bool follows_person(const PersonPlace& place) {
  const auto& words = place.sentence.words();
  if (place.at < 3 || !place.sentence.is_joined(0)) return false;
  const std::string& first = words.front().lower;
  return (first == "the" || first == "a" || first == "an") && place.says_i() &&
         is_of_people(*place.sources.lexicon, words[1].lower);
}

bool is_only_noun(const RuleSources& sources, std::string_view word) {
  const auto& lexicon = *sources.lexicon;
  return lexicon.has(word, WordKind::kNoun) && !lexicon.has(word, WordKind::kVerb) &&
         !lexicon.has(word, WordKind::kAdjective) && !is_audit_word("before a clause", word);
}

// "Thrown in our studio": other_owner changes it, "their" would refer to none.
bool is_only_owner(const AuditSentence& sentence) {
  bool owns = false;
  for (const auto& word : sentence.words()) {
    const bool owner = word.lower == "my" || word.lower == "our";
    owns = owns || owner;
    if (!owner && !paired_with(kPersons, word.lower).empty()) return false;
  }
  return owns;
}

using PersonDoubt = bool (*)(const PersonPlace& place);
constexpr std::array<PersonDoubt, 22> kPersonDoubts{
    [](const PersonPlace& one) {  // "it returns nothing, whatever I type", "Whoever set up mine"
      return one.at > 3 && !one.sentence.is_question() &&
             (is_audit_word("after others", one.before()) ||
              one.sentence.words().front().lower == "whoever");
    },
    [](const PersonPlace& one) {  // "As a customer, I'd like to complain"
      const std::string& first = one.sentence.words().front().lower;
      return one.at > 0 && (first == "nobody" || first == "none" || first == "as");
    },
    [](const PersonPlace& one) {  // "The link expired, can you send me another?"
      const auto is_object = [](const auto& word) {
        return word.lower == "me" || word.lower == "us";
      };
      const auto is_other = [&](const auto& word) {
        return !is_object(word) && !paired_with(kPersons, word.lower).empty();
      };
      return std::ranges::any_of(one.sentence.words(), is_object) &&
             std::ranges::none_of(one.sentence.words(), is_other);
    },
    [](const PersonPlace& one) {  // "Hi, I ordered boots": the one who greets
      const auto& words = one.sentence.words();
      return one.at == 1 && (words.front().lower == "hi" || words.front().lower == "hello" ||
                             words.front().lower == "hey");
    },
    [](const PersonPlace& one) {  // "Would it be fine to use my number when I switch?"
      return one.word() == "my" && one.says_i() && one.sentence.is_question() &&
             one.sentence.words()[1].lower == "it";
    },
    [](const PersonPlace& one) {  // "Could you send it? It came by the time I left"
      return !one.sentence.is_single() && one.before() == "time" && one.at > 4;
    },
    [](const PersonPlace& one) {  // "while you're at it", "our own"
      const auto next = one.sentence.next_of(one.at);
      return next == "at" || next == "own";
    },
    [](const PersonPlace& one) {
      return one.sentence.has("someone") || one.sentence.has("somebody") ||
             one.sentence.has("anyone") || one.sentence.has("miss");
    },
    asks_late,
    [](const PersonPlace& one) { return one.word() == "ours"; },
    [](const PersonPlace& one) {  // "Sorry about the state of my desktop"
      return one.word() == "my" && one.sentence.has("sorry") && !one.says_i();
    },
    [](const PersonPlace& one) {  // "from the moment I boot"
      return one.word() == "i" && one.at > 3 && !one.sentence.is_question() &&
             one.before() == "moment";
    },
    [](const PersonPlace& one) {  // "so I suspect the cable", "as I work nights"
      return one.says_i() && (one.before() == "so" || one.before() == "as");
    },
    [](const PersonPlace& one) {  // "As a customer I'm disappointed"
      const auto& words = one.sentence.words();
      return words.front().lower == "as" &&
             (one.sentence.next_of(0) == "a" || one.sentence.next_of(0) == "an");
    },
    [](const PersonPlace& one) {  // "Requesting access from my PC"
      return one.word() == "my" && !one.says_i() &&
             one.sentence.words().front().lower.ends_with("ing");
    },
    follows_person,
    [](const PersonPlace& one) {  // "May I ask", "Your bot is bad, I want a person"
      const auto next = one.sentence.next_of(one.at);
      const bool polite = one.word() == "i" && next == "ask";
      return polite || (one.before() == "," && is_audit_word("wants", next));
    },
    [](const PersonPlace& one) {  // "every standard we know of"
      return (one.word() == "we" || one.word() == "i") && one.at > 1 &&
             one.sentence.is_joined(one.at - 1) && is_only_noun(one.sources, one.before());
    },
    [](const PersonPlace& one) { return is_only_owner(one.sentence); },
    [](const PersonPlace& one) {  // "After I deleted it, can other people see it?", "You there"
      return one.sentence.has("people") || one.sentence.has("others") || one.sentence.has("crew") ||
             one.sentence.next_of(one.at) == "there";
    },
    [](const PersonPlace& one) {  // "my late wife", who is not shared
      return one.word() == "my" && has_any_of(one.sentence, audit_words("en", "spouses"));
    },
    [](const PersonPlace& one) {  // "If you own one, make it this one"
      return one.sentence.words().front().lower == "if" && one.sentence.has("it");
    }};

// Whether "they" would be taken for others than those who are put in the writer's place.
bool may_mean_others(const PersonPlace& place) {
  if (std::ranges::any_of(kPersonDoubts, [&](auto* holds) { return holds(place); })) return true;
  const std::string& word = place.word();
  if (word == "i" || word.starts_with("i'") || (word == "my" && place.says_i())) {
    return follows_others(place);
  }
  const bool of_unnamed =  // "Bought the warranty, what are my options?"
      word == "my" && place.sources.forms->base_of_past(place.sentence.words().front().lower);
  return of_unnamed || follows_others(place);
}

constexpr std::array<Pair, 6> kAddressees{{{"your", "their"},
                                           {"yours", "theirs"},
                                           {"you're", "they're"},
                                           {"you've", "they've"},
                                           {"you'd", "they'd"},
                                           {"you'll", "they'll"}}};

// The new owner of a thing, and the pronoun of the things after it.
struct Owner {
  std::string_view mine, other, again;
};
constexpr std::array<Owner, 2> kOwners{
    {{"my", "my sister's", "her"}, {"our", "our friends'", "their"}}};
constexpr std::array<Pair, 2> kReceivers{{{"me", "my sister"}, {"us", "our friends"}}};

// Whether a possessive has a thing after it that may be another's: no "my own", "your hands".
bool has_thing_after(const AuditSentence& sentence, std::size_t at) {
  constexpr std::size_t kMost = 3;  // "my new hearing aid"
  const auto next = sentence.next_of(at);
  if (next == "$" || is_audit_word("before nouns", next) || sentence.is_capital(at + 1))
    return false;
  for (std::size_t word = at + 1; word <= at + kMost && word < sentence.words().size(); ++word) {
    if (word > at + 1 && (!sentence.is_joined(word - 1) ||
                          is_audit_word("after nouns", sentence.words()[word].lower)))
      break;
    std::string_view thing = sentence.words()[word].lower;
    if (thing.ends_with("'s")) thing.remove_suffix(2);
    if (is_audit_word("not another's", thing)) return false;
  }
  return true;
}

// "ring me", "spell it for me", but not "let me", "it seems to me", "you and me".
bool receives(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const auto before = sentence.before(at), next = sentence.next_of(at);
  if (next == "and" || next == "or" || next == "too" || next == "either" || next == "both")
    return false;
  if (before == "for" || before == "with" || before == "from") return true;
  return sources.forms->is_base(before) && !is_audit_word("not to another", before);
}

std::vector<std::size_t> places_of(std::string_view word, const AuditSentence& sentence) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < sentence.words().size(); ++at) {
    if (sentence.words()[at].lower == word) places.push_back(at);
  }
  return places;
}

// "my account and my card" -> "my sister's account and her card".
Outcome with_owner(const Owner& owner, const AuditSentence& sentence,
                   const std::vector<std::size_t>& places) {
  std::string text = sentence.text();
  for (std::size_t turn = places.size(); turn-- > 0;) {
    const auto& word = sentence.words()[places[turn]];
    const std::string made(turn == 0 ? owner.other : owner.again);
    text.replace(word.begin, word.end - word.begin,
                 begins_sentence(sentence, places[turn]) ? capitalised(made) : made);
  }
  return {true, text, {}, std::string(owner.mine) + " -> " + std::string(owner.other)};
}

// "Could you extend our trial?", "Our webhook stopped", not "our best-selling jacket" or "from our
// workshop".
bool is_said_by_customer(const AuditSentence& sentence) {
  if (sentence.is_question() || sentence.has("please") || sentence.has("we") || sentence.has("us"))
    return true;
  const auto next = sentence.next_of(0);
  const bool praised = next.ends_with("est") || next.find('-') != next.npos;
  return sentence.words().front().lower == "our" && !praised && !sentence.has("your");
}

}  // namespace

Outcome other_owner(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (has_any_of(sentence, audit_words("en", "against another owner"))) {
    return not_eligible("one person alone");
  }
  const bool contrast =  // "they know my account, but I've never had one", "since I moved"
      (sentence.has("i") || sentence.has("i've") || sentence.has("they")) &&
      (sentence.has("but") || sentence.has("since") || sentence.has("never") ||
       sentence.has("though"));
  if (contrast) return refused("the writer in a contrast");
  for (const auto& owner : kOwners) {
    const auto places = places_of(owner.mine, sentence);
    if (places.empty()) continue;
    if (owner.mine == "our" && !is_said_by_customer(sentence)) {
      return refused("a text of a seller");
    }
    if (!std::ranges::all_of(places, [&](auto at) { return has_thing_after(sentence, at); })) {
      return refused("something of one person alone");
    }
    return with_owner(owner, sentence, places);
  }
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto& word = sentence.words()[at];
    const std::string other(paired_with(kReceivers, word.lower));
    if (other.empty() || is_other_word(sentence, at) || !receives(sentence, at, tools.sources())) {
      continue;
    }
    return {true, sentence.with_words(at, at, other), {}, word.lower + " -> " + other};
  }
  return not_eligible("nothing of the writer");
}

Outcome other_addressee(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (has_any_of(sentence, audit_words("en", "against another person")) ||
      has_any_of(sentence, audit_words("en", "against another addressee")) ||
      sentence.has_negation() || !sentence.is_question()) {
    return not_eligible("no question, or another person may not agree");
  }
  const std::string& start = sentence.words().front().lower;
  if (tools.sources().forms->is_base(start) && !is_audit_word("request starts", start)) {
    return refused("no subject");  // "Need a key for your lock?"
  }
  std::string text = sentence.text(), trace;
  std::size_t first = 0;
  for (std::size_t at = sentence.words().size(); at-- > 0;) {
    const auto& word = sentence.words()[at];
    const bool you = word.lower == "you";
    const std::string made(you ? for_you(sentence, at) : paired_with(kAddressees, word.lower));
    if (made.empty() && you) return refused("subject or object");
    if (made.empty()) continue;
    first = at;
    text.replace(word.begin, word.end - word.begin,
                 begins_sentence(sentence, at) ? capitalised(made) : made);
    trace = word.lower + " -> " + made;
  }
  if (may_mean_others({sentence, first, tools.sources()})) return refused("others are meant");
  return trace.empty() ? not_eligible("nothing about the reader") : Outcome{true, text, {}, trace};
}

Outcome other_person(RuleTools& tools, const AuditSentence& sentence, std::uint64_t) {
  if (tools.sources().language != "en") return not_eligible("the words are English");
  if (sentence.text().find('"') != std::string::npos) return not_eligible("a quotation");
  if (has_any_of(sentence, audit_words("en", "against another person")) ||
      leaves_verb_of_i(sentence) || is_one_person(sentence) || has_label(sentence)) {
    return not_eligible("another person may not agree");
  }
  std::string text = sentence.text(), trace;
  std::size_t first = 0;
  for (std::size_t at = sentence.words().size(); at-- > 0;) {
    const std::string_view other = for_other(sentence, at);
    if (!other.empty() && (sentence.before(at) == "than" || is_of_all(sentence, at))) {
      return refused("a fixed phrase");
    }
    if (other.empty()) continue;
    first = at;
    const auto& word = sentence.words()[at];
    const std::string made(other);
    text.replace(word.begin, word.end - word.begin,
                 begins_sentence(sentence, at) ? capitalised(made) : made);
    trace = word.lower + " -> " + made;
  }
  if (may_mean_others({sentence, first, tools.sources()})) return refused("others are meant");
  return trace.empty() ? not_eligible("not about the writer") : Outcome{true, text, {}, trace};
}

}  // namespace sonde
