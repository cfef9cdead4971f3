#include "workshop/language/edits/rewriter.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/digest.h"
#include "sonde/negation.h"
#include "workshop/language/edits/argument_swap.h"
#include "workshop/language/edits/edited_clause.h"
#include "workshop/language/edits/embedded_clause.h"
#include "workshop/language/edits/fixed_point_inversion.h"
#include "workshop/language/edits/parse_doubts.h"
#include "workshop/language/edits/passive.h"
#include "workshop/language/edits/quantifier_negation.h"
#include "workshop/language/edits/verb_synonym.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

constexpr std::array kTransformationKinds{
    TransformationKind{Transformation::kNotNegation, "not-negation",
                       "a main clause with a finite verb"},
    TransformationKind{
        Transformation::kQuantifierNegation, "quantifier-negation",
        "a statement that begins with A or An and its subject, no form of be with a noun "
        "or an adjective"},
    TransformationKind{
        Transformation::kSynonym, "synonym",
        "a statement whose main verb, no copula, has a synonym of one word in WordNet"},
    TransformationKind{Transformation::kEmbeddedClause, "embedded-clause",
                       "a statement whose main verb says, thinks or shows a clause"},
    TransformationKind{Transformation::kPassive, "passive",
                       "an active statement with a subject and a direct object, no copula"},
    TransformationKind{Transformation::kArgumentReordering, "argument-reordering",
                       "the same, subject and object persons or animals"},
    TransformationKind{Transformation::kFixedPoint, "fixed-point",
                       "six words at least, and a statement"}};

// So many of the best linkages must agree, of those that cost little more than the best.
constexpr std::size_t kAsked = 20;
constexpr double kLittleMore = 0.5;
// How much more the result may cost than its source.
constexpr double kWorse = 1.5;
constexpr std::size_t kLeastWords = 6;

// Rules that leave the words in their order and form: parses that don't allow the rule matter less
// than its place, which is the same in all that do.
bool is_cut_of_source(Transformation which) {
  return which == Transformation::kQuantifierNegation || which == Transformation::kEmbeddedClause;
}

// "His feet shuffling down the hall" has no finite verb.
bool is_finite(const Linkage& linkage, std::string_view sentence) {
  const Reading reading(linkage, sentence);
  const auto main = main_statement(reading);
  return main && !reading.subscript(main->verbs.front()).starts_with('g');
}

class EnglishRewriter final : public Rewriter {
 public:
  EnglishRewriter()
      : forms_(kWordNetFolder),
        lexicon_(kWordNetFolder),
        examples_(kWordNetFolder),
        parser_(make_link_parser()),
        negator_(english_negator()) {}

  Outcome apply(Transformation which, const std::string& sentence, std::uint64_t seed) override {
    if (which == Transformation::kNotNegation) return negated(sentence);
    if (!is_fit_to_parse(sentence)) return not_eligible("too long to parse");
    if (sentence != sentence_ || linkages_.empty()) {
      sentence_ = sentence;
      linkages_ = parser_->parse(sentence, kAsked);
    }
    if (linkages_.empty()) return not_eligible("not parsed");
    if (which == Transformation::kSynonym) return with_synonym();
    if (which == Transformation::kFixedPoint) return with_fixed_point(seed);
    return agreed(which);
  }

 private:
  // A negation that is there already is taken away.
  Outcome negated(const std::string& sentence) const {
    Negation negation = negator_->negate(sentence);
    if (std::holds_alternative<Refusal>(negation) &&
        std::get<Refusal>(negation) == Refusal::kNegated) {
      negation = negator_->negate(sentence, {.affirm = true});
    }
    if (const auto* made = std::get_if<Negated>(&negation)) {
      Outcome outcome{true, made->text, {}, {}};
      for (const auto rule : made->rules)
        outcome.trace = joined({outcome.trace, std::string(rule)});
      return outcome;
    }
    const Refusal why = std::get<Refusal>(negation);
    const bool eligible =
        why != Refusal::kUnfit && why != Refusal::kNotParsed && why != Refusal::kNoClause;
    return {eligible, {}, reason(why), {}};
  }

