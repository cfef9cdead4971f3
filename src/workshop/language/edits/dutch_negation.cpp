// Dutch by the words alone: only if the verb is unambiguous.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "sonde/error.h"
#include "sonde/negation.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

const WordSet& dutch(std::string_view list) { return word_set("nl", list); }
const WordSet& negations() { return dutch("negations"); }
const WordSet& finite_auxiliaries() { return dutch("finite_auxiliaries"); }
const WordSet& modals() { return dutch("modals"); }
const WordSet& verbs_after_er() { return dutch("verbs_after_er"); }
const WordSet& pronouns() { return dutch("pronouns"); }
const WordSet& prepositions() { return dutch("prepositions"); }
const WordSet& subordinators() { return dutch("subordinators"); }
const WordSet& articles() { return dutch("articles"); }
const WordSet& definite_words() { return dutch("definite_words"); }
const WordSet& words_after_een() { return dutch("words_after_een"); }
const WordSet& words_against_niet() { return dutch("words_against_niet"); }
const WordSet& counted_nouns() { return dutch("counted_nouns"); }
const WordSet& conjunctions() { return dutch("conjunctions"); }
const WordSet& plural_of_zijn() { return dutch("plural_of_zijn"); }

// The words of a sentence, in lower case, with their classes and places.
class DutchSentence {
 public:
  explicit DutchSentence(std::string_view text) : text_(text) {
    split_words(text, words_);
    for (const auto word : words_) lower_.push_back(lower_case(word));
  }

  std::size_t size() const { return words_.size(); }
  std::string_view word(std::size_t at) const {
    return at < lower_.size() ? std::string_view(lower_[at]) : std::string_view();
  }
  bool has(const WordSet& list, std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < std::min(end, size()); ++at) {
      if (list.contains(word(at))) return true;
    }
    return false;
  }
  std::size_t count(const WordSet& list) const {
    std::size_t found = 0;
    for (std::size_t at = 0; at < size(); ++at) found += list.contains(word(at)) ? 1U : 0U;
    return found;
  }

  std::string with_before(std::size_t at, std::string_view added) const {
    return spliced(begin(at), 0, std::string(added) + " ");
  }
  std::string with_behind(std::size_t at, std::string_view added) const {
    return spliced(begin(at) + words_[at].size(), 0, " " + std::string(added));
  }
  std::string with_in_place(std::size_t at, std::string_view other) const {
    return spliced(begin(at), words_[at].size(), other);
  }
  // Also drops the white space before it.
  std::string without(std::size_t at) const {
    const std::size_t behind = begin(at - 1) + words_[at - 1].size();
    return spliced(behind, begin(at) + words_[at].size() - behind, "");
  }

 private:
  std::size_t begin(std::size_t at) const {
    return static_cast<std::size_t>(words_[at].data() - text_.data());
  }
  std::string spliced(std::size_t at, std::size_t size, std::string_view with) const {
    return std::string(text_).replace(at, size, with);
  }

  std::string_view text_;
  std::vector<std::string_view> words_;
  std::vector<std::string> lower_;
};

bool is_one_clause(std::string_view text) { return text.find_first_of(",;:?!\"()") == text.npos; }

// The certain place of the finite verb: after a pronoun that begins the sentence, or an auxiliary
// with nothing before it that may have its own verb.
std::optional<std::size_t> finite_verb(const DutchSentence& sentence) {
  if (pronouns().contains(sentence.word(0)) || sentence.word(0) == "er") {
    const bool longer = subordinators().contains(sentence.word(1)) ||
                        prepositions().contains(sentence.word(1)) || sentence.word(1) == "en";
    if (!longer) return 1;  // "iemand die"
  }
  for (std::size_t at = 1; at < sentence.size(); ++at) {
    if (!finite_auxiliaries().contains(sentence.word(at))) continue;
    const bool plural = sentence.word(at).ends_with("en") || sentence.word(at) == "zijn";
    if (sentence.has(conjunctions(), 0, at) && (!plural || sentence.has(prepositions(), 0, at)))
      break;
    if (sentence.has(subordinators(), 0, at)) break;
    if (articles().contains(sentence.word(at - 1)) || sentence.word(at - 1) == "en") break;
    return at;
  }
  return std::nullopt;
}

