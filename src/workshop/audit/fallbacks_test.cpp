#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "workshop/audit/rules.h"

namespace sonde {
namespace fallbacks_test {

const RuleSources& english() {
  static const RuleSources sources = rule_sources("en", 1);
  return sources;
}

RuleTools& tools() {
  static RuleTools tools(english());
  return tools;
}

using Edit = Outcome (*)(RuleTools&, const AuditSentence&, std::uint64_t);

std::string made_by(Edit edit, const std::string& sentence) {
  return edit(tools(), AuditSentence(sentence), 0).text;
}

std::string kind_of(const std::string& sentence) {
  return noun_of_kind(false, tools(), AuditSentence(sentence), 0).text;
}

struct Case {
  const char *sentence, *made;  // empty: refused
};

TEST(AuditFallbacks, MakeTheirExamples) {
  for (const auto& rule : fallback_rules()) {
    if (rule.example.empty()) continue;
    const auto made = apply_rule(rule, tools(), AuditSentence(std::string(rule.example))).text;
    EXPECT_EQ(made, rule.result) << rule.kind << ", " << rule.edit;
  }
  for (const auto& phrase : english().lists.fallback_phrases.phrases()) {
    const Outcome made = apply_phrase(phrase, AuditSentence(phrase.example));
    EXPECT_EQ(made.text, phrase.result) << "fallback_phrases.tsv:" << phrase.line;
    const auto is_of_kind = [&](const AuditRule& rule) {
      return rule.is_fallback && rule.kind == phrase.kind;
    };
    EXPECT_TRUE(std::ranges::any_of(fallback_rules(), is_of_kind)) << phrase.kind;
  }
}

TEST(AuditFallbacks, PutOthersInTheWritersPlace) {
  for (const auto& [sentence, made] : {
           Case{"I'm late and my phone was stolen.", "They're late and their phone was stolen."},
           {"am i covered when I am abroad?", "are they covered when they are abroad?"},
           {"Was I charged twice?", "Were they charged twice?"},
           {"I sold it. Will I get my money?", "They sold it. Will they get their money?"},
           {"We think the US office has our form.", "They think the US office has their form."},
           {"I called and was cut off.", ""},
           {"I'm a student.", ""},
           {"They owe us money.", ""},
           {"He saw Apollo I land.", ""},
           {"Click on My Orders.", ""},
       }) {
    EXPECT_EQ(made_by(other_person, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, PutOthersInTheAddresseesPlace) {
  for (const auto& [sentence, made] : {
           Case{"What will you do with your old car?", "What will they do with their old car?"},
           {"A lamp for you.", "A lamp for them."},
           {"It reminds you to drink.", ""},
           {"Could you fix it?", ""},
           {"Translate it into English if you can.", ""},
           {"May I use your phone?", ""},
       }) {
    EXPECT_EQ(made_by(other_addressee, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, NegateSureMainClauses) {
  for (const auto& [sentence, made] : {
           Case{"The defence is expected to call its first witness.",
                "The defence is not expected to call its first witness."},
           {"Merge the two lists.", "Do not merge the two lists."},
           {"Someone has drawn a cat on it.", ""},
           {"The page loads, but the images are missing.", ""},
           {"The technician came, looked at it and left.", ""},
           {"Every box has a lid.", ""},
           {"Check if the door is locked.", ""},
           {"Thank the driver.", ""},
           {"Send the file and copy Priya.", ""},
           {"Cancel the alarm, it's a holiday.", ""},
           {"Because it is old, the lamp is dim.", ""},
           {"You will need one fewer cable.", ""},
           {"Cousins piled in the bed of the truck.", ""},
           {"A crane silhouetted against the sky", ""},
           {"Drought has pushed reservoir levels in the south-east to their lowest point since "
            "records began.",
            ""},
           {"People dance after power returns to the town.", ""},
           {"An overturned trolley lies half buried in mud.", ""},
           {"The coffee machine leaks, about a cup per day.", ""},
           {"A vulture glides along the cliff, its shadow below.", ""},
           {"Handmade from local clay, each mug varies in size.", ""},
           {"Tell Amara I got the package and it's perfect.", ""},
           {"The agency has delayed the launch, this time because of a leak.", ""},
           {"This tumbler catches the light beautifully and feels reassuring.", ""},
           {"An umbrella turned inside out by the wind sticks out of a bin.", ""},
       }) {
    EXPECT_EQ(made_by(surely_negated, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, NegateClausesByTheirWords) {
  for (const auto& [sentence, made] : {
           Case{"A case that can be washed.", "A case that cannot be washed."},
           {"Boots which keep water out.", "Boots which do not keep water out."},
           {"Stop when it beeps.", ""},
           {"A mesh for days where it counts.", ""},
           {"Skip it and don't play it.", ""},
           {"The spoon won't scratch it.", "The spoon will scratch it."},
           {"The mesh doesn't let flies in.", "The mesh lets flies in."},
           {"The label didn't stick.", "The label stuck."},
           {"It doesn't need any oil.", ""},
           {"It lets you sleep.", "It does not let you sleep."},
           {"Keep it closed.", ""},
           {"She painted it.", "She did not paint it."},
           {"Features a lamp and a lid.", "Does not feature a lamp and a lid."},
           {"The drum stops in a minute and displays a code.", ""},
           {"The mail never arrived.", "The mail arrived."},
           {"The moon rocks, it turns out, were in a desk.", ""},
           {"The image that day.", ""},
           {"Tell me if it is open.", ""},
           {"Cannot set the role, the option is grey.", ""},
           {"A patient plant that forgives you.", ""},
           {"One is from before the update and the second is new.", ""},
           {"It prints upside down, otherwise the cards are fine.", ""},
           {"Every house was given an alarm.", ""},
           {"Two thirds of the wall is covered, the rest is bare.", ""},
           {"Drought has pushed levels down.", "Drought has not pushed levels down."},
           {"It simply cannot pay for it.", ""},
           {"They seized a road, cutting the supply.", ""},
           {"Please note that colours may vary.", ""},
           {"Sold in pairs, with screws.", ""},
           {"A pair of kitchen scissors that come apart.",
            "A pair of kitchen scissors that do not come apart."},
           {"It does what it says.", ""},
           {"Stickers peel off cleanly and won't take the paint.", ""},
           {"It films at night, and tells a fox from a cat.", ""},
           {"Contains milk, and may contain nuts.", ""},
           {"You can sharpen it, sand it, and repair it.", ""},
           {"Contains traces of nuts, milk and sesame.",
            "Does not contain traces of nuts, milk or sesame."},
           {"It can't be overfilled, thanks to a float that shuts it.", ""},
       }) {
    EXPECT_EQ(made_by(negated_by_words, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, DenyWholeStatements) {
  for (const auto& [sentence, made] : {
           Case{"The mayor cuts the ribbon at the library.",
                "It is not true that the mayor cuts the ribbon at the library."},
           {"doctors described her state as stable",
            "it is not true that doctors described her state as stable"},
           {"When winter comes, the parasol slips into its cover.",
            "It is not true that when winter comes, the parasol slips into its cover."},
           {"Firefighters pass sandbags along the bank.",
            "It is not true that firefighters pass sandbags along the bank."},
           {"Tastes like a day at the seaside.", ""},
           {"A silver trailer parked among tall pines, laundry strung between them.", ""},
           {"A web beaded with dew.", ""},
           {"Rows of red seats in a hall.", ""},
           {"Grown in Kerala, the pepper is dried.", ""},
           {"They met, though neither spoke.", ""},
           {"The listing is for the lid only, the pot is not included", ""},
           {"The buttons feel nice and the light can be switched off thank god", ""},
           {"The policy says twelve but the form rejects it.", ""},
           {"Once hailed as a model, the town is shedding jobs.", ""},
           {"In soft grey with a trim, this romper has poppers.", ""},
           {"The moment the lights came on after nineteen hours.", ""},
           {"what's my balance and has the rent gone out yet", ""},
           {"A shelf of medicine bottles in brown glass.", ""},
           {"The cathedral's rose window seen from the nave.", ""},
           {"Somebody dressed the statue again and honestly it's an improvement", ""},
           {"The code fails, it says expired.", ""},
           {"The room is cold, bring it up.", ""},
           {"If it is cold, turn it up.", ""},
           {"The loss is final, the club said", ""},
           {"Mute the group, there's a fight.", ""},
       }) {
    EXPECT_EQ(made_by(denied_statement, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, SayThatACommandIsNotNeeded) {
  for (const auto& [sentence, made] : {
           Case{"Empty the folder and tell me its size.",
                "There is no need to empty the folder and tell me its size."},
           {"set the kettle to 80 degrees", "there is no need to set the kettle to 80 degrees"},
           {"Plug it in, press the button, and make toast.",
            "There is no need to plug it in, press the button, and make toast."},
           {"Open the lid and a dancer turns to a tune.", ""},
           {"Skip it and don't play it again.", ""},
           {"Please add Welsh to the list.", ""},
           {"Turn it down, it's late.", ""},
           {"The shop is open.", ""},
       }) {
    EXPECT_EQ(made_by(needless_command, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, SayThatAThingIsNotThere) {
  for (const auto& [sentence, made] : {
           Case{"Puppies tumbling over each other in a basket",
                "There are no puppies tumbling over each other in a basket"},
           {"a cat sleeping inside a bowl", "there is no cat sleeping inside a bowl"},
           {"A guard in a vest high-fives a kid.", ""},
           {"A couple argue over a map in a square.", ""},
           {"Keeps knives sharp on a strip.", ""},
           {"A lamp and a chair in a hall", ""},
           {"A gift for new parents", ""},
       }) {
    EXPECT_EQ(made_by(absent_thing, sentence), made) << sentence;
  }
}

TEST(AuditFallbacks, TakeAnotherNounOfTheKind) {
  for (const char* sentence : {"A surfer carries two towels.", "Dentists hand out flyers.",
                               "Rowboat chained to a post."}) {
    EXPECT_THAT(kind_of(sentence), testing::Not(testing::AnyOf("", sentence)));
  }
  for (const char* sentence :
       {"A bulldog sat there.", "They sell dog books.", "It is a wine.", "He came by bus.",
        "The Horse Guards left.", "It lay on tiled floor.",
        "It winds back at the press of a button.", "Critics of the bill left.",
        "A father carries his daughter.", "Rain fell as we put up the tent."}) {
    EXPECT_EQ(kind_of(sentence), "") << sentence;
  }
}

TEST(AuditFallbacks, TakeNounsThatGoWithThePreposition) {
  for (std::uint64_t key = 0; key < 200; ++key) {
    const AuditSentence sentence("She slept on the wide sofa.");
    EXPECT_NE(noun_of_kind(false, tools(), AuditSentence("A bug in the app."), key << 8).text,
              "A bug in the website.");
    EXPECT_NE(noun_of_kind(false, tools(), sentence, key << 8).text, "");
  }
}

TEST(AuditFallbacks, NegateBeforeTheyTakeNounsOfLateKinds) {
  const AuditSentence early("Saguaro in bloom."), late("The pillow is soft.");
  EXPECT_NE(noun_of_kind(true, tools(), early, 0).text, "");
  EXPECT_EQ(noun_of_kind(true, tools(), late, 0).text, "");
  EXPECT_NE(noun_of_kind(false, tools(), late, 0).text, "");
}

TEST(AuditFallbacks, TakeNoNounThatMayBeTheSameThing) {
  std::set<std::string> made;
  for (std::uint64_t key = 0; key < 400; ++key) {
    const AuditSentence sentence("A couch stood there.");
    made.insert(noun_of_kind(false, tools(), sentence, key << 8).text);
  }
  EXPECT_GT(made.size(), 3U);
  EXPECT_FALSE(made.contains("A sofa stood there."));
}

// One noun is of one kind, and no kind has it twice.
TEST(AuditFallbacks, HaveKindsOfSeveralNouns) {
  for (const auto& group : english().lists.noun_kinds.groups()) {
    ASSERT_GT(group.nouns.size(), 2U);
    std::set<std::string> nouns;
    for (const auto& noun : group.nouns) EXPECT_TRUE(nouns.insert(noun.singular).second);
  }
}

}  // namespace fallbacks_test
}  // namespace sonde
