#include "workshop/labellers/link_labeller.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet.h"
#include "formats/utf8.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/labellers/clause_parts.h"
#include "workshop/labellers/completed_phrase.h"
#include "workshop/labellers/role_rules.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_counts.h"
#include "workshop/language/parse/clause.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

// Linkages with so many unlinked words still show the clause of a short sentence.
constexpr std::size_t kMostNullWords = 3;
// Linkages that are looked through for a statement, and what one may cost more than the best:
// "Rats live in cities" may also be linked as an exclamation and a command.
constexpr std::size_t kConsideredLinkages = 8;
constexpr double kStatementMargin = 3;

bool is_statement(const Linkage& linkage) {
  const auto clause = main_clause(linkage);
  return clause && clause->mood == Mood::kStatement;
}

struct WordSources {
  Lexicon lexicon;
  SenseCounts counts;
};

// Whether a word is better known as the name of a doer or a thing, or as a description, than as a
// verb: "man" or "blue" at the start of a caption, "ice".
bool is_rather_named(const std::string& word, const WordSources& sources) {
  static constexpr std::array kDoers{Category::kNounPerson, Category::kNounAnimal,
                                     Category::kNounGroup, Category::kNounArtifact};
  const auto noun = sources.lexicon.category(word, WordKind::kNoun);
  const auto met = [&](WordKind kind) { return sources.counts.of_all_senses(word, kind); };
  return (noun && std::ranges::find(kDoers, *noun) != kDoers.end()) ||
         std::max(met(WordKind::kNoun), met(WordKind::kAdjective)) > met(WordKind::kVerb);
}

// "Open the door", not "man walking" or "ice floats".
bool is_command(const Linkage& linkage, const WordSources& sources) {
  const auto clause = main_clause(linkage);
  if (linkage.null_words > 0 || !clause || clause->mood != Mood::kCommand) return false;
  const std::string& first = linkage.words[1].text;
  const std::string& second = linkage.words[2].text;
  return sources.lexicon.category(first, WordKind::kVerb) &&
         (is_role_word(RoleWord::kDeterminer, second) || !is_rather_named(first, sources));
}

// "Cats sitting on couch", not "the man walking by stopped".
bool follows_preposition(const Linkage& linkage, std::size_t at) {
  const std::string& before = linkage.words[at - 1].text;
  return is_role_word(RoleWord::kPreposition, before) &&
         !is_role_word(RoleWord::kPathAdverb, before);
}

// Whether the verb is nearly always something else: "snow" of "children playing in snow", "down".
bool has_noun_as_verb(const Linkage& statement, const WordSources& sources) {
  constexpr std::size_t kRare = 10, kOften = 2;
  const auto clause = main_clause(statement);
  if (clause->verbs.empty()) return true;
  const std::size_t at = clause->verbs.front();
  const std::string& word = statement.words[at].text;
  if (follows_preposition(statement, at) && sources.lexicon.has(word, WordKind::kNoun)) return true;
  const std::string verb = sources.lexicon.base_of(word, WordKind::kVerb);
  const auto met = [&](WordKind kind) { return sources.counts.of_all_senses(verb, kind); };
  // "Warmed" is neither a noun nor an adjective, "warms" not an adjective.
  const bool bare = verb == word;
  const auto noun = bare || word.ends_with("s") ? met(WordKind::kNoun) : 0;
  const auto adjective = bare ? met(WordKind::kAdjective) : 0;
  return is_role_word(RoleWord::kPreposition, word) ||
         std::max(noun, adjective) > kRare * met(WordKind::kVerb) + kOften;
}

// Whether the participle in a noun phrase is taken for the verb: "a light colored dog".
bool splits_noun(const Linkage& statement, const WordSources& sources) {
  const auto clause = main_clause(statement);
  if (clause->verbs.empty()) return false;
  const std::size_t verb = clause->verbs.front(), subject = clause->subject;
  const std::string& doer = statement.words[subject].text;
  const bool describes =
      is_listed("articles", doer) || sources.lexicon.has(doer, WordKind::kAdjective);
  const ParsedLink* object = link_right(statement, verb, "|O|");
  const ParsedLink* before = object ? link_left(statement, object->right, "|AN|") : nullptr;
  return subject + 1 == verb && describes && statement.words[verb].text.ends_with("ed") && before &&
         before->left == verb + 1;
}

