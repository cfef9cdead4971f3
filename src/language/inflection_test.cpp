#include "language/inflection.h"

#include <gtest/gtest.h>

#include <vector>

#include "formats/wordnet.h"

namespace sonde {
namespace {

const VerbForms& forms() {
  static const VerbForms kForms(kWordNetFolder);
  return kForms;
}

struct Verb {
  const char *base, *third, *past, *participle, *gerund;
};

TEST(Inflection, AsASpeakerDoes) {
  const std::vector<Verb> verbs{{"chase", "chases", "chased", "chased", "chasing"},
                                {"stop", "stops", "stopped", "stopped", "stopping"},
                                {"carry", "carries", "carried", "carried", "carrying"},
                                {"play", "plays", "played", "played", "playing"},
                                {"watch", "watches", "watched", "watched", "watching"},
                                {"fix", "fixes", "fixed", "fixed", "fixing"},
                                {"go", "goes", "went", "gone", "going"},
                                {"have", "has", "had", "had", "having"},
                                {"eat", "eats", "ate", "eaten", "eating"},
                                {"sing", "sings", "sang", "sung", "singing"},
                                {"begin", "begins", "began", "begun", "beginning"},
                                {"write", "writes", "wrote", "written", "writing"},
                                {"know", "knows", "knew", "known", "knowing"},
                                {"buy", "buys", "bought", "bought", "buying"},
                                {"put", "puts", "put", "put", "putting"},
                                {"read", "reads", "read", "read", "reading"},
                                {"run", "runs", "ran", "run", "running"},
                                {"become", "becomes", "became", "become", "becoming"},
                                {"beat", "beats", "beat", "beaten", "beating"},
                                {"show", "shows", "showed", "shown", "showing"},
                                {"feed", "feeds", "fed", "fed", "feeding"},
                                {"lead", "leads", "led", "led", "leading"},
                                {"win", "wins", "won", "won", "winning"},
                                {"spin", "spins", "spun", "spun", "spinning"},
                                {"bite", "bites", "bit", "bitten", "biting"},
                                {"hide", "hides", "hid", "hidden", "hiding"},
                                {"bear", "bears", "bore", "borne", "bearing"},
                                {"shake", "shakes", "shook", "shaken", "shaking"},
                                {"shrink", "shrinks", "shrank", "shrunk", "shrinking"},
                                {"strike", "strikes", "struck", "struck", "striking"},
                                {"see", "sees", "saw", "seen", "seeing"},
                                {"tie", "ties", "tied", "tied", "tying"},
                                {"dye", "dyes", "dyed", "dyed", "dyeing"},
                                {"panic", "panics", "panicked", "panicked", "panicking"},
                                {"overcome", "overcomes", "overcame", "overcome", "overcoming"}};
  for (const auto& verb : verbs) {
    EXPECT_EQ(inflected(forms(), verb.base, VerbForm::kBase), verb.base);
    EXPECT_EQ(inflected(forms(), verb.base, VerbForm::kThird), verb.third);
    EXPECT_EQ(inflected(forms(), verb.base, VerbForm::kPast), verb.past);
    EXPECT_EQ(inflected(forms(), verb.base, VerbForm::kParticiple), verb.participle);
    EXPECT_EQ(inflected(forms(), verb.base, VerbForm::kGerund), verb.gerund);
  }
}

// What is made is read back as a form of the same verb.
TEST(Inflection, IsReadBack) {
  for (const char* base : {"carry", "hope", "hop", "teach", "fly", "freeze", "admit", "visit",
                           "travel", "mimic", "destroy", "apply", "wrap", "mend", "tear"}) {
    EXPECT_EQ(forms().base_of_third(inflected(forms(), base, VerbForm::kThird).value()), base);
    EXPECT_EQ(forms().base_of_past(inflected(forms(), base, VerbForm::kPast).value()), base);
    EXPECT_EQ(forms().base_of(inflected(forms(), base, VerbForm::kGerund).value()), base);
  }
}

TEST(Inflection, LeavesOpenWhatTheListsDo) {
  EXPECT_EQ(inflected(forms(), "lie", VerbForm::kPast), std::nullopt);
  EXPECT_EQ(inflected(forms(), "bog", VerbForm::kParticiple), std::nullopt);
  EXPECT_EQ(inflected(forms(), "bog", VerbForm::kGerund), "bogging");
}

}  // namespace
}  // namespace sonde
