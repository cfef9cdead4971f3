#include "workshop/audit/sentence_forms.h"

#include <algorithm>
#include <set>

#include "workshop/audit/audit_words.h"
#include "workshop/audit/rules.h"
#include "workshop/language/parse/clause.h"

namespace sonde {
namespace {

using FormWords = std::set<std::string_view>;

const FormWords& finite_words() {
  static const FormWords kWords{"is",   "are",    "am",    "was",  "were",  "has",   "have",
                                "had",  "will",   "would", "can",  "could", "may",   "might",
                                "must", "should", "do",    "does", "did",   "cannot"};
  return kWords;
}

const FormWords& determiners() {
  static const FormWords kWords{"the", "a",     "an",   "my",   "our",   "your",  "his",  "her",
                                "its", "their", "this", "that", "these", "those", "each", "every"};
  return kWords;
}

bool begins_with_subject(const AuditSentence& sentence) {
  static const FormWords kPronouns{"i", "we", "you", "he", "she", "it", "they"};
  const std::string& first = sentence.words().front().lower;
  return determiners().contains(first) || kPronouns.contains(first);
}

// Whether a clause before the word may own it: "the photo taken before the battery died".
bool has_clause_before(const AuditSentence& sentence, std::size_t at) {
  static const FormWords kJoining{"before", "after", "when",  "while", "that",  "which",
                                  "who",    "whose", "since", "until", "where", "because",
                                  "if",     "as",    "whom",  "than"};
  for (std::size_t word = 1; word < at; ++word) {
    if (kJoining.contains(sentence.words()[word].lower)) return true;
  }
  return false;
}

bool is_plural_subject(const AuditSentence& sentence, std::size_t at) {
  static const FormWords kPlurals{"people", "children", "men", "women", "police", "feet", "teeth"};
  const std::string_view before = sentence.before(at);
  return kPlurals.contains(before) || (before.size() > 3 && before.ends_with('s'));
}

// "photographed a century apart".
bool has_time(const AuditSentence& sentence, std::size_t at) {
  static const FormWords kTimes{"century", "decade", "year", "month", "week", "day", "hour"};
  const auto next = sentence.next_of(at);
  return (next == "a" || next == "an") && kTimes.contains(sentence.next_of(at + 1));
}

bool has_object(const AuditSentence& sentence, std::size_t at) {
  const std::string_view next = sentence.next_of(at);
  return (determiners().contains(next) && !has_time(sentence, at)) || next == "it" ||
         next == "them" || next == "you";
}

// A verb after a subject without a determiner.
bool is_sure_after_noun(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& verb = sentence.words()[at].lower;
  const bool object = has_object(sentence, at);
  if (sources.forms->is_base(verb)) return object && is_plural_subject(sentence, at);
  if (sources.forms->base_of_third(verb)) return object;
  const auto base = sources.forms->base_of_past(verb);
  if (!base) return false;
  return object || sources.forms->inflected(*base, VerbForm::kParticiple) != verb;
}

bool is_noun_at_end(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  if (sentence.next_of(at) != "$") return false;
  return sources.lexicon->has_form(sentence.words()[at].lower, WordKind::kNoun);
}

// "A couple kissing, their suitcases packed": a participle.
bool is_after_comma(const AuditSentence& sentence, std::size_t at) {
  for (std::size_t word = 1; word <= at; ++word) {
    const bool ing = sentence.words()[word - 1].lower.ends_with("ing");
    if (ing || sentence.before(word) == ",") return true;
  }
  return false;
}

std::size_t place_of_verb(const Linkage& parse, const Clause& clause,
                          const AuditSentence& sentence) {
  const std::size_t begin = parse.words[clause.verbs.front()].begin;
  const auto found = std::ranges::find_if(
      sentence.words(), [&](const auto& word) { return word.begin <= begin && begin < word.end; });
  return static_cast<std::size_t>(found - sentence.words().begin());
}

bool begins_object(std::string_view word) {
  static const FormWords kWords{"me",   "us",        "him",      "it",      "them",    "whether",
                                "what", "how",       "everyone", "all",     "another", "everything",
                                "any",  "something", "anything", "nothing", "where",   "which"};
  return is_number(word) || determiners().contains(word) || kWords.contains(word);
}

// "Seat 14 was broken": a noun with its number.
bool is_subject_at(const AuditSentence& sentence, std::size_t at) {
  const auto& words = sentence.words();
  if (at + 2 >= words.size() || !is_number(words[at + 1].lower)) return false;
  const auto is_finite = [](const auto& word) {
    return finite_words().contains(word.lower) || word.lower.ends_with("n't");
  };
  return is_finite(words[at + 2]) ||  // "page 2 of the form won't"
         (words[at + 2].lower == "of" && std::ranges::any_of(words, is_finite));
}

// "Free shipping", "snow on the roof", "order status": no commands.
bool begins_as_command(const AuditSentence& sentence, const RuleSources& sources) {
  static const FormWords kThanks{"thank", "thanks", "welcome", "sorry", "let's", "never", "don't"};
  static const FormWords kBeforeNouns{
      "add",  "send",    "delete",  "remove",  "cancel",  "create",    "find",
      "tell", "ask",     "remind",  "convert", "explain", "translate", "write",
      "make", "give",    "put",     "bring",   "buy",     "summarize", "describe",
      "pull", "forward", "pretend", "store",   "sort",    "schedule",  "email",
      "play", "keep",    "update",  "start",   "stop"};
  static const FormWords kBeforeParticles{"turn", "switch",  "log",    "sign", "go",    "navigate",
                                          "zoom", "jump",    "scroll", "pick", "count", "reply",
                                          "move", "connect", "look",   "hang", "take",  "put"};
  static const FormWords kParticles{"on", "off", "up", "to", "down", "back", "out", "in"};
  static const FormWords kNoObjects{"of", "to", "$", "is", "are", "was", "not", "and", "for"};
  const std::size_t at = first_of_command(sentence);
  const std::string& first = sentence.words()[at].lower;
  const std::string_view next = sentence.next_of(at);
  if (kThanks.contains(first) || !sources.forms->is_base(first)) return false;
  const bool degree = next == "a" && sentence.next_of(at + 1) == "little";  // "cut a little long"
  const bool way = is_audit_word("particles", first) || is_audit_word("before nouns", first);
  if (degree || way || is_subject_at(sentence, at)) return false;  // "down the hill"
  if (begins_object(next) || at > 0) return true;
  if (kParticles.contains(next)) return kBeforeParticles.contains(first);
  return kBeforeNouns.contains(first) && !kNoObjects.contains(next);
}

// "children", "sailboats", and no verb: "keeps your drinks cold".
bool begins_with_plural(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string& first = sentence.words().front().lower;
  const std::string base = sources.lexicon->base_of(first, WordKind::kNoun);
  return base != first && sources.lexicon->has(base, WordKind::kNoun) && first != "thanks" &&
         !begins_object(sentence.next_of(0));
}

// Whether a form of a verb is an adjective or a noun by the word before it: "a parked scooter".
bool is_attributive(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  static const FormWords kBefore{"of",   "with", "in",     "on",  "at",   "by",
                                 "for",  "from", "under",  "to",  "and",  "over",
                                 "into", "near", "behind", "two", "three"};
  const std::string_view before = sentence.before(at);
  const bool adjective = sources.lexicon->has(before, WordKind::kAdjective) &&
                         !sources.lexicon->has(before, WordKind::kNoun);
  return determiners().contains(before) || kBefore.contains(before) || is_number(before) ||
         adjective;
}

// Whether a word could be the finite verb of a clause.
bool may_be_finite(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (finite_words().contains(word) || word.ends_with("n't")) return true;
  if (is_attributive(sentence, at, sources)) return false;
  if (sources.forms->base_of_third(word) || sources.forms->base_of_past(word)) return true;
  return sources.forms->is_base(word) && is_plural_subject(sentence, at);
}

bool is_phrase(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string& first = sentence.words().front().lower;
  const bool begins = determiners().contains(first) || first.ends_with("'s") ||
                      number_word(first) > 0 || begins_with_plural(sentence, sources);
  if (!begins || sentence.words().size() < 3) return false;
  for (std::size_t word = 1; word < sentence.words().size(); ++word) {
    if (may_be_finite(sentence, word, sources)) return false;
  }
  return true;
}

bool is_of_clause(const AuditSentence& sentence, const Linkage& parse, const Clause& clause,
                  const RuleSources& sources) {
  const std::string& first = sentence.words().front().lower;
  const bool other = first.ends_with("ed") || first.ends_with("ing") ||
                     sources.forms->base_of_third(first).has_value();
  if (other || clause.mood != Mood::kStatement || clause.verbs.empty()) return false;
  const std::size_t verb = place_of_verb(parse, clause, sentence);
  return verb < sentence.words().size() && is_sure_verb(sentence, verb, sources);
}

// Whether a word after "and" begins a verb phrase: a finite verb, or another form with what follows
// verbs.
bool is_verb_after_and(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (finite_words().contains(word) || sources.forms->base_of_past(word)) return true;
  const auto third = sources.forms->base_of_third(word);
  const bool verb = third || sources.forms->is_base(word);
  return sources.forms->is_only_verb(third.value_or(word)) ||
         (verb && may_follow_verb(sentence.next_of(at)));
}

bool begins_part(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  static const FormWords kPartSubjects{
      "i",      "we",   "you",   "he",      "she",    "it",    "they", "there", "i'm",
      "i've",   "it's", "we're", "this",    "please", "then",  "so",   "only",  "yet",
      "that's", "what", "find",  "however", "can",    "could", "is",   "who"};
  static const FormWords kJoining{"and", "or", "then"};
  const std::string_view before = sentence.before(at);
  const std::string& word = sentence.words()[at].lower;
  if (before == ",") return kPartSubjects.contains(word);
  const bool orders =
      sources.forms->is_base(sentence.words().front().lower) && sources.forms->is_base(word);
  return kJoining.contains(before) &&
         (orders || kPartSubjects.contains(word) || is_verb_after_and(sentence, at, sources));
}

bool begins_as_question(const AuditSentence& sentence) {
  static const FormWords kStarts{
      "how",    "what",  "where",   "when",  "why",    "which",   "who",   "whose",
      "is",     "are",   "am",      "was",   "were",   "do",      "does",  "did",
      "can",    "could", "will",    "would", "should", "may",     "might", "must",
      "have",   "has",   "had",     "isn't", "aren't", "can't",   "don't", "won't",
      "what's", "how's", "where's", "who's", "when's", "doesn't", "didn't"};
  return sentence.is_question() && !sentence.words().empty() &&
         kStarts.contains(sentence.words().front().lower);
}

// "we close", "the shops close": the base form after a plural.
bool agrees_with_subject(const AuditSentence& sentence, std::size_t at,
                         const RuleSources& sources) {
  static const FormWords kOfPlurals{"i", "you", "we", "they"};
  const std::string& verb = sentence.words()[at].lower;
  const bool base = sources.forms->is_base(verb) && !sources.forms->base_of_past(verb);
  return !base || kOfPlurals.contains(sentence.before(at)) || is_plural_subject(sentence, at);
}

// "I", "the", "several", "students".
bool begins_with_noun_phrase(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string& first = sentence.words().front().lower;
  return begins_with_subject(sentence) || first == "there" || first == "one" ||
         number_word(first) > 0 || is_audit_word("quantities", first) ||
         begins_with_plural(sentence, sources);
}

// Whether the word before is the noun of a verb in the third person: not in "red seats in".
bool may_own_third(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string before(sentence.before(at));
  return !is_plural_subject(sentence, at) && !sources.lexicon->has(before, WordKind::kAdjective);
}

// "Dissolves quickly and has no taste", "grown on a farm, they are dried".
bool begins_with_verb(const AuditSentence& sentence, const RuleSources& sources) {
  const std::string& first = sentence.words().front().lower;
  return sources.forms->base_of_third(first) || sources.forms->base_of_past(first) ||
         first.ends_with("ing");
}

// "Firefighters pass sandbags", "kids line up": no compound.
bool is_base_after_plural(const AuditSentence& sentence, std::size_t at,
                          const RuleSources& sources) {
  static const FormWords kParticles{"up",   "out", "down",    "away",
                                    "back", "off", "through", "together"};
  const std::string_view next = sentence.next_of(at);
  const bool plural = next.size() > 3 && next.ends_with('s') && !next.ends_with("ss");
  if (!sources.forms->is_base(sentence.words()[at].lower) || !is_plural_subject(sentence, at)) {
    return false;
  }
  const bool goes_on = plural || kParticles.contains(next);
  const bool determined = at == 2 && determiners().contains(sentence.words()[0].lower);
  return (at == 1 && goes_on) || (at == 2 && (next.ends_with("ly") || kParticles.contains(next))) ||
         (determined && is_audit_word("before nouns", next) &&
          !is_audit_word("compound plurals", sentence.before(at)));  // "the wheels lock with a tap"
}

// "The lens captures sharp portraits": no compound.
bool has_adjective_object(const AuditSentence& sentence, std::size_t at,
                          const RuleSources& sources) {
  if (!sentence.is_joined(at) || !sentence.is_joined(at + 1)) return false;
  const auto has = [&](std::size_t word, WordKind kind) {
    return sources.lexicon->has_form(sentence.words()[word].lower, kind);
  };
  return has(at + 1, WordKind::kAdjective) && !has(at + 1, WordKind::kNoun) &&
         !sources.forms->base_of_past(sentence.words()[at + 1].lower) &&
         has(at + 2, WordKind::kNoun) && !is_plural_subject(sentence, at);
}

// Whether a word can be nothing but the finite verb of a clause without words before it.
bool is_finite_by_words(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  static const FormWords kNouns{"can", "will", "might", "may", "must"};
  const std::string& word = sentence.words()[at].lower;
  if (kNouns.contains(word)) {
    const std::string_view next = sentence.next_of(at);
    return next == "not" || sources.forms->is_base(next);
  }
  if (finite_words().contains(word) || word.ends_with("n't")) return true;
  if (is_attributive(sentence, at, sources)) return false;
  const bool object = has_object(sentence, at);
  if (sources.forms->base_of_third(word)) {
    const bool product = is_audit_word("verbs of products", word) &&
                         !is_audit_word("before nouns", sentence.next_of(at)) &&
                         sentence.next_of(at) != "$" && begins_with_subject(sentence);
    return object || product || has_adjective_object(sentence, at, sources);
  }
  const bool past = sources.forms->base_of_past(word).has_value();
  if (past && !object && sources.lexicon->has(word, WordKind::kNoun)) return false;  // "rose"
  return is_base_after_plural(sentence, at, sources) || is_sure_after_noun(sentence, at, sources);
}

// "The moment the lights came on": a noun with its clause.
bool names_moment(const AuditSentence& sentence) {
  static const FormWords kTimes{"moment", "day",  "minute", "night", "morning", "afternoon",
                                "time",   "year", "second", "way",   "place",   "week"};
  const auto& words = sentence.words();
  return words.size() > 2 && kTimes.contains(words[1].lower) &&
         (determiners().contains(words[2].lower) || is_audit_word("own subjects", words[2].lower));
}

// "The ship floats in the bath and fires little balls": a further verb shows the first.
bool has_verb_after_and(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  for (std::size_t word = at + 2; word + 1 < sentence.words().size(); ++word) {
    if (sentence.before(word) != "and" ||
        !sources.forms->base_of_third(sentence.words()[word].lower)) {
      continue;
    }
    if (has_object(sentence, word) || has_adjective_object(sentence, word, sources) ||
        may_follow_verb(sentence.next_of(word))) {
      return true;
    }
  }
  return false;
}

// "led", not "beaded": a form that is finite if the parse has a clause.
bool is_no_participle(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  const std::string& word = sentence.words()[at].lower;
  if (is_attributive(sentence, at, sources)) return false;
  if (sources.forms->base_of_third(word)) {  // not in "medicine bottles in brown glass"
    static const FormWords kOfNouns{"in", "of", "with", "from", "for", "on", "at", "by", "and"};
    return may_own_third(sentence, at, sources) &&
           (!sentence.next_of(at).ends_with("ing") || is_audit_word("verbs of products", word)) &&
           (!kOfNouns.contains(sentence.next_of(at)) || has_verb_after_and(sentence, at, sources));
  }
  const auto base = sources.forms->base_of_past(word);
  return base && !sources.lexicon->has(word, WordKind::kNoun) &&
         sources.forms->inflected(*base, VerbForm::kParticiple) != word;
}

}  // namespace

bool is_statement(const AuditSentence& sentence, SentenceForm form, const RuleSources& sources) {
  if (!sentence.is_single() || sentence.is_question() || names_moment(sentence)) return false;
  if (begins_with_any(sentence, audit_words("en", "asks"))) return false;
  const bool verb = begins_with_verb(sentence, sources);
  const auto second = sentence.next_of(0);
  const bool words_after_first = sentence.words().size() > 2;
  const bool begins = begins_with_noun_phrase(sentence, sources) &&
                      (!verb || finite_words().contains(second) ||
                       sources.forms->base_of_past(second) ||  // "doctors described"
                       (words_after_first && is_base_after_plural(sentence, 1, sources)));
  const bool parsed = form == SentenceForm::kClause && (begins || !verb);
  for (std::size_t at = 1; at < sentence.words().size() && (begins || parsed); ++at) {
    if (has_clause_before(sentence, at) || (!parsed && sentence.before(at) == ",")) return false;
    const std::string& word = sentence.words()[at].lower;
    if (begins ? is_finite_by_words(sentence, at, sources) : finite_words().contains(word)) {
      // "a sole you can roll up": of the noun.
      return at < 2 || !is_audit_word("own subjects", sentence.before(at)) ||
             !determiners().contains(sentence.words().front().lower);
    }
    if (begins && parsed && is_no_participle(sentence, at, sources)) return true;
  }
  return false;
}

bool is_sure_verb(const AuditSentence& sentence, std::size_t at, const RuleSources& sources) {
  static const FormWords kRelative{"who", "that", "which", "already"};
  const std::string& verb = sentence.words()[at].lower;
  if (finite_words().contains(verb) || verb.find('\'') != verb.npos) {
    return !kRelative.contains(sentence.before(at));
  }
  if (!agrees_with_subject(sentence, at, sources)) return false;
  const bool participle = sources.forms->base_of_past(verb).has_value();
  if (participle && is_after_comma(sentence, at)) return false;
  if (is_noun_at_end(sentence, at, sources) || has_clause_before(sentence, at)) return false;
  return begins_with_subject(sentence) || is_sure_after_noun(sentence, at, sources);
}

std::optional<SentenceForm> form_by_words(const AuditSentence& sentence,
                                          const RuleSources& sources) {
  if (!sentence.is_single()) return SentenceForm::kOther;
  if (begins_as_question(sentence)) return SentenceForm::kQuestion;
  if (sentence.is_question()) return SentenceForm::kOther;
  if (begins_as_command(sentence, sources)) return SentenceForm::kCommand;
  if (is_phrase(sentence, sources)) return SentenceForm::kNounPhrase;
  return std::nullopt;
}

SentenceForm form_by_parse(const AuditSentence& sentence, const Linkage& parse,
                           const RuleSources& sources) {
  const auto clause = main_clause(parse);
  return clause && is_of_clause(sentence, parse, *clause, sources) ? SentenceForm::kClause
                                                                   : SentenceForm::kOther;
}

std::size_t first_of_command(const AuditSentence& sentence) {
  const auto& words = sentence.words();
  return words.size() > 1 && words.front().lower == "please" ? 1 : 0;
}

bool may_follow_verb(std::string_view word) {
  static const FormWords kWords{"the",   "a",    "an",   "my",   "your", "our",  "his",  "her",
                                "their", "its",  "me",   "us",   "him",  "it",   "them", "this",
                                "these", "that", "all",  "some", "no",   "on",   "off",  "up",
                                "to",    "down", "back", "two",  "more", "less", "out",  "in"};
  return is_number(word) || kWords.contains(word);
}

bool has_second_part(const AuditSentence& sentence, const RuleSources& sources) {
  for (std::size_t word = 1; word < sentence.words().size(); ++word) {
    if (begins_part(sentence, word, sources)) return true;
  }
  return false;
}

bool is_condition(const AuditSentence& sentence, const RuleSources& sources) {
  static const FormWords kSubjects{"it",     "you",     "he",    "she",    "they", "we",   "i",
                                   "you'll", "they'll", "we'll", "you're", "i'll", "it's", "it'll"};
  bool subject = false;
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (subject && (finite_words().contains(word) || sources.forms->base_of_third(word))) {
      return true;
    }
    if (sentence.before(at) != "and") continue;
    if (kSubjects.contains(word)) return true;
    subject = subject || determiners().contains(word);
  }
  return false;
}

bool has_own_clause_after_and(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    if (!is_audit_word("own subjects", sentence.words()[at].lower)) continue;
    const auto joins = [](std::string_view word) { return word == "and" || word == "but"; };
    const auto last = sentence.before(at);
    const bool adverb = at > 1 && (last.ends_with("ly") || last == "sometimes" || last == "now");
    if (joins(sentence.before(at)) || (adverb && joins(sentence.before(at - 1)))) return true;
  }
  return false;
}

bool has_spliced_clause(const AuditSentence& sentence) {
  bool begun = false;
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const std::string& word = sentence.words()[at].lower;
    if (begun && finite_words().contains(word)) return true;
    if (sentence.before(at) == ",") begun = determiners().contains(word);
  }
  return false;
}

bool has_result(const AuditSentence& sentence) {
  for (std::size_t at = 1; at < sentence.words().size(); ++at) {
    const auto& word = sentence.words()[at].lower;
    const bool participle = word.size() > 4 && word.ends_with("ing");
    if (sentence.before(at) == "," && (participle || is_audit_word("supplements", word))) {
      return true;
    }
  }
  return false;
}

}  // namespace sonde
