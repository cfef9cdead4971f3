#include "workshop/labellers/pair_kinds/pair_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/lexicons/wordnet.h"

namespace sonde {
namespace pair_kind_test {

using testing::ElementsAre;
using testing::IsEmpty;

const PairComparer& comparer() {
  static const Lexicon kLexicon(kWordNetFolder);
  static const PairComparer kComparer(kLexicon);
  return kComparer;
}

struct Phrases {
  std::string agent{}, verb{}, patient{}, theme{}, time{}, manner{}, location{}, trajectory{};
};

RoleFrame frame(const Phrases& phrases) {
  return {{phrases.agent, phrases.verb, phrases.patient, phrases.theme, phrases.time,
           phrases.manner, phrases.location, phrases.trajectory}};
}

std::string kind(const Phrases& first, const Phrases& second) {
  const auto there = comparer().compare(frame(first), frame(second));
  EXPECT_EQ(there.kind, comparer().compare(frame(second), frame(first)).kind);
  return std::string(name_of(there.kind));
}

const Phrases kBase{.agent = "The artist", .verb = "painted", .theme = "the wall"};

TEST(PairKind, SameAndModifiers) {
  EXPECT_EQ(kind(kBase, kBase), "same");
  EXPECT_EQ(kind(kBase, {.agent = "The young artist", .verb = "painted", .theme = "the wall"}),
            "modifiers added");
  EXPECT_EQ(kind(kBase, {.agent = "by the artist", .verb = "painted", .theme = "the wall"}),
            "modifiers added");
  EXPECT_EQ(kind({.agent = "The angry boy", .verb = "met", .theme = "the clever girl"},
                 {.agent = "The clever boy", .verb = "met", .theme = "the angry girl"}),
            "adjectives exchanged");
}

TEST(PairKind, WhichModifiers) {
  const auto added = [](const Phrases& other) {
    return comparer().compare(frame(kBase), frame(other)).modifiers;
  };
  EXPECT_THAT(added(kBase), IsEmpty());
  EXPECT_THAT(
      added({.agent = "by the young artist",
             .verb = "painted",
             .theme = "the old wall",
             .time = "yesterday",
             .manner = "quickly",
             .location = "at the castle"}),
      ElementsAre("time", "place", "manner", "subject adjective", "object adjective", "passive"));
  EXPECT_THAT(
      added(
          {.agent = "The artist", .verb = "painted", .patient = "for money", .theme = "the wall"}),
      ElementsAre("indirect object"));
}

TEST(PairKind, OneChangedOrKept) {
  EXPECT_EQ(kind(kBase, {.agent = "The artist", .verb = "sold", .theme = "the wall"}),
            "verb changed");
  EXPECT_EQ(kind(kBase, {.agent = "The doctor", .verb = "painted", .theme = "the wall"}),
            "subject changed");
  EXPECT_EQ(kind(kBase, {.agent = "The artist", .verb = "painted", .theme = "the ship"}),
            "object changed");
  EXPECT_EQ(kind(kBase, {.agent = "Children", .verb = "paint", .theme = "flowers"}), "verb kept");
  EXPECT_EQ(kind(kBase, {.agent = "The artist", .verb = "ate", .theme = "rice"}), "subject kept");
  EXPECT_EQ(kind(kBase, {.agent = "The army", .verb = "guarded", .theme = "the wall"}),
            "object kept");
}

TEST(PairKind, TheDoubleExchangesAreToldApart) {
  EXPECT_EQ(kind({.agent = "The dog", .verb = "chased", .theme = "the king"},
                 {.agent = "The king", .verb = "chased", .theme = "the dog"}),
            "subject and object exchanged");
  EXPECT_EQ(kind({.agent = "The woman", .verb = "guessed", .theme = "her present"},
                 {.agent = "The woman", .verb = "presented", .theme = "her guess"}),
            "verb and object exchanged");
  EXPECT_EQ(kind({.agent = "The escort", .verb = "pilots", .patient = "the aircraft"},
                 {.agent = "The pilot", .verb = "escorts", .theme = "the aircraft"}),
            "subject and verb exchanged");
}

TEST(PairKind, ThreeAndFourExchanged) {
  EXPECT_EQ(kind({.agent = "The doctor",
                  .verb = "introduced",
                  .patient = "to the guest",
                  .theme = "the king"},
                 {.agent = "The guest",
                  .verb = "introduced",
                  .patient = "to the king",
                  .theme = "the doctor"}),
            "three exchanged");
  EXPECT_EQ(kind({.agent = "The chief",
                  .verb = "requested",
                  .patient = "from the explorers",
                  .theme = "a present"},
                 {.agent = "The explorers",
                  .verb = "presented",
                  .patient = "to the chief",
                  .theme = "their requests"}),
            "four exchanged");
  EXPECT_EQ(kind({.agent = "The wall", .verb = "blocked", .theme = "the escape"},
                 {.agent = "The prisoners", .verb = "escaped", .theme = "the cell block"}),
            "other exchanged");
}

TEST(PairKind, OtherWords) {
  EXPECT_EQ(kind({.agent = "The boy", .verb = "found", .theme = "his toy"},
                 {.agent = "The boy", .verb = "lost", .theme = "his toy"}),
            "opposite");
  EXPECT_EQ(kind({.agent = "Physicians", .verb = "purchase", .theme = "cars"},
                 {.agent = "Doctors", .verb = "buy", .theme = "automobiles"}),
            "paraphrase");
  EXPECT_EQ(kind({.agent = "Rain", .verb = "fell"},
                 {.agent = "Teachers", .verb = "sang", .theme = "songs"}),
            "unrelated");
  EXPECT_EQ(kind({}, {}), "unrelated");
}

TEST(PairKind, APassiveWithoutItsAgentIsTheSameWithLess) {
  const Phrases passive{.verb = "painted", .theme = "The wall"};
  EXPECT_EQ(kind(kBase, passive), "modifiers added");
  EXPECT_THAT(comparer().compare(frame(passive), frame(kBase)).modifiers, ElementsAre("agent"));
  EXPECT_EQ(kind(kBase, {.verb = "painted", .theme = "The ship"}), "verb kept");
}

TEST(PairKind, ANegationIsOpposite) {
  EXPECT_EQ(kind(kBase, {.agent = "The artist", .verb = "not painted", .theme = "the wall"}),
            "opposite");
  EXPECT_EQ(kind({.agent = "He", .verb = "sang"}, {.agent = "He", .verb = "sang", .time = "never"}),
            "opposite");
}

TEST(PairKind, ExchangedWithAnotherVerb) {
  EXPECT_EQ(kind({.agent = "The doctor", .verb = "thanked", .theme = "the nurse"},
                 {.agent = "The nurse", .verb = "praised", .theme = "the doctor"}),
            "other exchanged");
}

TEST(PairKind, AsLabels) {
  const auto difference = comparer().compare(
      frame(kBase),
      frame({.agent = "The artist", .verb = "painted", .theme = "the wall", .time = "now"}));
  EXPECT_EQ(pair_kinds_tsv({difference, {}}),
            "pair\tkind\tmodifiers\tadded\n1\tmodifiers added\t1\ttime\n2\tunrelated\t0\t\n");
}

}  // namespace pair_kind_test
}  // namespace sonde
