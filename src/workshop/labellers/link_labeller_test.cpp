#include "workshop/labellers/link_labeller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sonde {
namespace link_labeller_test {

LabelledSentence labelled(const std::string& sentence) {
  static const auto kLabeller = make_link_labeller();
  return kLabeller->label(std::vector<std::string>{sentence}).front();
}

// "Agent[the cat] Verb[sat]", in the order of the roles.
std::string roles(const std::string& sentence) {
  std::string text;
  const RoleFrame frame = labelled(sentence).frame;
  for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
    if (frame.phrases[role].empty()) continue;
    text +=
        (text.empty() ? "" : " ") + std::string(kRoleNames[role]) + "[" + frame.phrases[role] + "]";
  }
  return text;
}

TEST(LinkLabeller, SubjectVerbObject) {
  EXPECT_EQ(roles("The artist painted the object."),
            "Agent[The artist] Verb[painted] Theme[the object]");
  EXPECT_EQ(roles("The president has not been sleeping."),
            "Agent[The president] Verb[not been sleeping]");
  EXPECT_EQ(roles("Open the door!"), "Verb[Open] Theme[the door]");
}

TEST(LinkLabeller, TheProgressiveBeforeAPlace) {
  EXPECT_EQ(roles("A boy is playing in the park."),
            "Agent[A boy] Verb[playing] Location[in the park]");
  EXPECT_EQ(roles("A man is sitting on the chair."),
            "Agent[A man] Verb[sitting] Location[on the chair]");
  EXPECT_EQ(roles("Two dogs are running through a field."),
            "Agent[Two dogs] Verb[running] Trajectory[through a field]");
  EXPECT_EQ(roles("The child is standing outside."),
            "Agent[The child] Verb[standing] Location[outside]");
  EXPECT_EQ(roles("The man and the woman are dancing."),
            "Agent[The man and the woman] Verb[dancing]");
  EXPECT_EQ(roles("This is a painting of a boy."),
            "Agent[This] Verb[is] Theme[a painting of a boy]");
}

TEST(LinkLabeller, AboutBelongsToTheVerbBeforeToAlone) {
  EXPECT_EQ(roles("She is about to leave."), "Agent[She] Verb[leave]");
  EXPECT_EQ(roles("The book is about singing."), "Agent[The book] Verb[is] Theme[about singing]");
  EXPECT_EQ(roles("The house was about burnt to the ground."),
            "Verb[burnt] Patient[The house] Theme[to the ground] Manner[about]");
}

TEST(LinkLabeller, ThePassiveTurnsSubjectAndAgent) {
  EXPECT_EQ(roles("The letter was quickly written by the secretary."),
            "Agent[by the secretary] Verb[written] Theme[The letter] Manner[quickly]");
  EXPECT_EQ(roles("A ball is being thrown by a boy."),
            "Agent[by a boy] Verb[thrown] Patient[A ball]");
}

TEST(LinkLabeller, CaptionsAreClauses) {
  EXPECT_EQ(roles("A man riding a horse"), "Agent[A man] Verb[riding] Theme[a horse]");
  EXPECT_EQ(roles("Two dogs running in the snow"),
            "Agent[Two dogs] Verb[running] Location[in the snow]");
  EXPECT_EQ(roles("Young couple sitting on a black couch"),
            "Agent[Young couple] Verb[sitting] Location[on a black couch]");
  EXPECT_EQ(roles("Four children on stools"), "Agent[Four children] Location[on stools]");
  EXPECT_EQ(roles("Keep the water boiling."), "Verb[Keep] Theme[the water boiling]");
}

TEST(LinkLabeller, StatementsAreNeitherCaptionsNorCommands) {
  EXPECT_EQ(roles("Mosquitos feed on animal blood."),
            "Agent[Mosquitos] Verb[feed] Theme[on animal blood]");
  EXPECT_EQ(roles("Three children playing in snow"),
            "Agent[Three children] Verb[playing] Location[in snow]");
  EXPECT_EQ(roles("Each week at the school a different speaker talks to the students."),
            "Agent[a different speaker] Verb[talks] Patient[to the students] Time[Each week] "
            "Location[at the school]");
  EXPECT_EQ(roles("Blood flows in the body."), "Agent[Blood] Verb[flows] Location[in the body]");
  EXPECT_EQ(roles("Cattle often congregate near water."),
            "Agent[Cattle] Verb[congregate] Time[often] Location[near water]");
  EXPECT_EQ(roles("The populace demanded changes."),
            "Agent[The populace] Verb[demanded] Theme[changes]");
  EXPECT_EQ(roles("Four girls in swimsuits are playing volleyball."),
            "Agent[Four girls in swimsuits] Verb[playing] Theme[volleyball]");
}

