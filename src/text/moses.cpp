#include "text/moses.h"

#include <unicode/uchar.h>

#include <utility>
#include <vector>

#include "text/unicode.h"
#include "text/word_runs.h"

namespace sonde {
namespace {

using MosesRules = std::vector<Substitutions::Rule>;

// White space in Python's re and str.split().
std::string white() { return R"([\p{Z}\u0009-\u000D\u001C-\u001F\u0085])"; }

// The characters of a property that Moses' tables have.
std::string known_ones(const std::string& property) {
  return R"([\p{)" + property + R"(}&&\p{Age=7.0}&&[\u0000-\uFFFF]])";
}

std::string letters_of(std::string_view language) {
  const std::string hangul = language == "ko" ? "" : R"(\uAC00-\uD7A3)";
  return "[" + known_ones("Alphabetic") + R"(--[\p{Han})" + hangul + "]]";
}

bool has_comma_before_digits(std::string_view language) {
  static const std::set<std::string_view> kLanguages{"de", "es", "cz", "cs", "fr"};
  return kLanguages.contains(language);
}

void add(MosesRules& rules, const MosesRules& more) {
  rules.insert(rules.end(), more.begin(), more.end());
}

// The rules of normalize-punctuation.perl, in its order.
MosesRules normalisation_of(std::string_view language) {
  MosesRules rules = {
      {R"(\r)", ""},
      {R"(\()", " ("},
      {R"(\))", ") "},
      {" +", " "},
      {R"(\) ([.!:?;,]))", ")$1"},
      {R"(\( )", "("},
      {R"( \))", ")"},
      {R"((\d) %)", "$1%"},
      {" :", ":"},
      {" ;", ";"},
      {"`", "'"},
      {"''", " \" "},
      {"[„“”]", "\""},
      {"–", "-"},
      {"—", " - "},
      {" +", " "},
      {"´", "'"},
      {"([a-zA-Z])‘([a-zA-Z])", "$1'$2"},
      {"([a-zA-Z])’([a-zA-Z])", "$1'$2"},
      {"[‘‚’]", "\""},
      {"''", "\""},
      {"…", "..."},
      {R"(\u00A0«\u00A0)", "\""},
      {R"(«\u00A0)", "\""},
      {"«", "\""},
      {R"(\u00A0»\u00A0)", "\""},
      {R"(\u00A0»)", "\""},
      {"»", "\""},
      {R"(\u00A0%)", "%"},
      {R"(nº\u00A0)", "nº "},
      {R"(\u00A0:)", ":"},
      {R"(\u00A0ºC)", " ºC"},
      {R"(\u00A0cm)", " cm"},
      {R"(\u00A0([?!;]))", "$1"},
      {R"(,\u00A0)", ", "},
      {" +", " "},
  };
  if (language == "en") {
    add(rules, {{R"("([,.]+))", "$1\""}});
  } else if (language == "de" || language == "es" || language == "fr") {
    add(rules, {{",\"", "\","}, {"(\\.+)\"(" + white() + "*[^<])", "\"$1$2"}});
  }
  const std::string between = has_comma_before_digits(language) ? "," : ".";
  add(rules, {{R"((\d)\u00A0(\d))", "$1" + between + "$2"}});
  return rules;
}

MosesRules apostrophes_of(std::string_view language) {
  const std::string letter = letters_of(language), other = "[^" + letter + "]";
  const std::string numbers = known_ones("N");
  if (language == "en") {
    return {{"(" + other + ")'(" + other + ")", "$1 ' $2"},
            {"([^" + letter + numbers + "])'(" + letter + ")", "$1 ' $2"},
            {"(" + letter + ")'(" + other + ")", "$1 ' $2"},
            {"(" + letter + ")'(" + letter + ")", "$1 '$2"},
            {"(" + numbers + ")'(s)", "$1 '$2"}};
  }
  if (language == "fr" || language == "it") {
    return {{"(" + other + ")'(" + other + ")", "$1 ' $2"},
            {"(" + other + ")'(" + letter + ")", "$1 ' $2"},
            {"(" + letter + ")'(" + other + ")", "$1 ' $2"},
            {"(" + letter + ")'(" + letter + ")", "$1' $2"}};
  }
  return {{"'", " ' "}};
}

// The rules of tokenizer.perl, in its order, up to the full stops of words. Those of "..." are
// meanwhile another character, one that no text has.
MosesRules rules_of(std::string_view language) {
  const std::string numbers = known_ones("N");
  MosesRules rules = normalisation_of(language);
  add(rules, {{white() + "+", " "},
              {R"([\u0000-\u001F])", ""},
              {"^ +| +$", ""},
              {"([^" + letters_of(language) + known_ones("Nd") + R"( .'`,\-]))", " $1 "},
              {R"((?<=\.)\.|\.(?=\.))", "\uFDD0"},
              {R"((\uFDD0+))", " $1 "},
              {"([^" + numbers + "]),", "$1 , "},
              {",([^" + numbers + "])", " , $1"},
              {"(" + numbers + "),$", "$1 , "}});
  add(rules, apostrophes_of(language));
  return rules;
}

const MosesRules& last_rules() {
  static const MosesRules kRules = {
      {" +", " "}, {"^ +| +$", ""}, {R"(\.' ?$)", " . ' "}, {R"(\uFDD0)", "."}};
  return kRules;
}

bool has_letter(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const char32_t c = next_code_point(word, at);
    if (is_letter(c) || is_mark(c)) return true;
  }
  return false;
}

bool begins_in_lower_case(std::string_view word) {
  std::size_t at = 0;
  return u_isULowercase(static_cast<UChar32>(next_code_point(word, at))) != 0;
}

}  // namespace

MosesTokenizer::MosesTokenizer(std::string_view language, NonbreakingPrefixes prefixes)
    : prefixes_(std::move(prefixes)), before_(rules_of(language)), after_(last_rules()) {}

bool MosesTokenizer::keeps_its_full_stop(std::string_view word, std::string_view next) const {
  if (word.find('.') != word.npos && has_letter(word)) return true;
  if (prefixes_.before_numbers.contains(word)) {
    return !next.empty() && (begins_in_lower_case(next) || (next[0] >= '0' && next[0] <= '9'));
  }
  return prefixes_.always.contains(word) || (!next.empty() && begins_in_lower_case(next));
}

icu::UnicodeString MosesTokenizer::with_full_stops_split(const icu::UnicodeString& text) const {
  const std::string bytes = utf8(text);
  std::vector<std::string_view> words;
  split_at_spaces(bytes, words);
  std::string joined;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto next = i + 1 < words.size() ? words[i + 1] : std::string_view();
    if (i > 0) joined += ' ';
    joined += word;
    if (word.size() < 2 || word.back() != '.') continue;
    if (keeps_its_full_stop(word.substr(0, word.size() - 1), next)) continue;
    joined.insert(joined.size() - 1, " ");
  }
  return utf16(joined);
}

std::string MosesTokenizer::tokenized(std::string_view text) const {
  const auto full_stops_split = with_full_stops_split(before_.applied_to(utf16(text)));
  const std::string spaced = utf8(after_.applied_to(full_stops_split));
  std::vector<std::string_view> words;
  split_at_spaces(spaced, words);
  std::string joined;
  for (const auto word : words) joined += (joined.empty() ? "" : " ") + std::string(word);
  return joined;
}

}  // namespace sonde
