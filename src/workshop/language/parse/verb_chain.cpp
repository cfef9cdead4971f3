#include "workshop/language/parse/verb_chain.h"

#include <algorithm>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/negation_words.h"

namespace sonde {
namespace {

bool is_be(const Reading& reading, std::size_t at) {
  return is_listed("forms_of_be", reading.word(at));
}

// The next verb, or nothing without one. "Keeps chasing" is two verbs, not one.
const ParsedLink* next_verb(const Reading& reading, std::size_t at) {
  for (const auto& link : reading.linkage().links) {
    if (link.left != at) continue;
    const bool participle = link.rest.starts_with('g') || link.rest.starts_with('v');
    if (link.type == "I" || link.type == "PP") return &link;
    if (link.type == "P" && is_be(reading, at) && participle) return &link;
  }
  return nullptr;
}

}  // namespace

std::vector<std::size_t> verb_chain(const Reading& reading, std::size_t finite) {
  std::vector<std::size_t> chain{finite};
  while (const ParsedLink* link = next_verb(reading, chain.back())) chain.push_back(link->right);
  return chain;
}

std::string base_of_chain(const Reading& reading, const std::vector<std::size_t>& chain,
                          const VerbForms& forms) {
  const std::string_view word = reading.word(chain.back());
  const ParsedLink* infinitive = reading.left(chain.back(), "|I|");
  if (infinitive && forms.is_base(word)) return std::string(word);
  if (auto base = forms.base_of_third(word)) return *base;
  if (auto base = forms.base_of_past(word)) return *base;
  return forms.base_of(word);
}

namespace {

std::optional<VerbForm> form_of_finite(const Reading& reading, std::size_t verb,
                                       const std::string& base, bool singular,
                                       const VerbForms& forms) {
  const std::string_view word = reading.word(verb);
  const bool tagged = reading.subscript(verb).ends_with("-d");
  const bool unchanging = forms.inflected(base, VerbForm::kPast) == base;
  if (word == base && singular && unchanging) return VerbForm::kPast;  // "he hit"
  if (word == base) return tagged || singular ? std::nullopt : std::optional(VerbForm::kBase);
  if (singular && forms.base_of_third(word) == base) return VerbForm::kThird;
  return tagged ? std::optional(VerbForm::kPast) : std::nullopt;
}

}  // namespace

std::optional<VerbForm> form_of_chain(const Reading& reading, const std::vector<std::size_t>& chain,
                                      const std::string& base, bool singular,
                                      const VerbForms& forms) {
  if (chain.size() == 1) return form_of_finite(reading, chain.back(), base, singular, forms);
  const ParsedLink* link = reading.left(chain.back(), "|I|PP|P|");
  if (!link) return std::nullopt;
  const bool be = is_a(WordClass::kBe, reading.word(link->left));
  if (link->type == "I" && be) return std::nullopt;  // "they were wed"
  if (link->type == "I") {
    return reading.word(chain.back()) == base ? std::optional(VerbForm::kBase) : std::nullopt;
  }
  if (link->type == "PP" || link->rest.starts_with('v')) return VerbForm::kParticiple;
  return link->rest.starts_with('g') ? std::optional(VerbForm::kGerund) : std::nullopt;
}

std::optional<Clause> main_statement(const Reading& reading) {
  auto main = main_clause(reading.linkage());
  const bool question = reading.behind().find('?') != std::string_view::npos;
  if (!main || main->mood != Mood::kStatement || main->verbs.empty() || question) {
    return std::nullopt;
  }
  return main;
}

bool has_joined_verbs(const Reading& reading, const Clause& clause, std::size_t verb) {
  const auto& links = reading.linkage().links;
  return clause.verbs.size() > 1 || reading.subscript(verb).starts_with('j') ||
         std::any_of(links.begin(), links.end(), [&](const ParsedLink& link) {
           return link.type == "VJ" && (link.left == verb || link.right == verb);
         });
}

}  // namespace sonde
