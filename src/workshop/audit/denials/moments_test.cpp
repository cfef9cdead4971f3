#include <gtest/gtest.h>

#include "workshop/audit/denials/fallback_cases_test.h"

namespace sonde {
namespace moments_test {

using test::expect_made;

TEST(AuditMoments, SayThatAHeadlineMayBeSo) {
  expect_made(
      possible_headline,
      {{"Potato shortage hits chip shops", "Potato shortage may hit chip shops"},
       {"Prison officers find drone on roof", "Prison officers may find drone on roof"},
       {"Ferry strike called off at eleventh hour",
        "Ferry strike may be called off at eleventh hour"},
       {"Greyhound track to become housing estate", "Greyhound track may become housing estate"},
       {"Orchestra strike leaves ballet dancing to a tape",
        "Orchestra strike may leave ballet dancing to a tape"},
       {"Rare sketch found behind wardrobe sells for half a million", ""},
       {"Chancellor hints at cut to stamp duty", ""},
       {"Plans to pedestrianise the high street", ""},
       {"England collapse again as spinners run riot", ""},
       {"Supports RAID 0, 1, 5 and 10", ""},
       {"Garlic press with a pop-out basket that rinses clean in seconds", ""},
       {"Double-walled glass keeps espresso hot", ""},
       {"Tell the kids dinner is ready", ""},
       {"Storm hits the coast.", ""},
       {"Coach praises \"fearless\" teens after defeat", ""},
       {"Egg prices finally ease as flocks recover", ""},
       {"Mayor dodges question on stadium deal", ""},
       {"The council rejects the plan", ""}});
}

TEST(AuditMoments, SayThatAReportMayBeSo) {
  expect_made(possible,
              {{"The agency delayed the launch by a week.",
                "The agency may have delayed the launch by a week."},
               {"The box was soaked through.", "The box may have been soaked through."},
               {"The minister has resigned over it.", "The minister may have resigned over it."},
               {"I forgot the code.", ""},
               {"Someone may have drawn it.", ""},
               {"The clerk filed it, but nobody read it.", ""},
               {"Residents said that the smell had made them ill.", ""},
               {"The fan is loud.", ""},
               {"It has switched itself off and underlines every word.", ""}});
}

TEST(AuditMoments, AskOfThePast) {
  expect_made(asked_of_past,
              {{"How is the winner of the draw chosen?", "How was the winner of the draw chosen?"},
               {"What is a control file?", "What was a control file?"},
               {"How long does an application take?", ""},
               {"Since when do scooters need a plate?", ""},
               {"Which bin do pizza boxes go in?", "Which bin did pizza boxes go in?"},
               {"Where does the minibus leave from?", "Where did the minibus leave from?"},
               {"How many branches are there?", "How many branches were there?"},
               {"How do I reset it?", ""},
               {"Why does it look cloudy when it comes out?", ""},
               {"What is the capital of Peru?", ""},
               {"Is it open today?", ""},
               {"Can you ship to Guam?", ""},
               {"Are there lockers, and do they take coins?", ""},
               {"The lift is open.", ""}});
}

TEST(AuditMoments, SayThatAnActIsToCome) {
  expect_made(
      about_to,
      {{"A beekeeper lifts a frame dripping with honey.",
        "A beekeeper is about to lift a frame dripping with honey."},
       {"Graduates toss their caps into the air.",
        "Graduates are about to toss their caps into the air."},
       {"Wild ponies graze among the bushes.", "Wild ponies are about to graze among the bushes."},
       {"Carnival dancer in green feathers adjusting her dress in a taxi.",
        "Carnival dancer in green feathers about to adjust her dress in a taxi."},
       {"A woman is painting a fence.", "A woman is about to paint a fence."},
       {"Seagull footprints crossing a track.", ""},
       {"Paint is peeling off the wall.", ""},
       {"Governor signs bill on state dessert", "Governor about to sign bill on state dessert"},
       {"A waterfall plunges into a pool.", ""},
       {"A snowplough clears the pass, throwing up a white arc.", ""},
       {"One squirt cleans a sinkful of dishes.", ""},
       {"A frog sits motionless on a lily pad.", ""},
       {"The baker opens the shop.", ""},
       {"Two men rock climbing on a cliff.", ""},
       {"Is a man painting the fence?", ""},
       {"A necklace that lifts any jumper.", ""}});
}

TEST(AuditMoments, SayThatItIsNoLongerSo) {
  expect_made(no_longer_so,
              {{"The reader at till 3 declines every card.",
                "The reader at till 3 no longer declines every card."},
               {"Mouse pointer jumps around when the charger is connected.",
                "Mouse pointer no longer jumps around when the charger is connected."},
               {"The fan is loud and the case is hot.", ""},
               {"Spare keys cost extra, so keep them.", ""},
               {"Double-walled glass keeps espresso hot", ""},
               {"A lamp folds flat.", ""},
               {"If it rings, the speaker buzzes.", ""}});
}

}  // namespace moments_test
}  // namespace sonde
