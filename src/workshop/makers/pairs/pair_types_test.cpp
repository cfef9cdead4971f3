#include "workshop/makers/pairs/pair_types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "base/own_folder_test.h"
#include "formats/lexicons/wordnet.h"

namespace sonde {
namespace pair_types_test {

using testing::HasSubstr;

class PairTypes : public testing::Test {
 protected:
  std::vector<PairFrame> frames(const std::string& rows) {
    const auto file = std::filesystem::path(test::own_folder()) / "pair_frames.tsv";
    std::ofstream(file) << "id\tagent\tverb\tpatient\ttheme\tsubject-adjective\tobject-adjective\t"
                           "manner\ttime\tswaps\n"
                        << rows;
    return read_pair_frames(file);
  }

  // The second sentences of the pairs of a type.
  std::vector<std::string> made(const std::string& rows, std::string_view type) {
    static const PairGrammar grammar(kWordNetFolder);
    std::vector<std::string> sentences;
    for (const auto& pair : make_sentence_pairs(frames(rows), grammar, 1, counts_)) {
      if (kPairTypes[pair.type].name == type) sentences.push_back(grammar.sentence(pair.second));
    }
    return sentences;
  }

  std::string error(const std::string& rows) {
    try {
      made(rows, "zero");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  RuleCounts counts_;
};

TEST_F(PairTypes, ExchangesFillers) {
  const std::string frame =
      "f\tthe clerk\tfiled\tfor a lawyer\tthe copy\t\t\t\t\t"
      "subject-object|object-verb|quadruple|rotation\n";
  EXPECT_THAT(made(frame, "swap-subject-object"),
              testing::ElementsAre("The copy filed the clerk for a lawyer."));
  EXPECT_THAT(made(frame, "swap-object-verb"),
              testing::ElementsAre("The clerk copied the file for a lawyer."));
  EXPECT_THAT(made(frame, "quadruple-swap"),
              testing::ElementsAre("A lawyer copied the file for the clerk."));
  EXPECT_THAT(made(frame, "triple-swap"),
              testing::ElementsAre("A lawyer filed the clerk for the copy."));
}

TEST_F(PairTypes, PutsVerbsIntoTheirForms) {
  EXPECT_THAT(made("f\tthe guest\tdrank\t\tthe sample\t\t\t\t\tobject-verb\n", "swap-object-verb"),
              testing::ElementsAre("The guest sampled the drink."));
  EXPECT_THAT(
      made("f\tthe nurses\thelp\tthe guest\t\t\t\t\t\tsubject-object\n", "swap-subject-object"),
      testing::ElementsAre("The guest helps the nurses."));
  EXPECT_THAT(made("f\tan escort\tpilots\t\tthe jet\t\t\t\t\tsubject-verb\n", "swap-subject-verb"),
              testing::ElementsAre("A pilot escorts the jet."));
}

TEST_F(PairTypes, AddsModifiers) {
  EXPECT_THAT(
      made("f\ta nurse\twrote\tto the guest\tletters\told\tlong\tslowly\tat night\t\n",
           "modifiers"),
      testing::IsSupersetOf({"An old nurse wrote letters to the guest.",
                             "A nurse wrote long letters to the guest.",
                             "A nurse slowly wrote letters to the guest.",
                             "Letters were written to the guest by a nurse.",
                             "Long letters were slowly written to the guest by an old nurse at "
                             "night."}));
}

TEST_F(PairTypes, ChangesTwoFillersOfThreeAndThreeOfFour) {
  const std::string three = "f\tthe cat | the boy\tchased\tthe mouse | the goat\t\t\t\t\t\t\n";
  EXPECT_THAT(made(three, "constant-verb"), testing::ElementsAre("The boy chased the goat."));
  EXPECT_THAT(made(three, "changed-subject"), testing::ElementsAre("The boy chased the mouse."));
  EXPECT_THAT(made(three, "changed-verb"), testing::IsEmpty());
  EXPECT_THAT(
      made("f\tthe cat | the boy\tgave\tto us | to her\tmilk | tea\t\t\t\t\t\n", "constant-verb"),
      testing::ElementsAre("The boy gave tea to her."));
}

TEST_F(PairTypes, RefusesWhatHasNoWordOfTheOtherKind) {
  EXPECT_THAT(made("f\tthe nurse\tgreeted\tthe sofa\t\t\t\t\t\tobject-verb\n", "swap-object-verb"),
              testing::IsEmpty());
  EXPECT_EQ(counts_.counts()["swap-object-verb"]["eligible"], 1);
  EXPECT_THAT(counts_.table(), HasSubstr("f\tswap-object-verb\ta phrase is more than article"));
}

TEST_F(PairTypes, SaysWhatIsWrongWithAFrame) {
  EXPECT_THAT(error("f\tthe nurse\thelp\tthe guest\t\t\t\t\t\t\n"),
              HasSubstr(":2: 'help' is not a finite form that 'the nurse' has"));
  EXPECT_THAT(error("f\tthe nurse\thelped\tto the guest\t\t\t\t\t\t\n"),
              HasSubstr(":2: of patient and theme, one must be the object"));
  EXPECT_THAT(error("f\tthe nurse\thelped\tthe guest\t\t\t\t\t\tsubject-objects\n"),
              HasSubstr("did you mean 'subject-object'?"));
}

TEST(PairQuotas, KeepTheStudysProportions) {
  std::array<std::size_t, kPairTypes.size()> there;
  there.fill(1000);
  auto quotas = pair_quotas(there, 257);
  EXPECT_EQ(std::accumulate(quotas.begin(), quotas.end(), std::size_t{0}), 257);
  for (std::size_t type = 0; type < quotas.size(); ++type) {
    EXPECT_NEAR(static_cast<double>(quotas[type]),
                static_cast<double>(kPairTypes[type].in_study) / 10, 1.5)
        << kPairTypes[type].name;
  }
  there.fill(3);
  quotas = pair_quotas(there, 257);
  EXPECT_EQ(quotas, there);
}

}  // namespace pair_types_test
}  // namespace sonde