TEST(LinkLabeller, WhatSomethingIsDoneBy) {
  EXPECT_EQ(roles("A boy lies on his stomach."), "Agent[A boy] Verb[lies] Manner[on his stomach]");
  EXPECT_EQ(roles("A cat is looking through the fence."),
            "Agent[A cat] Verb[looking] Trajectory[through the fence]");
  EXPECT_EQ(roles("The women are trying to sell something."),
            "Agent[The women] Verb[trying] Theme[to sell something]");
  EXPECT_EQ(roles("A man is wearing a uniform."), "Agent[A man] Verb[wearing] Theme[a uniform]");
  EXPECT_EQ(roles("The dough was kneaded by hand."),
            "Verb[kneaded] Theme[The dough] Manner[by hand]");
  EXPECT_EQ(roles("He opened the door with his hands."),
            "Agent[He] Verb[opened] Theme[the door] Manner[with his hands]");
}

TEST(LinkLabeller, CommandsHaveNoAgent) {
  EXPECT_EQ(roles("Before you begin, wash your hands."),
            "Verb[wash] Patient[your hands] Time[Before you begin]");
  EXPECT_EQ(roles("When the water boils, add the pasta."),
            "Verb[add] Theme[the pasta] Time[When the water boils]");
  EXPECT_EQ(roles("To save the file, click the icon."),
            "Verb[click] Patient[To save the file] Theme[the icon]");
  EXPECT_EQ(roles("Please do not feed the ducks."), "Verb[not feed] Patient[the ducks]");
  EXPECT_EQ(roles("Turn off the gas before you leave the house."),
            "Verb[Turn off] Theme[the gas] Time[before you leave the house]");
}

TEST(LinkLabeller, WhatIsSaidIsTheTheme) {
  EXPECT_EQ(roles("The road is closed, officials said."),
            "Agent[officials] Verb[said] Theme[The road is closed]");
}

TEST(LinkLabeller, AnotherDoingIsTheManner) {
  EXPECT_EQ(roles("A man is sitting on the couch watching a film."),
            "Agent[A man] Verb[sitting] Manner[watching a film] Location[on the couch]");
  EXPECT_EQ(roles("The women are singing and dancing."), "Agent[The women] Verb[singing]");
  EXPECT_EQ(roles("Two dogs are jumping and playing with a ball."),
            "Agent[Two dogs] Verb[jumping]");
}

TEST(LinkLabeller, TwoObjects) {
  EXPECT_EQ(roles("The boss gave them a present."),
            "Agent[The boss] Verb[gave] Patient[them] Theme[a present]");
  EXPECT_EQ(roles("The librarian asked her aunt."),
            "Agent[The librarian] Verb[asked] Patient[her aunt]");
}

TEST(LinkLabeller, WhereWhenHowAndWhichWay) {
  EXPECT_EQ(roles("The cat slept in the garden."),
            "Agent[The cat] Verb[slept] Location[in the garden]");
  EXPECT_EQ(roles("The cat slept for three hours."),
            "Agent[The cat] Verb[slept] Time[for three hours]");
  EXPECT_EQ(roles("The cat slept during the storm."),
            "Agent[The cat] Verb[slept] Time[during the storm]");
  EXPECT_EQ(roles("The cat slept every day."), "Agent[The cat] Verb[slept] Time[every day]");
  EXPECT_EQ(roles("The cat often slept peacefully."),
            "Agent[The cat] Verb[slept] Time[often] Manner[peacefully]");
  EXPECT_EQ(roles("The bird flew into the room."),
            "Agent[The bird] Verb[flew] Trajectory[into the room]");
  EXPECT_EQ(roles("Last year the farmer moved to the city."),
            "Agent[the farmer] Verb[moved] Time[Last year] Location[to the city]");
}

TEST(LinkLabeller, MeansOfTransport) {
  EXPECT_EQ(roles("The teacher travelled by train."),
            "Agent[The teacher] Verb[travelled] Manner[by train]");
  EXPECT_EQ(roles("The teacher slept by the river."),
            "Agent[The teacher] Verb[slept] Location[by the river]");
}

TEST(LinkLabeller, PhrasesOfANounStayWithIt) {
  EXPECT_EQ(roles("The workers demanded an increase in wages."),
            "Agent[The workers] Verb[demanded] Theme[an increase in wages]");
  EXPECT_EQ(roles("The friend of the king read a book about war."),
            "Agent[The friend of the king] Verb[read] Theme[a book about war]");
}

