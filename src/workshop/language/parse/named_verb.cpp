#include "workshop/language/parse/named_verb.h"

#include <string>

#include "text/unicode.h"

namespace sonde {
namespace {

bool is_tagged_verb(const ParsedWord& word) {
  return word.subscript.starts_with('v') || word.subscript.starts_with('g');
}

std::optional<std::size_t> named_verb(const Linkage& linkage, const VerbForms& forms,
                                      const NegationOptions& options) {
  const std::string named = lower_case(options.verb);
  const std::string base = forms.base_of(named);
  std::size_t seen = 0;
  for (std::size_t at = 0; at < linkage.words.size(); ++at) {
    const ParsedWord& word = linkage.words[at];
    const bool same =
        word.text == named || (is_tagged_verb(word) && forms.base_of(word.text) == base);
    if (same && ++seen == options.occurrence) return at;
  }
  return std::nullopt;
}

}  // namespace

bool has_named_verb(const Linkage& linkage, const VerbForms& forms,
                    const NegationOptions& options) {
  return named_verb(linkage, forms, options).has_value();
}

std::optional<Clause> clause_of_named_verb(const Linkage& linkage, const VerbForms& forms,
                                           const NegationOptions& options) {
  const auto verb = named_verb(linkage, forms, options);
  return verb ? clause_of_verb(linkage, *verb) : std::nullopt;
}

}  // namespace sonde
