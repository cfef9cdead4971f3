// Dutch by the words alone: only where they leave no doubt which one is the verb.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sonde/error.h"
#include "sonde/negation.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/parse/linkage.h"

namespace sonde {
namespace {

template <std::size_t size>
bool lists_word(const std::array<std::string_view, size>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr auto kDutchNegations = std::to_array<std::string_view>(
    {"niet", "geen", "nooit", "niemand", "niets", "nergens", "noch", "zonder", "nauwelijks",
     "amper", "zelden", "geenszins", "evenmin"});
constexpr auto kZijn =
    std::to_array<std::string_view>({"ben", "bent", "is", "zijn", "was", "waren"});
// Finite and nothing else, where no article stands before them.
constexpr auto kDutchAuxiliaries = std::to_array<std::string_view>(
    {"ben",   "bent", "is",     "zijn",   "was",    "waren",  "wordt", "worden", "werd", "werden",
     "kan",   "kunt", "kunnen", "kon",    "konden", "mag",    "mogen", "mocht",  "moet", "moeten",
     "moest", "zal",  "zult",   "zullen", "zou",    "zouden", "wil",   "willen", "wilde"});
constexpr auto kDutchModals = std::to_array<std::string_view>(
    {"kan", "kunt", "kunnen", "kon", "konden", "mag", "mogen", "mocht", "moet", "moeten", "moest",
     "zal", "zult", "zullen", "zou", "zouden", "wil", "willen", "wilde"});
constexpr auto kThere = std::to_array<std::string_view>(
    {"is", "was", "staat", "stond", "zit", "zat", "ligt", "lag", "hangt", "hing", "loopt", "liep"});
// "Zij" and "het" may be part of a longer subject.
constexpr auto kDutchPronouns = std::to_array<std::string_view>(
    {"ik", "jij", "hij", "ze", "wij", "we", "jullie", "u", "men", "iemand"});
constexpr auto kDutchPrepositions = std::to_array<std::string_view>(
    {"aan",   "achter",  "bij",    "binnen", "boven", "buiten", "door", "in",
     "langs", "met",     "naar",   "naast",  "onder", "op",     "over", "rond",
     "tegen", "tijdens", "tussen", "uit",    "van",   "voor"});
constexpr auto kSubordinators = std::to_array<std::string_view>(
    {"die",     "dat",  "wie",     "wat",    "waar", "omdat", "als",
     "wanneer", "toen", "terwijl", "hoewel", "of",   "zodat", "nadat",
     "voordat", "hoe",  "waarom",  "welke",  "welk", "om",    "te"});
constexpr auto kArticles = std::to_array<std::string_view>({"de", "het", "een"});
constexpr auto kDefinite = std::to_array<std::string_view>(
    {"de", "het", "mijn", "jouw", "zijn", "haar", "ons", "onze", "hun", "dit", "deze"});
// "een paar", "een van de": no article.
constexpr auto kNoArticle =
    std::to_array<std::string_view>({"paar", "beetje", "aantal", "van", "heleboel", "hoop", "ieder",
                                     "half", "keer", "uur", "jaar"});
constexpr auto kAgainstNiet = std::to_array<std::string_view>(
    {"alleen", "meer", "eens",  "zo",    "te",     "enkel", "langer", "slechts",
     "zomaar", "al",   "ook",   "maar",  "nog",    "zelfs", "pas",    "tot",
     "totdat", "want", "omdat", "hoeft", "hoeven", "enige", "ooit",   "of"});
// Heads that have an article in the singular.
constexpr auto kCounted = std::to_array<std::string_view>(
    {"man",    "vrouw", "jongen", "meisje", "kind",  "persoon", "peuter",
     "baby",   "dame",  "hond",   "kat",    "paard", "vogel",   "aap",
     "konijn", "auto",  "fiets",  "boot",   "huis",  "boom",    "groep"});

// What the words of a sentence are, in lower case, and where they stand.
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
  template <class List>
  bool has(const List& list, std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < std::min(end, size()); ++at) {
      if (lists_word(list, word(at))) return true;
    }
    return false;
  }
  template <class List>
  std::size_t count(const List& list) const {
    std::size_t found = 0;
    for (std::size_t at = 0; at < size(); ++at) found += lists_word(list, word(at));
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
  // With the white space before it.
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

// Where the finite verb stands for sure: after a pronoun that begins the sentence, or an auxiliary
// with nothing before it that may have a verb of its own.
std::optional<std::size_t> finite_verb(const DutchSentence& sentence) {
  if (lists_word(kDutchPronouns, sentence.word(0)) || sentence.word(0) == "er") {
    const bool longer = lists_word(kSubordinators, sentence.word(1)) ||
                        lists_word(kDutchPrepositions, sentence.word(1)) ||
                        sentence.word(1) == "en";
    if (!longer) return 1;  // "iemand die"
  }
  for (std::size_t at = 1; at < sentence.size(); ++at) {
    if (!lists_word(kDutchAuxiliaries, sentence.word(at))) continue;
    const bool plural = sentence.word(at).ends_with("en") || sentence.word(at) == "zijn";
    constexpr std::array<std::string_view, 2> kAnd{"en", "maar"};
    if (sentence.has(kAnd, 0, at) && (!plural || sentence.has(kDutchPrepositions, 0, at))) break;
    if (sentence.has(kSubordinators, 0, at)) break;
    if (lists_word(kArticles, sentence.word(at - 1)) || sentence.word(at - 1) == "en") break;
    return at;
  }
  return std::nullopt;
}

// Each "een" but the first stands behind a preposition, so that the first is the object.
bool is_only_object(const DutchSentence& sentence, std::size_t een) {
  if (lists_word(kNoArticle, sentence.word(een + 1))) return false;
  for (std::size_t at = een + 1; at < sentence.size(); ++at) {
    if (lists_word(kSubordinators, sentence.word(at))) return true;
    if (sentence.word(at) == "een" && !lists_word(kDutchPrepositions, sentence.word(at - 1)))
      return false;
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
  if (there && !lists_word(kThere, finite)) return Refusal::kNoRule;
  if (word == "een" && is_only_object(sentence, next)) {
    return made(sentence.with_in_place(next, "geen"), "geen");
  }
  if (there || word.empty()) {
    return there ? Negation(Refusal::kNoRule) : made(sentence.with_behind(*verb, "niet"), "niet");
  }
  if (lists_word(kDutchPrepositions, word)) return made(sentence.with_before(next, "niet"), "niet");
  const bool last = next + 1 == sentence.size();
  if (last && lists_word(kDutchModals, finite) && word.ends_with("n")) {  // "kan zwemmen"
    return made(sentence.with_before(next, "niet"), "niet");
  }
  const bool object = lists_word(kDefinite, word) && next + 2 == sentence.size();
  if (object && !lists_word(kDutchAuxiliaries, finite)) {  // "ziet de kat"
    return made(sentence.with_behind(next + 1, "niet"), "niet");
  }
  return Refusal::kNoRule;
}

Negation affirm_niet(const DutchSentence& sentence, std::size_t niet) {
  const bool clear = niet > 0 && !sentence.has(kSubordinators, 0, niet) &&
                     !sentence.has(kAgainstNiet, 0, sentence.size());
  if (!clear) return Refusal::kNoRule;
  return made(sentence.without(niet), "niet taken away");
}

Negation affirm_geen(const DutchSentence& sentence, std::size_t geen) {
  if (sentence.has(kSubordinators, 0, geen) || sentence.has(kAgainstNiet, 0, sentence.size())) {
    return Refusal::kNoRule;
  }
  constexpr std::array<std::string_view, 2> kAre{"zijn", "waren"};
  if (geen == 2 && sentence.word(0) == "er" && lists_word(kAre, sentence.word(1))) {
    return made(sentence.without(geen), "geen taken away");
  }
  const bool counted =
      lists_word(kCounted, sentence.word(geen + 1)) ||
      (sentence.word(geen + 1).ends_with('e') && lists_word(kCounted, sentence.word(geen + 2)));
  if (geen == 0 || !counted) return Refusal::kNoRule;
  return made(sentence.with_in_place(geen, "een"), "geen taken away");
}

Negation affirm_dutch(const DutchSentence& sentence) {
  if (sentence.count(kDutchNegations) != 1) return Refusal::kNoRule;
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
    const bool negated = sentence.has(kDutchNegations, 0, sentence.size());
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