  Outcome by_rule(Transformation which, const Linkage& linkage) const {
    const Reading reading(linkage, sentence_);
    if (which == Transformation::kQuantifierNegation) return there_is_no(reading, lexicon_);
    if (which == Transformation::kEmbeddedClause) return embedded_clause(reading, forms_);
    const auto verb = transitive_verb(reading);
    if (!verb) return not_eligible("no direct object");
    const bool swap = which == Transformation::kArgumentReordering;
    if (swap && !has_persons(reading, *verb, lexicon_)) {
      return not_eligible("subject or object is not a person");
    }
    const auto clause = cut_clause(reading, *verb, forms_, lexicon_);
    if (const auto* why = std::get_if<std::string_view>(&clause)) return refused(*why);
    const auto& cut = std::get<TransitiveClause>(clause);
    return swap ? argument_swap(reading, cut, forms_, lexicon_)
                : passive(reading, cut, forms_, lexicon_);
  }

  // The doubt about the sentence. Empty: none.
  std::string_view doubt() const {
    const auto why = doubt_of_parse(linkages_, sentence_);
    if (!why.empty()) return why;
    // A sentence without a sure negation may not be a clause.
    const Negation negation = negator_->negate(sentence_);
    return std::holds_alternative<Refusal>(negation) ? "doubtful clause" : std::string_view();
  }

  Outcome agreed(Transformation which) {
    Outcome best = by_rule(which, linkages_.front());
    if (best.text.empty()) return best;
    if (const auto why = doubt(); !why.empty()) return refused(why);
    if (!do_parses_agree(which, best.text)) return refused("parses differ");
    if (const auto why = doubt_of_result(which, best.text); !why.empty()) return refused(why);
    return best;
  }

  // Whether parses as good as the best give the same text.
  bool do_parses_agree(Transformation which, const std::string& text) const {
    return std::ranges::all_of(linkages_, [&](const Linkage& other) {
      if (other.cost > linkages_.front().cost + kLittleMore) return true;
      const std::string made = by_rule(which, other).text;
      return made == text || (made.empty() && is_cut_of_source(which));
    });
  }

  // Empty: none.
  std::string_view doubt_of_result(Transformation which, const std::string& text) {
    const auto made = parser_->parse(text, 1);
    if (made.empty() || made.front().cost > linkages_.front().cost + kWorse) {
      return "result not parsed";
    }
    const bool statement =
        which != Transformation::kEmbeddedClause || is_finite(made.front(), text);
    return statement ? "" : "result is not a statement";
  }

  Outcome with_synonym() {
    const Reading reading(linkages_.front(), sentence_);
    VerbSynonyms made = verb_synonyms(reading, {forms_, lexicon_, examples_});
    if (made.sentences.empty()) return made.refusal;
    if (const auto why = doubt(); !why.empty()) return refused(why);
    for (auto& one : made.sentences) {
      const auto linkages = parser_->parse(one.text, 1);
      if (!linkages.empty() && have_same_links(linkages.front(), linkages_.front())) {
        return std::move(one);
      }
    }
    return made.refusal;
  }

  // The first of the pivots, in an order by the seed, that leaves no sentence.
  Outcome with_fixed_point(std::uint64_t seed) {
    const Reading reading(linkages_.front(), sentence_);
    if (!main_statement(reading) || reading.end() <= kLeastWords) {
      return not_eligible("too short, or no statement");
    }
    if (reading.has_inner_marks({1, reading.end()})) return refused("marks within");
    std::vector<std::size_t> places = pivots(reading);
    const std::uint64_t key = digest_of(sentence_).low64();
    std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
      return random_bits(seed, key, a) < random_bits(seed, key, b);
    });
    for (const std::size_t pivot : places) {
      Outcome one{true, inverted(reading, pivot), {}, "pivot " + reading.text(pivot)};
      if (parser_->parse(one.text, 1).empty()) return one;
    }
    return refused(places.empty() ? "no pivot" : "every order is a sentence");
  }

  VerbForms forms_;
  Lexicon lexicon_;
  ExampleSenses examples_;
  std::unique_ptr<LinkParser> parser_;
  std::shared_ptr<const Negator> negator_;
  std::string sentence_;  // that was parsed last
  std::vector<Linkage> linkages_;
};

}  // namespace

std::span<const TransformationKind> transformation_kinds() { return kTransformationKinds; }

std::unique_ptr<Rewriter> english_rewriter() { return std::make_unique<EnglishRewriter>(); }

}  // namespace sonde
