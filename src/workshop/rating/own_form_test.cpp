// A sixth probe brings its rating form: the texts and choices that people see, and what is
// exported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "formats/testing/formats.h"
#include "probes/testing/greetings_probe.h"
#include "workshop/rating/design.h"
#include "workshop/rating/kinds.h"
#include "workshop/rating/rater_answers.h"
#include "workshop/rating/rating_results.h"

namespace sonde {
namespace own_form_test {

TEST(OwnForm, IsUsedForTheDataOfItsProbe) {
  test::add_greetings();
  EXPECT_THAT(rating_form_names(), testing::HasSubstr("politeness"));
  const TemporaryFolder folder;
  Card card;
  card.name = "own";
  card.probe = "greetings";
  card.file = folder.write("own.tsv", "greeting\tanswer\nHello.\tHi.\nGood day.\tBye.\n");
  auto read = read_rating_items(card, "");
  EXPECT_EQ(read.kind.name, "politeness");
  ASSERT_EQ(read.items.size(), 2);
  RatingDesign design;
  design.per_item = 1;
  const RatingProject project = design_project(std::move(read), design, card);
  EXPECT_EQ(project.guideline.question, "How polite is it?");
  {
    AnswerBook book(folder.path(), project);
    ASSERT_EQ(book.take(0, 0, {3}), AnswerBook::Taken::kNow);
  }
  const auto files = rating_files(project, read_answers(folder.path(), project));
  EXPECT_EQ(files.back().name, "gold.toml");
  EXPECT_THAT(files.back().content, testing::HasSubstr("probe = \"greetings\""));
  EXPECT_THAT(files.back().content,
              testing::HasSubstr("greeting = \"greeting\", answer = \"answer\", gold = \"gold\""));
}

}  // namespace own_form_test
}  // namespace sonde