// Each "een" but the first follows a preposition, so that the first is the object.
bool is_only_object(const DutchSentence& sentence, std::size_t een) {
  if (words_after_een().contains(sentence.word(een + 1))) return false;
  for (std::size_t at = een + 1; at < sentence.size(); ++at) {
    if (subordinators().contains(sentence.word(at))) return true;
    if (sentence.word(at) == "een" && !prepositions().contains(sentence.word(at - 1))) return false;
  }
  return true;
}

Negation made(std::string text, std::string_view rule) { return Negated{std::move(text), {rule}}; }

Negation negate_dutch(const DutchSentence& sentence) {
  const auto verb = finite_verb(sentence);
  if (!verb || *verb >= sentence.size()) return Refusal::kNoRule;
  const std::size_t next = *verb + 1;
  const std::string_view finite = sentence.word(*verb), word = sentence.word(next);
  const bool there = sentence.word(0) == "er";
  if (there && !verbs_after_er().contains(finite)) return Refusal::kNoRule;
  if (word == "een" && is_only_object(sentence, next)) {
    return made(sentence.with_in_place(next, "geen"), "geen");
  }
  if (there || word.empty()) {
    return there ? Negation(Refusal::kNoRule) : made(sentence.with_behind(*verb, "niet"), "niet");
  }
  if (prepositions().contains(word)) return made(sentence.with_before(next, "niet"), "niet");
  const bool last = next + 1 == sentence.size();
  if (last && modals().contains(finite) && word.ends_with("n")) {  // "kan zwemmen"
    return made(sentence.with_before(next, "niet"), "niet");
  }
  const bool object = definite_words().contains(word) && next + 2 == sentence.size();
  if (object && !finite_auxiliaries().contains(finite)) {  // "ziet de kat"
    return made(sentence.with_behind(next + 1, "niet"), "niet");
  }
  return Refusal::kNoRule;
}

Negation affirm_niet(const DutchSentence& sentence, std::size_t niet) {
  const bool clear = niet > 0 && !sentence.has(subordinators(), 0, niet) &&
                     !sentence.has(words_against_niet(), 0, sentence.size());
  if (!clear) return Refusal::kNoRule;
  return made(sentence.without(niet), "niet taken away");
}

Negation affirm_geen(const DutchSentence& sentence, std::size_t geen) {
  if (sentence.has(subordinators(), 0, geen) ||
      sentence.has(words_against_niet(), 0, sentence.size())) {
    return Refusal::kNoRule;
  }
  if (geen == 2 && sentence.word(0) == "er" && plural_of_zijn().contains(sentence.word(1))) {
    return made(sentence.without(geen), "geen taken away");
  }
  const bool counted =
      counted_nouns().contains(sentence.word(geen + 1)) ||
      (sentence.word(geen + 1).ends_with('e') && counted_nouns().contains(sentence.word(geen + 2)));
  if (geen == 0 || !counted) return Refusal::kNoRule;
  return made(sentence.with_in_place(geen, "een"), "geen taken away");
}

Negation affirm_dutch(const DutchSentence& sentence) {
  if (sentence.count(negations()) != 1) return Refusal::kNoRule;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (sentence.word(at) == "niet") return affirm_niet(sentence, at);
    if (sentence.word(at) == "geen") return affirm_geen(sentence, at);
  }
  return Refusal::kNoRule;
}

class DutchNegator final : public Negator {
 public:
  Negation negate(std::string_view text, const NegationOptions& options) const override {
    if (options.contract || !options.verb.empty()) {
      throw usage_error("contractions and named verbs are for English", "leave them out for Dutch");
    }
    if (!is_fit_to_parse(text)) return Refusal::kUnfit;
    const DutchSentence sentence(text);
    const bool negated = sentence.has(negations(), 0, sentence.size());
    if (negated != options.affirm) {
      return options.affirm ? Refusal::kAffirmative : Refusal::kNegated;
    }
    if (!is_one_clause(text)) return Refusal::kNoRule;
    return options.affirm ? affirm_dutch(sentence) : negate_dutch(sentence);
  }
};

}  // namespace

std::shared_ptr<const Negator> dutch_negator() { return std::make_shared<DutchNegator>(); }

}  // namespace sonde
