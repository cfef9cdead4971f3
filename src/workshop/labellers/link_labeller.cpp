#include "workshop/labellers/link_labeller.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "formats/lexicons/wordnet.h"
#include "formats/utf8.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/labellers/clause_parts.h"
#include "workshop/labellers/role_rules.h"
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

const Linkage& likeliest(const std::vector<Linkage>& linkages) {
  const Linkage& best = linkages.front();
  const auto found = std::find_if(linkages.begin(), linkages.end(), [&](const Linkage& linkage) {
    return linkage.null_words == best.null_words && linkage.cost <= best.cost + kStatementMargin &&
           is_statement(linkage);
  });
  return found == linkages.end() ? best : *found;
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
    if (linkages.empty()) {
      doubt = "cannot be parsed";
      return unlinked(sentence);
    }
    if (linkages.front().null_words > 0) doubt = "parsed in part";
    return likeliest(linkages);
  }

  Lexicon lexicon_;
  std::unique_ptr<LinkParser> parser_;
};

}  // namespace

std::unique_ptr<RoleLabeller> make_link_labeller() { return std::make_unique<LinkLabeller>(); }

}  // namespace sonde
