#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/lexicons/wordnet.h"
#include "formats/testing/formats.h"
#include "sonde/error.h"
#include "workshop/language/lexicon/example_senses.h"
#include "workshop/language/lexicon/lexicon.h"
#include "workshop/language/lexicon/sense_counts.h"

namespace sonde {
namespace senses_test {

using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Senses, OfAVerbInOrder) {
  const Lexicon lexicon(kWordNetFolder);
  const auto senses = lexicon.senses_of("roamed", WordKind::kVerb);
  ASSERT_THAT(senses, SizeIs(1));
  EXPECT_THAT(senses[0], Contains("wander"));
  EXPECT_THAT(lexicon.senses_of("zxqs", WordKind::kVerb), IsEmpty());
}

TEST(Senses, AreCounted) {
  const SenseCounts counts(kWordNetFolder);
  EXPECT_GT(counts.of_verb("begin", 0), counts.of_verb("begin", 1));
  EXPECT_GT(counts.of_verb("begin", 0), counts.of_verb("commence", 0));
  EXPECT_EQ(counts.of_verb("begin", 1000), 0U);
  EXPECT_EQ(counts.of_verb("zxqs", 0), 0U);
}

TEST(Senses, OfExamples) {
  const ExampleSenses examples(kWordNetFolder);
  const auto senses = examples.senses("The gypsies roamed the woods");
  ASSERT_THAT(senses, SizeIs(1));
  EXPECT_EQ(senses[0].kind, WordKind::kVerb);
  EXPECT_THAT(senses[0].words, Contains("wander"));
  EXPECT_THAT(examples.senses("No example of anything"), IsEmpty());
}

TEST(Senses, WithoutWordNet) {
  EXPECT_THROW(SenseCounts("/no/such/folder"), Error);
  EXPECT_THROW(ExampleSenses("/no/such/folder"), Error);
}

TEST(Senses, OfADamagedFile) {
  for (const char* line : {"begin%2:30:00:: 1", "begin%2:30:00:: 0 4", "begin%2:30:00:: 1 x",
                           "begin%2:30:00:: 99999999 4"}) {
    const TemporaryFolder folder;
    folder.write("cntlist.rev", std::string(line) + "\n");
    EXPECT_THROW(SenseCounts(folder.path()), Error) << line;
  }
}

}  // namespace senses_test
}  // namespace sonde
