#include "formats/lexicons/verb_forms.h"

#include <algorithm>
#include <array>

#include "formats/lexicons/word_lists.h"
#include "formats/lexicons/wordnet_lines.h"
#include "sonde/error.h"

namespace sonde {
namespace {

struct Ending {
  std::string_view taken_off;
  std::string_view put_on;
};
constexpr std::array kThird{Ending{"s", ""}, Ending{"ies", "y"}, Ending{"es", "e"},
                            Ending{"es", ""}};
constexpr std::array kPast{Ending{"ed", "e"}, Ending{"ed", ""}};
constexpr std::array kParticiple{Ending{"ing", "e"}, Ending{"ing", ""}};

// Calls take(first word, second word) for each line that is neither a licence nor a phrase.
template <class Take>
void for_each_entry(const std::filesystem::path& file, const Take& take) {
  for_each_wordnet_line(file, [&](std::string_view line, const Place& place) {
    const auto first = line.find(' ');
    if (first == line.npos || first == 0) {
      throw input_error("is not an entry of WordNet", place,
                        "the file is damaged: install Debian's package wordnet-base again");
    }
    const auto rest = line.substr(first + 1);
    if (line.find('_') < first) return;
    take(std::string(line.substr(0, first)), std::string(rest.substr(0, rest.find(' '))));
  });
}

template <class Endings, class IsBase>
std::optional<std::string> strip(std::string_view word, const Endings& endings,
                                 const IsBase& is_base) {
  for (const auto& [taken_off, put_on] : endings) {
    if (!word.ends_with(taken_off)) continue;
    std::string base(word.substr(0, word.size() - taken_off.size()));
    base += put_on;
    if (is_base(base)) return base;
  }
  return std::nullopt;
}

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

bool ends_in_consonant_and_y(std::string_view base) {
  return base.size() > 2 && base.back() == 'y' && !is_vowel(base[base.size() - 2]);
}

// One syllable that ends in a vowel and a consonant, which is doubled: "bogged".
bool doubles(std::string_view base) {
  const std::size_t size = base.size();
  if (size < 3 || is_vowel(base[size - 1]) || !is_vowel(base[size - 2])) return false;
  const bool single = std::string_view("wxy").find(base.back()) == std::string_view::npos;
  return single && std::count_if(base.begin(), base.end(), is_vowel) == 1;
}

std::string regular_past(std::string_view base) {
  if (base.ends_with('e')) return std::string(base) + "d";
  if (!ends_in_consonant_and_y(base)) return std::string(base) + "ed";
  return std::string(base.substr(0, base.size() - 1)) + "ied";
}

template <class List>
bool lists(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

struct OtherForms {
  std::string past, participle;
};

// The forms of a verb of the table, or of one that is made of it: "overtake" of "take".
std::optional<OtherForms> irregular_forms(std::string_view base) {
  static constexpr auto kPrefixes = std::to_array<std::string_view>(
      {"", "over", "under", "out", "re", "un", "fore", "mis", "with", "inter"});
  static const auto kRows = language_table("en", "irregular_verbs", {"base", "past", "participle"});
  for (const auto& row : kRows) {
    const auto verb = row[0], past = row[1], participle = row[2];
    if (!base.ends_with(verb)) continue;
    const auto prefix = base.substr(0, base.size() - verb.size());
    if (!lists(kPrefixes, prefix) || (verb == "be" && !prefix.empty())) continue;
    return OtherForms{std::string(prefix).append(past), std::string(prefix).append(participle)};
  }
  return std::nullopt;
}

}  // namespace

VerbForms::VerbForms(const std::filesystem::path& folder) {
  for_each_entry(folder / "verb.exc", [&](std::string form, std::string base) {
    if (form == base) return;
    if (!form.ends_with('s') && !form.ends_with("ing")) irregular_forms_[base].push_back(form);
    if (form.ends_with("ing")) gerunds_.emplace(base, form);
    exceptions_.emplace(std::move(form), std::move(base));
  });
  for_each_entry(folder / "index.verb", [&](std::string verb, const std::string&) {
    verbs_.emplace(std::move(verb), true);
  });
  for (const char* index : {"index.noun", "index.adj", "index.adv"}) {
    for_each_entry(folder / index, [&](const std::string& word, const std::string&) {
      if (const auto found = verbs_.find(word); found != verbs_.end()) found->second = false;
    });
  }
}

bool VerbForms::is_base(std::string_view word) const { return verbs_.contains(std::string(word)); }

bool VerbForms::is_only_verb(std::string_view word) const {
  const auto found = verbs_.find(std::string(word));
  return found != verbs_.end() && found->second;
}

std::optional<std::string> VerbForms::irregular_base(std::string_view word) const {
  const auto found = exceptions_.find(std::string(word));
  if (found == exceptions_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::string> VerbForms::base_of_third(std::string_view word) const {
  if (!word.ends_with('s')) return std::nullopt;
  if (auto base = irregular_base(word)) return base;
  return strip(word, kThird, [&](const std::string& base) { return is_base(base); });
}

std::optional<std::string> VerbForms::base_of_past(std::string_view word) const {
  if (word.ends_with('s') || word.ends_with("ing")) return std::nullopt;
  if (auto base = irregular_base(word)) return base;
  return strip(word, kPast, [&](const std::string& base) { return is_base(base); });
}

std::optional<std::string> VerbForms::inflected(std::string_view base, VerbForm form) const {
  switch (form) {
    case VerbForm::kBase:
      return std::string(base);
    case VerbForm::kThird:
      return third_of(base);
    case VerbForm::kPast:
      return past_of(base);
    case VerbForm::kParticiple:
      return participle_of(base);
    case VerbForm::kGerund:
      return gerund_of(base);
  }
  return std::nullopt;
}

std::string VerbForms::third_of(std::string_view base) const {
  static constexpr auto kHissing =
      std::to_array<std::string_view>({"s", "x", "z", "ch", "sh", "o"});
  if (base == "have") return "has";
  if (ends_in_consonant_and_y(base)) return std::string(base.substr(0, base.size() - 1)) + "ies";
  const bool hisses =
      std::any_of(kHissing.begin(), kHissing.end(),
                  [&](std::string_view ending) { return base.ends_with(ending); }) &&
      !base.ends_with("oo");
  return std::string(base) + (hisses ? "es" : "s");
}

std::optional<std::string> VerbForms::listed_past(const std::string& base) const {
  const auto found = irregular_forms_.find(base);
  if (found == irregular_forms_.end()) {
    return doubles(base) ? std::nullopt : std::optional(regular_past(base));
  }
  const auto& forms = found->second;
  const bool participle = forms.front().ends_with('n');  // "molten", listed with "melted"
  if (forms.size() == 1 && !participle) return forms.front();
  return std::nullopt;
}

std::optional<std::string> VerbForms::past_of(std::string_view base) const {
  if (word_set("en", "verbs_with_two_past_tenses").contains(base)) return std::nullopt;
  if (word_set("en", "verbs_that_do_not_change").contains(base)) return std::string(base);
  if (word_set("en", "verbs_with_regular_forms").contains(base)) return regular_past(base);
  if (auto irregular = irregular_forms(base)) return std::move(irregular->past);
  return listed_past(std::string(base));
}

std::optional<std::string> VerbForms::participle_of(std::string_view base) const {
  if (auto irregular = irregular_forms(base)) return std::move(irregular->participle);
  return past_of(base);
}

std::string VerbForms::gerund_of(std::string_view base) const {
  if (const auto known = gerunds_.find(std::string(base)); known != gerunds_.end()) {
    return known->second;
  }
  if (doubles(base)) return std::string(base) + base.back() + "ing";
  const std::string stem(base.substr(0, base.size() - std::min<std::size_t>(base.size(), 1)));
  if (base.ends_with("ie")) return stem.substr(0, stem.size() - 1) + "ying";
  const bool sounded =
      base.size() < 3 || base.ends_with("ee") || base.ends_with("oe") || base.ends_with("ye");
  return (base.ends_with('e') && !sounded ? stem : std::string(base)) + "ing";
}

std::string VerbForms::base_of(std::string_view word) const {
  if (is_base(word)) return std::string(word);
  if (auto base = irregular_base(word)) return *base;
  const auto is_verb = [&](const std::string& base) { return is_base(base); };
  for (const auto& base : {strip(word, kThird, is_verb), strip(word, kPast, is_verb),
                           strip(word, kParticiple, is_verb)}) {
    if (base) return *base;
  }
  return std::string(word);
}

}  // namespace sonde