const Linkage& likeliest(const std::vector<Linkage>& linkages, const WordSources& sources) {
  const Linkage& best = linkages.front();
  if (is_command(best, sources)) return best;
  const auto is_near = [&](const Linkage& linkage) {
    return linkage.null_words == best.null_words && linkage.cost <= best.cost + kStatementMargin &&
           is_statement(linkage);
  };
  const auto found = std::ranges::find_if(linkages, is_near);
  if (found == linkages.end()) return best;
  const auto sure = std::find_if(found, linkages.end(), [&](const Linkage& linkage) {
    return is_near(linkage) && !has_noun_as_verb(linkage, sources) &&
           !splits_noun(linkage, sources);
  });
  return sure == linkages.end() ? *found : *sure;
}

// Whether a linkage of all words has a verb that is not a noun as well. The participle of a phrase
// may follow later: "the police seized papers following the fire", not "two dogs running".
bool has_sure_verb(const CompletedPhrase& phrase, const Linkage& linkage,
                   const WordSources& sources) {
  const auto clause = main_clause(linkage);
  if (linkage.null_words > 0 || !clause || clause->verbs.empty()) return false;
  const ParsedWord& verb = linkage.words[clause->verbs.front()];
  const std::size_t next = phrase.verb - phrase.article;  // place of the participle or preposition
  const bool before = verb.end + 1 < next;
  return (before || !phrase.doing) &&
         !is_rather_named(sources.lexicon.base_of(verb.text, WordKind::kVerb), sources);
}

// Whether the verb of a statement is not even a preposition: "couch" of "cats sitting on couch".
bool has_bare_noun(const Linkage& linkage) {
  const auto clause = main_clause(linkage);
  return clause && clause->mood == Mood::kStatement && !clause->verbs.empty() &&
         !is_role_word(RoleWord::kPreposition, linkage.words[clause->verbs.front()].text);
}

// A verb that is nearly always a noun is worth some words without a link.
std::size_t spared_words(const CompletedPhrase& phrase, const Linkage& other) {
  constexpr std::size_t kSpared = 2;
  return phrase.doing && has_bare_noun(other) ? kSpared : 0;
}

// Whether a phrase is better read as the clause that completes it.
bool is_better(const CompletedPhrase& phrase, const Linkage& clause, const Linkage& other,
               const WordSources& sources) {
  if (!phrase.doing && clause.null_words > 0) return false;
  if (has_sure_verb(phrase, other, sources)) return false;
  if (is_statement(other) && !has_noun_as_verb(other, sources)) {
    if (phrase.done) return false;  // "a bird perched on a branch" is a statement
    return std::pair(clause.null_words, clause.cost) < std::pair(other.null_words, other.cost);
  }
  return clause.null_words <= other.null_words + spared_words(phrase, other) &&
         !is_command(other, sources);
}

// The words of a sentence between two walls, without a link.
Linkage unlinked(std::string_view sentence) {
  Linkage linkage;
  linkage.words.emplace_back();
  std::vector<std::string_view> words;
  split_words(sentence, words);
  for (const auto word : words) {
    ParsedWord& parsed = linkage.words.emplace_back();
    parsed.text = lower_case(word);
    parsed.begin = static_cast<std::size_t>(word.data() - sentence.data());
    parsed.end = parsed.begin + word.size();
  }
  linkage.words.emplace_back();
  linkage.null_words = words.size();
  return linkage;
}

bool opens_clause(const std::string& first) {
  return first == "to" || is_role_word(RoleWord::kSubordinator, first) ||
         is_role_word(RoleWord::kTimePreposition, first);
}

// "To save the file, click the icon": `clause` is that of the words from `begin` on, those before
// it are without a link.
Linkage with_opener(std::string_view sentence, std::size_t begin, const Linkage& clause) {
  Linkage whole = unlinked(sentence.substr(0, begin));
  whole.words.back() = {",", "", begin - 2, begin - 1};
  const std::size_t added = whole.words.size() - 1;
  whole.null_words = clause.null_words;
  for (std::size_t at = 1; at < clause.words.size(); ++at) {
    ParsedWord& word = whole.words.emplace_back(clause.words[at]);
    word.begin += begin;
    word.end += begin;
  }
  const auto moved = [&](std::size_t at) { return at == 0 ? at : at + added; };
  for (const ParsedLink& link : clause.links) {
    whole.links.push_back({moved(link.left), moved(link.right), link.type, link.rest});
  }
  return whole;
}