TEST(LinkLabeller, WhatIsThere) {
  EXPECT_EQ(roles("There is a man singing."), "Agent[a man] Verb[singing]");
  EXPECT_EQ(roles("There are three dogs running in the park."),
            "Agent[three dogs] Verb[running] Location[in the park]");
  EXPECT_EQ(roles("There is a cup in the kitchen."),
            "Agent[a cup] Verb[is] Location[in the kitchen]");
  EXPECT_EQ(roles("A cup is in the kitchen."), "Agent[A cup] Verb[is] Location[in the kitchen]");
}

TEST(LinkLabeller, NegationsStayWithTheVerb) {
  EXPECT_EQ(roles("The girl does not like the boy."),
            "Agent[The girl] Verb[not like] Theme[the boy]");
  EXPECT_EQ(roles("The girl doesn't like the boy."),
            "Agent[The girl] Verb[doesn't like] Theme[the boy]");
  EXPECT_EQ(roles("A boy is not playing in the park."),
            "Agent[A boy] Verb[not playing] Location[in the park]");
}

TEST(LinkLabeller, NegationsStandWithTheVerbBehindSeveralAuxiliaries) {
  EXPECT_EQ(roles("The bridge has not been closed."), "Verb[not been closed] Theme[The bridge]");
  EXPECT_EQ(roles("The letters haven't been sent."), "Verb[haven't been sent] Theme[The letters]");
  EXPECT_EQ(roles("The man will not be paid."), "Verb[not be paid] Patient[The man]");
  EXPECT_EQ(roles("The window was not broken by the boy."),
            "Agent[by the boy] Verb[not broken] Patient[The window]");
}

TEST(LinkLabeller, AnotherVerbEndsARole) {
  EXPECT_EQ(roles("A man is sitting near a flower bed and is overlooking a tunnel."),
            "Agent[A man] Verb[sitting] Location[near a flower bed]");
  EXPECT_EQ(roles("The men and the boys are sitting near a bed and a table."),
            "Agent[The men and the boys] Verb[sitting] Location[near a bed and a table]");
  EXPECT_EQ(roles("A woman is wearing boots and playing with a dog."),
            "Agent[A woman] Verb[wearing] Theme[boots]");
  EXPECT_EQ(roles("The waiter opened the bottle and poured the wine."),
            "Agent[The waiter] Verb[opened] Theme[the bottle]");
  EXPECT_EQ(roles("The girl rode a bicycle, wearing a helmet."),
            "Agent[The girl] Verb[rode] Theme[a bicycle]");
  EXPECT_EQ(roles("The man likes swimming and running."),
            "Agent[The man] Verb[likes] Theme[swimming and running]");
  EXPECT_EQ(roles("He likes cats and dogs."), "Agent[He] Verb[likes] Theme[cats and dogs]");
  EXPECT_EQ(roles("He sold the house and the boat."),
            "Agent[He] Verb[sold] Theme[the house and the boat]");
}

TEST(LinkLabeller, JoinedVerbsShareTheirObjectOrPlace) {
  EXPECT_EQ(roles("The chef washed, peeled and cut the carrots."),
            "Agent[The chef] Verb[washed] Patient[the carrots]");
  EXPECT_EQ(roles("Wash and dry the lettuce."), "Verb[Wash] Patient[the lettuce]");
  EXPECT_EQ(roles("Two women are dancing and singing in the street."),
            "Agent[Two women] Verb[dancing] Location[in the street]");
  EXPECT_EQ(roles("A man is singing and playing the guitar."), "Agent[A man] Verb[singing]");
  EXPECT_EQ(roles("The dog ran and jumped into the pool."), "Agent[The dog] Verb[ran]");
}

TEST(LinkLabeller, ClausesBelongToWhatTheyComplete) {
  EXPECT_EQ(roles("Doctors said that the virus is spreading quickly in the city."),
            "Agent[Doctors] Verb[said] Theme[that the virus is spreading quickly in the city]");
  EXPECT_EQ(
      roles("The team developed a test that detects the disease within an hour."),
      "Agent[The team] Verb[developed] Theme[a test that detects the disease within an hour]");
  EXPECT_EQ(roles("The government is considering a plan to sell the railway by May."),
            "Agent[The government] Verb[considering] Theme[a plan to sell the railway by May]");
  EXPECT_EQ(roles("The people are waiting for the rain to stop."),
            "Agent[The people] Verb[waiting] Theme[for the rain to stop]");
  EXPECT_EQ(roles("He lives in a house painted by the king."),
            "Agent[He] Verb[lives] Location[in a house painted by the king]");
}

TEST(LinkLabeller, ReasonsAndContrastsHaveNoRole) {
  EXPECT_EQ(roles("The shop closed because the owner retired."), "Agent[The shop] Verb[closed]");
  EXPECT_EQ(roles("Although it rained, the girl played the piano."),
            "Agent[the girl] Verb[played] Theme[the piano]");
}

