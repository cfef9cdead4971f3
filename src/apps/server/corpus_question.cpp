#include <algorithm>

#include "apps/server/corpus_job.h"
#include "apps/server/item_numbers.h"
#include "base/parse.h"
#include "sonde/error.h"
#include "text/sentences.h"

namespace sonde {
namespace {

constexpr std::size_t kMostTerms = 50, kMostSubjects = 20, kMostVariants = 20;
constexpr std::size_t kMostPasted = 50'000;  // sentences of a text
constexpr std::size_t kLongestText = std::size_t{8} << 20;
constexpr std::size_t kMostOfCorpus = 1'000'000;

bool has_corpus_view(const ProbeKind& kind) { return kind.forms && kind.forms->corpus; }

std::vector<Card> corpora_of(std::string_view probe, const Resources& resources) {
  auto [cards, error] = list_cards(resources.data);
  if (error) throw *error;
  std::erase_if(cards, [&](const Card& card) { return card.probe != probe; });
  return cards;
}

// The terms, joined as in the probe's option.
std::string joined_terms(Asked& asked, const std::string& key) {
  std::string joined;
  for (const auto& term : asked.texts(key, kMostTerms, kLongestName)) {
    check_sentence(term, "a term of '" + key + "'");
    if (term.find_first_of(",\n\r\t") != term.npos) {
      throw HttpError(400, "a term of '" + key + "' has a comma or a tab; give two terms");
    }
    joined += (joined.empty() ? "" : ",") + term;
  }
  if (joined.empty()) throw HttpError(400, "'" + key + "' has no term");
  return joined;
}

// A sentence a line; of longer lines, those that the language's rules find.
std::vector<std::string> sentences_of(const std::string& text, const std::string& language) {
  std::vector<std::string> sentences;
  SentenceSplitter splitter(language);
  for (const auto line : parts_of(text, '\n')) {
    if (sentences.size() <= kMostPasted) splitter.split(line, sentences);
  }
  for (const auto& sentence : sentences) check_sentence(sentence, "a sentence of the text");
  if (sentences.empty()) throw HttpError(400, "the text has no sentence");
  if (sentences.size() > kMostPasted) {
    throw HttpError(413, "the text has more than " + std::to_string(kMostPasted) +
                             " sentences; `sonde run` measures larger ones");
  }
  return sentences;
}

// Nothing if its files are missing: WordNet's come with another package.
std::optional<std::uint64_t> count_items(const Card& card) {
  std::uint64_t items = 0;
  const auto probe = make_probe(parse_spec(card.probe), card.settings);
  try {
    read_records(card, probe->fields(), [&](Record&&) { return ++items > 0; });
  } catch (const Error&) {
    return std::nullopt;
  }
  return items;
}

Card corpus_named(const std::string& name, std::string_view probe, const Resources& resources) {
  for (auto& card : corpora_of(probe, resources)) {
    if (card.name == name) return card;
  }
  throw HttpError(400, "no such corpus: '" + name + "'; `sonde list datasets` has their names");
}

}  // namespace

CorpusQuestion corpus_question(const ProbeKind& kind, const LoadedEncoders& encoders, Asked& asked,
                               const Resources& resources) {
  CorpusQuestion question;
  question.view = &*kind.forms->corpus;
  question.subjects = encoders.named(asked.texts("encoders", kMostSubjects, kLongestName));
  const std::string language = asked.text("language", kLongestName);
  const auto variants = asked.whole("variants", 1, kMostVariants);
  auto options = question.view->options;
  for (const auto& group : question.view->groups) {
    const std::string option(group.option);
    options[option] = joined_terms(asked, option);
  }
  options["variants"] = std::to_string(variants);
  options["language"] = language;
  question.probe = probe_with(std::string(kind.name), options);
  if (asked.has("limit")) question.limit = asked.whole("limit", 0, kMostOfCorpus);
  if (asked.has("text") == asked.has("corpus")) {
    throw HttpError(400, "give 'text' or 'corpus', and not both");
  }
  if (asked.has("text")) {
    question.sentences = sentences_of(asked.text("text", kLongestText), language);
    if (question.limit > 0 && question.limit < question.sentences.size()) {
      question.sentences.resize(question.limit);
    }
  } else {
    question.corpus = corpus_named(asked.text("corpus", kLongestName), kind.name, resources);
  }
  asked.done();
  return question;
}

ServedJson corpora_view(const Resources& resources) {
  ServedJson all = ServedJson::array();
  for (const auto& kind : probe_kinds()) {
    if (!has_corpus_view(kind)) continue;
    for (const auto& card : corpora_of(kind.name, resources)) {
      const auto items = count_items(card);
      if (!items) continue;
      all.push_back({{"name", card.name},
                     {"probe", kind.name},
                     {"title", card.title},
                     {"language", card.language},
                     {"items", *items}});
    }
  }
  return all;
}

}  // namespace sonde