// A weakness of the rules that shows in a parsed sentence. Empty: none.
std::string_view weakness(const ClauseParts& parts) {
  if (parts.guessed) return "no clause found";
  return parts.more_clauses ? "more than one clause" : "";
}

class LinkLabeller final : public RoleLabeller {
 public:
  LinkLabeller()
      : sources_{Lexicon(kWordNetFolder), SenseCounts(kWordNetFolder)},
        parser_(make_link_parser(kEnglishDictionary, {.most_null_words = kMostNullWords})) {}

  std::vector<LabelledSentence> label(std::span<const std::string> sentences) override {
    std::vector<LabelledSentence> labelled;
    labelled.reserve(sentences.size());
    for (const auto& sentence : sentences) labelled.push_back(label_one(sentence));
    return labelled;
  }

 private:
  LabelledSentence label_one(const std::string& sentence) {
    std::string doubt;
    const Linkage linkage = linkage_of(sentence, doubt);
    const ClauseParts parts = parts_of(linkage, sources_.lexicon);
    LabelledSentence labelled;
    labelled.frame = roles_of(parts, linkage, sentence, sources_.lexicon);
    const bool none = labelled.frame[Role::kVerb].empty();
    labelled.doubt = none ? "no verb found" : doubt.empty() ? std::string(weakness(parts)) : doubt;
    return labelled;
  }

  Linkage linkage_of(const std::string& sentence, std::string& doubt) {
    if (find_invalid_utf8(sentence) != std::string::npos) return {};
    if (!is_fit_to_parse(sentence)) {
      doubt = "too long to parse";
      return unlinked(sentence);
    }
    const auto linkages = parser_->parse(sentence, kConsideredLinkages);
    if (linkages.empty()) doubt = "cannot be parsed";
    Linkage linkage = linkages.empty() ? unlinked(sentence) : likeliest(linkages, sources_);
    if (auto command = opened(sentence, linkage)) {
      doubt.clear();
      linkage = std::move(*command);
    } else if (auto clause = completed(sentence, linkage)) {
      doubt = "no finite verb";
      linkage = std::move(*clause);
    }
    if (doubt.empty() && linkage.null_words > 0) doubt = "parsed in part";
    return linkage;
  }

  // A purpose, time or condition and a command, or a phrase that hides the next clause.
  std::optional<Linkage> opened(const std::string& sentence, const Linkage& other) {
    const std::size_t comma = sentence.find(", ");
    const std::string first = lower_case(sentence.substr(0, sentence.find(' ')));
    const bool hides = is_role_word(RoleWord::kPreposition, first) && !is_statement(other);
    if ((!hides && !opens_clause(first)) || comma == sentence.npos) return std::nullopt;
    const std::size_t begin = comma + 2;
    const auto clause = opened_clause(sentence.substr(begin), hides);
    return clause ? std::optional(with_opener(sentence, begin, *clause)) : std::nullopt;
  }

  // A command, or with `statement` also one.
  std::optional<Linkage> opened_clause(const std::string& rest, bool statement) {
    if (!is_fit_to_parse(rest)) return std::nullopt;
    const auto linkages = parser_->parse(rest, kConsideredLinkages);
    if (linkages.empty()) return std::nullopt;
    if (is_command(linkages.front(), sources_)) return linkages.front();
    const Linkage& clause = likeliest(linkages, sources_);
    const bool found = statement && clause.null_words <= 1 && is_statement(clause);
    return found ? std::optional(clause) : std::nullopt;
  }

  // `other`: the linkage of the sentence as it is.
  std::optional<Linkage> completed(const std::string& sentence, const Linkage& other) {
    for (const auto& phrase : completions_of(sentence, sources_.lexicon)) {
      if (!is_fit_to_parse(phrase.text)) continue;
      const auto linkages = parser_->parse(phrase.text, kConsideredLinkages);
      if (linkages.empty()) continue;
      const Linkage& clause = likeliest(linkages, sources_);
      if (is_clause_of(phrase, clause) && is_better(phrase, clause, other, sources_)) {
        return in_sentence(clause, phrase);
      }
    }
    return std::nullopt;
  }

  WordSources sources_;
  std::unique_ptr<LinkParser> parser_;
};

}  // namespace

std::unique_ptr<RoleLabeller> make_link_labeller() { return std::make_unique<LinkLabeller>(); }

}  // namespace sonde
