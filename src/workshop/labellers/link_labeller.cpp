#include "workshop/labellers/link_labeller.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "formats/lexicons/wordnet.h"
#include "formats/utf8.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/labellers/clause_parts.h"
#include "workshop/labellers/completed_phrase.h"
#include "workshop/labellers/role_rules.h"
#include "workshop/labellers/role_words.h"
#include "workshop/language/lexicon/lexicon.h"
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

// "Keep the water boiling": begins with a verb, not with what may do something or be somehow ("man
// walking", "blue bird standing").
bool is_command(const Linkage& linkage, const Lexicon& lexicon) {
  const auto clause = main_clause(linkage);
  if (linkage.null_words > 0 || !clause || clause->mood != Mood::kCommand) return false;
  const std::string& first = linkage.words[1].text;
  const std::string& second = linkage.words[2].text;
  const auto noun = lexicon.category(first, WordKind::kNoun);
  static constexpr std::array kDoers{Category::kNounPerson, Category::kNounAnimal,
                                     Category::kNounGroup, Category::kNounArtifact};
  const bool does = noun && std::ranges::find(kDoers, *noun) != kDoers.end();
  const bool describes = lexicon.has(first, WordKind::kAdjective);
  return lexicon.category(first, WordKind::kVerb) &&
         (is_role_word(RoleWord::kDeterminer, second) || (!does && !describes));
}

const Linkage& likeliest(const std::vector<Linkage>& linkages, const Lexicon& lexicon) {
  const Linkage& best = linkages.front();
  if (is_command(best, lexicon)) return best;
  const auto found = std::find_if(linkages.begin(), linkages.end(), [&](const Linkage& linkage) {
    return linkage.null_words == best.null_words && linkage.cost <= best.cost + kStatementMargin &&
           is_statement(linkage);
  });
  return found == linkages.end() ? best : *found;
}

// Whether a phrase is better read as the clause that completes it.
bool is_better(const CompletedPhrase& phrase, const Linkage& clause, const Linkage& other,
               const Lexicon& lexicon) {
  if (!phrase.doing && clause.null_words > 0) return false;
  if (is_statement(other)) {
    return std::pair(clause.null_words, clause.cost) < std::pair(other.null_words, other.cost);
  }
  return clause.null_words <= other.null_words && !is_command(other, lexicon);
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

// "To save the file, click the icon": `clause` is that of the words from `begin` on, those before
// it are without a link.
Linkage with_opener(std::string_view sentence, std::size_t begin, const Linkage& clause) {
  Linkage whole = unlinked(sentence.substr(0, begin));
  whole.words.pop_back();
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
      : lexicon_(kWordNetFolder),
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
    const ClauseParts parts = parts_of(linkage, lexicon_);
    LabelledSentence labelled;
    labelled.frame = roles_of(parts, linkage, sentence, lexicon_);
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
    Linkage linkage = linkages.empty() ? unlinked(sentence) : likeliest(linkages, lexicon_);
    auto clause = opened(sentence);
    if (!clause) clause = completed(sentence, linkage);
    if (clause) {
      doubt.clear();
      linkage = std::move(*clause);
    }
    if (doubt.empty() && linkage.null_words > 0) doubt = "parsed in part";
    return linkage;
  }

  // A purpose and a command.
  std::optional<Linkage> opened(const std::string& sentence) {
    const std::size_t comma = sentence.find(", ");
    if (!lower_case(sentence.substr(0, 3)).starts_with("to ") || comma == sentence.npos) return {};
    const std::size_t begin = comma + 2;
    const std::string rest = sentence.substr(begin);
    if (!is_fit_to_parse(rest)) return std::nullopt;
    const auto linkages = parser_->parse(rest, 1);
    if (linkages.empty() || !is_command(linkages.front(), lexicon_)) return std::nullopt;
    return with_opener(sentence, begin, linkages.front());
  }

  // `other`: the linkage of the sentence as it is.
  std::optional<Linkage> completed(const std::string& sentence, const Linkage& other) {
    for (const auto& phrase : completions_of(sentence, lexicon_)) {
      if (!is_fit_to_parse(phrase.text)) continue;
      const auto linkages = parser_->parse(phrase.text, kConsideredLinkages);
      if (linkages.empty()) continue;
      const Linkage& clause = likeliest(linkages, lexicon_);
      if (is_clause_of(phrase, clause) && is_better(phrase, clause, other, lexicon_)) {
        return in_sentence(clause, phrase);
      }
    }
    return std::nullopt;
  }

  Lexicon lexicon_;
  std::unique_ptr<LinkParser> parser_;
};

}  // namespace

std::unique_ptr<RoleLabeller> make_link_labeller() { return std::make_unique<LinkLabeller>(); }

}  // namespace sonde
