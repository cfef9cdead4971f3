#include "workshop/labellers/role_agreement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "formats/lexicons/verb_forms.h"
#include "formats/lexicons/wordnet.h"
#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/labellers/role_words.h"

namespace sonde {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double ratio_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? kUndefined : static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::string> lower_words(const std::string& phrase) {
  std::vector<std::string_view> found;
  split_words(phrase, found);
  std::vector<std::string> words;
  for (const auto word : found) words.push_back(lower_case(word));
  return words;
}

// The compared parts of a phrase. Absent phrases have no words.
struct Compared {
  std::string head;
  std::vector<std::string> words;
};

Compared compared(const std::string& phrase) { return {head_word(phrase), lower_words(phrase)}; }

void count(RoleAgreement& into, const Compared& expected, const Compared& found) {
  into.expected += expected.words.empty() ? std::size_t{0} : 1;
  into.found += found.words.empty() ? std::size_t{0} : 1;
  if (expected.words.empty() || found.words.empty()) return;
  into.same_head += expected.head == found.head ? std::size_t{1} : 0;
  into.same_phrase += expected.words == found.words ? std::size_t{1} : 0;
}

// Two phrases of each side, in the pairing under which most are the same.
void count_either(RoleAgreement& into, const std::array<Compared, 2>& expected,
                  const std::array<Compared, 2>& found) {
  const auto same_by = [&](const auto& is_same) {
    const auto both = [&](std::size_t i, std::size_t j) -> std::size_t {
      return !expected[i].words.empty() && !found[j].words.empty() && is_same(expected[i], found[j])
                 ? 1
                 : 0;
    };
    return std::max(both(0, 0) + both(1, 1), both(0, 1) + both(1, 0));
  };
  for (const auto& phrase : expected) into.expected += phrase.words.empty() ? std::size_t{0} : 1;
  for (const auto& phrase : found) into.found += phrase.words.empty() ? std::size_t{0} : 1;
  into.same_head += same_by([](const Compared& a, const Compared& b) { return a.head == b.head; });
  into.same_phrase +=
      same_by([](const Compared& a, const Compared& b) { return a.words == b.words; });
}

Compared with_base(Compared verb, const VerbForms& forms) {
  for (auto& word : verb.words) word = forms.base_of(word);
  verb.head = verb.words.empty() ? std::string() : verb.words.front();
  return verb;
}

}  // namespace

double RoleAgreement::precision(std::size_t same) const { return ratio_of(same, found); }
double RoleAgreement::recall(std::size_t same) const { return ratio_of(same, expected); }
double RoleAgreement::f1(std::size_t same) const { return ratio_of(2 * same, expected + found); }

std::string head_word(const std::string& phrase) {
  const auto words = lower_words(phrase);
  if (words.empty()) return {};
  std::size_t at = 0;
  while (at + 1 < words.size() && ends_head(words[at])) ++at;
  while (at + 1 < words.size() && !ends_head(words[at + 1])) ++at;
  return words[at];
}

std::vector<RoleAgreement> agreement_of(const RoleRows& reference, const RoleRows& other) {
  if (reference.frames.size() != other.frames.size()) {
    throw usage_error("the reference has " + std::to_string(reference.frames.size()) +
                          " sentences, the labels " + std::to_string(other.frames.size()),
                      "label the sentences of the reference, all of them, in its order");
  }
  const VerbForms forms(kWordNetFolder);
  std::vector<RoleAgreement> agreements(kRoleNames.size() + 2);
  for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
    agreements[role].role = kRoleNames[role];
  }
  RoleAgreement& base = agreements[kRoleNames.size()];
  RoleAgreement& either = agreements[kRoleNames.size() + 1];
  base.role = "Verb, base form";
  either.role = "Patient or Theme";
  constexpr std::size_t kVerb = index_of(Role::kVerb), kPatient = index_of(Role::kPatient),
                        kTheme = index_of(Role::kTheme);
  for (std::size_t i = 0; i < reference.frames.size(); ++i) {
    std::array<Compared, kRoleNames.size()> expected, found;
    for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
      expected[role] = compared(reference.frames[i].phrases[role]);
      found[role] = compared(other.frames[i].phrases[role]);
      count(agreements[role], expected[role], found[role]);
    }
    count(base, with_base(expected[kVerb], forms), with_base(found[kVerb], forms));
    count_either(either, {expected[kPatient], expected[kTheme]}, {found[kPatient], found[kTheme]});
  }
  return agreements;
}

std::string agreement_table(const std::vector<RoleAgreement>& agreements) {
  std::string text =
      "role              reference  labels   head word: P     R    F1   whole phrase: P     R    "
      "F1\n";
  for (const auto& row : agreements) {
    std::array<char, 160> line{};
    std::snprintf(line.data(), line.size(),
                  "%-16s  %9zu  %6zu            %.3f  %.3f  %.3f                %.3f  %.3f  %.3f\n",
                  row.role.c_str(), row.expected, row.found, row.precision(row.same_head),
                  row.recall(row.same_head), row.f1(row.same_head), row.precision(row.same_phrase),
                  row.recall(row.same_phrase), row.f1(row.same_phrase));
    text += line.data();
  }
  return text;
}

}  // namespace sonde
