// Each row of the tables of roles and kinds names a sentence, or a pair, that it decides.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "formats/lexicons/wordnet.h"
#include "workshop/labellers/chunk_start.h"
#include "workshop/labellers/clause_words.h"
#include "workshop/labellers/link_labeller.h"
#include "workshop/labellers/pair_kinds/pair_kind.h"
#include "workshop/labellers/phrase_roles.h"
#include "workshop/labellers/role_rules.h"

namespace sonde {
namespace role_tables_test {

RoleFrame labelled(const std::string& sentence) {
  static const auto kLabeller = make_link_labeller();
  return kLabeller->label(std::vector<std::string>{sentence}).front().frame;
}

void compare(const std::string& pair) {
  static const Lexicon kLexicon(kWordNetFolder);
  const std::size_t middle = pair.find(" / ");
  const RoleFrame first = labelled(pair.substr(0, middle));
  PairComparer(kLexicon).compare(first, labelled(pair.substr(middle + 3)));
}

template <class Decide>
void expect_decided(const RuleExamples& examples, const Decide& decide) {
  for (const auto& [rule, example] : examples) {
    const RuleWatch watch;
    decide(std::string(example));
    EXPECT_GT(std::ranges::count(watch.decided(), rule), 0) << rule << ": " << example;
  }
}

TEST(RoleTables, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const auto& table : {phrase_rule_examples(), role_rule_examples(), chunk_rule_examples(),
                            clause_end_examples(), pair_kind_examples()}) {
    for (const auto& one : table) EXPECT_TRUE(names.insert(one.rule).second) << one.rule;
  }
}

TEST(RoleTables, EachRowDecidesItsSentence) {
  for (const auto& table : {phrase_rule_examples(), role_rule_examples(), chunk_rule_examples(),
                            clause_end_examples()}) {
    expect_decided(table, [](const std::string& sentence) { labelled(sentence); });
  }
}

TEST(RoleTables, EachRowDecidesItsPair) { expect_decided(pair_kind_examples(), compare); }

}  // namespace role_tables_test
}  // namespace sonde