TEST(LinkLabeller, AppositionsAreNeitherDoersNorTimes) {
  EXPECT_EQ(roles("The senator, a critic of the plan, answered the question."),
            "Agent[The senator] Verb[answered] Theme[the question]");
  EXPECT_EQ(roles("The museum, which closed in 2019, welcomed its first visitors on Saturday."),
            "Agent[The museum] Verb[welcomed] Theme[its first visitors] Time[on Saturday]");
  EXPECT_EQ(roles("They met on Sunday, the first day of the fair."),
            "Agent[They] Verb[met] Time[on Sunday]");
  EXPECT_EQ(roles("In a statement, the bank apologised to its customers."),
            "Agent[the bank] Verb[apologised] Patient[to its customers] Location[In a statement]");
}

TEST(LinkLabeller, NounsThatLookLikeTheVerb) {
  EXPECT_EQ(roles("Demonstrators threw stones at the embassy and set two cars on fire."),
            "Agent[Demonstrators] Verb[threw] Patient[stones] Location[at the embassy]");
  EXPECT_EQ(roles("Beer bottles lined up on the floor"),
            "Agent[Beer bottles] Verb[lined up] Location[on the floor]");
  EXPECT_EQ(roles("A light colored dog runs through the grass"),
            "Agent[A light colored dog] Verb[runs] Trajectory[through the grass]");
  EXPECT_EQ(roles("A man wearing a mask riding a bicycle"),
            "Agent[A man] Verb[wearing] Theme[a mask] Manner[riding a bicycle]");
  EXPECT_EQ(roles("Two women sitting outside laughing"),
            "Agent[Two women] Verb[sitting] Manner[laughing] Location[outside]");
  EXPECT_EQ(roles("A band is playing on stage"), "Agent[A band] Verb[playing] Location[on stage]");
}

TEST(LinkLabeller, WhatTheRulesAreWeakAtIsReported) {
  EXPECT_EQ(labelled("A woman is wearing boots and is playing.").doubt, "more than one clause");
  EXPECT_EQ(labelled("The baby cries when it is hungry.").doubt, "more than one clause");
  EXPECT_EQ(labelled("The man and the woman are dancing.").doubt, "");
}

TEST(LinkLabeller, NoVerbIsWithoutLetters) {
  const auto frame = labelled(
                         "String is thin rope made of twisted threads, used for tying things "
                         "together or tying up parcels.")
                         .frame;
  EXPECT_EQ(frame[Role::kVerb], "is");
  EXPECT_NE(labelled("Yes, 12, no.").frame[Role::kVerb], ",");
}

TEST(LinkLabeller, YearsAreTimes) {
  EXPECT_EQ(roles("The house was built in 1924 by my uncle."),
            "Agent[by my uncle] Verb[built] Theme[The house] Time[in 1924]");
}

TEST(LinkLabeller, QuestionsAndClausesOfTheSubject) {
  EXPECT_EQ(roles("Can you open the window?"), "Agent[you] Verb[open] Theme[the window]");
  EXPECT_EQ(roles("The man whose dog barked left."), "Agent[The man whose dog barked] Verb[left]");
}

TEST(LinkLabeller, SubjectsThatUndergo) {
  EXPECT_EQ(roles("Memories change with time."), "Verb[change] Patient[Memories] Theme[with time]");
  EXPECT_EQ(roles("The president changed the law."),
            "Agent[The president] Verb[changed] Patient[the law]");
}

TEST(LinkLabeller, WhatCannotBeParsedIsSaidToBeDoubtful) {
  EXPECT_EQ(labelled("The artist painted the object.").doubt, "");
  EXPECT_EQ(labelled("Stimulants make sleep difficult.").doubt, "parsed in part");
  EXPECT_EQ(labelled("Stimulants make sleep difficult.").frame[Role::kVerb], "make");
  EXPECT_EQ(labelled("A man riding a horse").doubt, "no finite verb");
  EXPECT_EQ(labelled("of the.").doubt, "no verb found");
  EXPECT_EQ(labelled("").doubt, "no verb found");
  EXPECT_EQ(labelled("\xff").doubt, "no verb found");
  std::string longer = "The dog chased the cat";
  for (int i = 0; i < 60; ++i) longer += " and the cat";
  EXPECT_EQ(labelled(longer).doubt, "too long to parse");
  EXPECT_EQ(labelled(longer).frame[Role::kAgent], "The dog");
  EXPECT_EQ(labelled(longer).frame[Role::kVerb], "chased");
}

}  // namespace link_labeller_test
}  // namespace sonde
