#include "workshop/audit/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "sonde/error.h"

namespace sonde {
namespace rules_test {

RuleSources& english() {
  static RuleSources sources = rule_sources("en", 1);
  return sources;
}

const RuleSources& rule_sources_of_dutch() {
  static const RuleSources sources = rule_sources("nl", 1);
  return sources;
}

RuleTools& tools() {
  static RuleTools tools(english());
  return tools;
}

const AuditRule& rule_named(std::string_view kind) {
  const auto found = std::ranges::find(audit_rules(), kind, &AuditRule::kind);
  if (found == audit_rules().end()) throw std::invalid_argument("no rule " + std::string(kind));
  return *found;
}

std::string made_by(std::string_view kind, const std::string& sentence) {
  return apply_rule(rule_named(kind), tools(), AuditSentence(sentence)).text;
}

// The example of each row of both tables is its test.
TEST(AuditRules, MakeTheirExamples) {
  std::set<std::string_view> kinds;
  for (const auto& rule : audit_rules()) {
    EXPECT_TRUE(kinds.insert(rule.kind).second) << rule.kind;
    if (rule.example.empty()) continue;
    EXPECT_EQ(made_by(rule.kind, std::string(rule.example)), rule.result) << rule.kind;
  }
}

TEST(AuditPhrases, MakeTheirExamples) {
  for (const auto& phrase : english().lists.phrases.phrases()) {
    const Outcome made = apply_phrase(phrase, AuditSentence(phrase.example));
    EXPECT_EQ(made.text, phrase.result) << "phrases.tsv:" << phrase.line;
    EXPECT_NE(rule_named(phrase.kind).kind, "") << "phrases.tsv:" << phrase.line;
  }
}

// The seed decides what is drawn, and nothing else does.
TEST(AuditRules, DependOnTheSeedAlone) {
  const std::string text = "The meeting on Monday is in room 12 in Oslo.";
  EXPECT_EQ(made_by("date", text), made_by("date", text));
  RuleSources other = english();
  other.language = "any";  // without parsers
  std::set<std::string> made;
  for (other.seed = 1; other.seed < 12; ++other.seed) {
    RuleTools own(other);
    made.insert(apply_rule(rule_named("date"), own, AuditSentence(text)).text);
  }
  EXPECT_GT(made.size(), 3U);
}

struct Refused {
  std::string_view kind, sentence;
};

TEST(AuditRules, LeaveAloneWhatTheyAreNotSureOf) {
  for (const auto& [kind, sentence] : {
           Refused{"negation", "Can I pay by card?"},
           {"negation", "How do I pay?"},
           {"number", "Call 555 0199 for help."},
           {"number", "We are here 24/7."},
           {"number", "One or two of them left."},
           {"number", "Version 3.2.1 is out."},
           {"amount", "I bought 3 stamps."},
           {"amount", "It has 1 gram of salt."},
           {"number", "Built between 1914 and 1918."},
           {"number", "They voted 54 to 45 for it."},
           {"number", "It comes between 8 and 12."},
           {"noun", "The coach to Cork leaves on Monday."},
           {"noun", "Nobody answered the door."},
           {"question", "Can the lamp be used outside, and for how long?"},
           {"name", "Is the flight to Charlotte on time?"},
           {"number", "Open between 2 and 4."},
           {"date", "May I come in?"},
           {"date", "The sale is on Black Friday."},
           {"name", "It is a great day."},
           {"quantifier", "It rained all day."},
           {"quantifier", "How many people came?"},
           {"modality", "You must not smoke here."},
           {"modality", "The can is empty."},
           {"comparison", "There is no better place than this."},
           {"comparison", "I have never seen this before."},
           {"attribute", "The red panda is asleep."},
           {"contraction", "Don't you like it?"},
           {"format", "Most Windows 7 users left."},
           {"format", "See page 3 of the book."},
           {"polite", "Please open the door."},
           {"filler", "Rose sold 5 flowers."},
           {"filler", "A jug of milk on a shelf."},
           {"filler", "Contains milk."},
           {"negation", "Some rooms are cold."},
           {"negation", "Hundreds of fans waited outside."},
           {"negation", "The box came, but the cup was broken."},
           {"negation", "Peel the apples and cut them."},
           {"negation", "Is there a way to see which rooms are free?"},
           {"negation", "Close-up of a bee covered in pollen."},
           {"negation", "Old laptop returned, charger still missing."},
           {"negation", "Snow on the roof, smoke from the chimney."},
           {"negation", "The perfect bike for children who have outgrown a scooter."},
           {"negation", "Passengers look out at the ice from the upper deck."},
           {"negation", "A tall jug with four handles."},
           {"negation", "Several cars parked near the bridge."},
           {"negation", "A panda eating leaves."},
           {"negation", "Thanks for the kind answer!"},
           {"number", "Loved by 8 out of 10 readers."},
           {"number", "Six of the eight chairs came without screws."},
           {"number", "The firm filed for Chapter 11 protection."},
           {"number", "Funds that follow the S&P 500 rose."},
           {"number", "Two bowls and three plates were chipped."},
           {"date", "They married on the Fourth of July."},
           {"name", "The flight leaves from Charlotte Airport."},
           {"name", "I left Ontario, and it still says Ontario."},
           {"number", "It shows 14 users, but we have only 12."},
           {"number", "Tried three browsers, same result in all three."},
           {"number", "It rounds 2.45 up to 3."},
           {"noun", "The sock for people who hate socks."},
           {"noun", "Drop me off by the lights, please, driver."},
           {"negation", "A welder's sparks light up the hull."},
           {"negation", "Crane operators guide the final beam into place."},
           {"negation", "Our engineers spent four winters on the chute."},
           {"negation", "It folds flat, freeing both of your hands."},
           {"negation", "Do not wake him until noon."},
           {"antonym", "Hands of a potter, slick with gray clay."},
           {"antonym", "A walk in the rain without an umbrella."},
           {"filler", "The pitcher left in the fourth inning."},
           {"noun", "Ships in two days."},
           {"noun", "A bald eagle sat there."},
           {"noun", "They sell dog books."},
           {"noun", "The dog chased the cat."},
           {"noun", "She photographed the horses of the Horse Guards."},
           {"noun", "A man and his wife."},
           {"noun", "A man greets Tom and his friend."},
           {"date", "I was promised a call by Friday, and which Friday was not said."},
           {"date", "It was built circa 1935."},
           {"number", "Dial 999."},
           {"number", "Pay it by Jan. 31."},
           {"name", "Max. load per shelf is 35 kg."},
           {"name", "Farms near Huelva in southern Spain are dry."},
           {"name", "Nurses at St. Vincent reach a deal."},
           {"negation", "Colour may vary from the image."},
           {"noun", "Have you read the Dog Days?"},
           {"name", "I was late, so should I call?"},
           {"name", "I hurt my back."},
           {"quantifier", "Cases for phones up to 6 inches."},
           {"comparison", "They moved the talk until after lunch."},
           {"comparison", "The tent is pitched in under 5 minutes."},
           {"comparison", "It broke after two weeks of use."},
           {"negation", "Share your best photos."},
           {"negation", "The lamp warms the room."},
           {"negation", "I can't find the button."},
           {"passive", "The dog chases the cat."},
           {"polite", "Give tired windows a fresh look with our blinds."},
           {"polite", "Seat 14 was broken."},
           {"filler", "Keep your drinks cold."},
           {"filler", "Our lamp warms the room."},
           {"date", "We are open from May to October."},
           {"name", "The rug is of New Zealand wool."},
           {"number", "The two-factor code is late."},
           {"noun", "She told me on the phone."},
           {"noun", "There is a bug in the app."},
           {"noun", "Room for cards, ships in a case."},
           {"noun", "He sat in the fork of a tree."},
           {"modality", "No trains will run on Sunday."},
           {"antonym", "They blocked the entrance to the park."},
           {"synonym", "Clean the kids room."},
           {"date", "The alarm rings at 3 a.m. most nights."},
           {"date", "Turn it on when it gets dark and off at dawn."},
           {"antonym", "Heavy rain washed the bridge away."},
           {"antonym", "Check if the bridge is open on Monday."},
           {"antonym", "Is the camera enabled?"},
           {"date", "Two owls hatched this week."},
           {"format", "It is under 2 cm thick."},
           {"format", "They ate there between 3 and 9 July."},
           {"passive", "Someone painted the wall."},
           {"antonym", "It sorts alphabetically instead of by date."},
           {"antonym", "is the front door locked? if not lock it"},
           {"question", "do you ship to Oslo and is it extra"},
           {"question", "Can you tell me why my order says so when nothing came?"},
           {"modality", "They were allowed home on Friday."},
           {"number", "Oslo and Rome agreed, the two cities said."},
           {"date", "It is the third time this year."},
           {"noun", "The museum said so."},
           {"noun", "She became the first woman on the board."},
           {"noun", "They built two measuring stations."},
           {"verb", "Turn the heating down, it's boiling in here."},
           {"verb", "Both sides agreed to talk, ending the dispute."},
           {"verb", "They refused to carry it even though we'd paid."},
           {"antonym", "Open the link you sent me."},
           {"number", "It has a scuff or two."},
           {"modality", "I must say it was good."},
           {"modality", "Will it make it by Monday?"},
           {"number", "No two rugs are alike."},
           {"number", "Which of these two looks less dull?"},
           {"synonym", "It is in the kids' profile."},
           {"name", "It comes with an Allen key."},
           {"modality", "Iron it cool if you must."},
           {"comparison", "Undo that last change, it looks worse."},
           {"antonym", "Open the windows a crack."},
           {"antonym", "Turn on subtitles and make them bigger."},
           {"antonym", "The user was disabled on Monday, please re-enable it."},
           {"attribute", "A female bird with a fish in her bill."},
           {"number", "Two boys read, a third one eats."},
           {"amount", "Jeans in black, 98% cotton 2% elastane."},
           {"antonym", "Gold rose to a record high."},
           {"antonym", "Stop announcing every parcel out loud."},
           {"antonym", "The sky is a deep orange."},
           {"attribute", "Lightly salted crisps."},
           {"attribute", "It fruits against a sunny wall."},
           {"attribute", "Move from the monthly plan to the annual one."},
           {"date", "Show me how many steps I did this week."},
           {"date", "Is it too windy today?"},
           {"date", "Wake me at seven on weekdays and later at the weekend."},
           {"noun", "Ladies' raincoat with a hood."},
           {"number", "Made with four things: oats, nuts, figs and salt."},
           {"number", "It charges a phone four times over."},
           {"number", "Make it warmer after nine in the evening."},
           {"polite", "Leave it in the dock and it's dry by morning."},
           {"number", "When two people edit it, the older change wins."},
           {"passive", "A sign covered in stickers."},
           {"name", "Play \"hello darkness my old friend\"."},
           {"noun", "A hot water bottle with a cover."},
           {"polite", "Down the hill comes the carnival."},
           {"question", "Why did nobody warn them?"},
           {"polite", "Page 2 of the form won't let me in"},
           {"polite", "Swap the blade in seconds, no tool needed."},
           {"quantifier", "They rarely saw anyone visit."},
           {"quantifier", "Friends lean in from all sides."},
           {"synonym", "Call me right now."},
           {"synonym", "Work is due to start in May."},
           {"verb", "They banned the coach for two years."},
           {"antonym", "Connect the printer to the network."},
           {"antonym", "Keep the light on till he is in, then switch off."},
           {"antonym", "A calf a week old leans on its mother."},
           {"verb", "We agreed to the fee."},
           {"comparison", "It dropped to its lowest level."},
           {"comparison", "Profits more than tripled."},
           {"attribute", "The large bag is wet, the small one is fine."},
           {"verb", "The road runs past the farm."},
           {"quantifier", "She always keeps some change."},
           {"noun", "It is light and ships rolled in a tube."},
           {"noun", "Say that dinner's ready."},
           {"attribute", "A bamboo brush without plastic-coated bristles."},
           {"attribute", "The manual says so."},
           {"question", "Where does the money go?"},
           {"comparison", "It stops after two, four or eight hours."},
           {"antonym", "Turn on the lamp and keep it on."},
           {"comparison", "It was delayed twice as they talked."},
           {"question", "When was it sent when it was late?"},
           {"comparison", "Workers lower a beam into place."},
           {"date", "Have I paid this morning?"},
           {"date", "Warn me when I've spent a lot this month."},
           {"format", "It survives gusts of 100 km/h."},
           {"antonym", "How thick is the glass?"},
           {"antonym", "Are you open this Sunday?"},
           {"antonym", "It locked me out of my account."},
           {"quantifier", "The kitchen in all its glory."},
           {"quantifier", "Made for riders who ride in all weathers."},
           {"date", "They danced at one in the morning."},
           {"date", "How much leave is left this year?"},
           {"noun", "Peanut butter made of peanuts."},
           {"noun", "The jury is out on that."},
           {"noun", "Someone comes up the driveway."},
           {"polite", "Open the lid and a dancer turns."},
           {"synonym", "Lock the kids tablet at 8."},
           {"passive", "The window took four people."},
       }) {
    EXPECT_EQ(made_by(kind, std::string(sentence)), "") << kind << ": " << sentence;
  }
}

TEST(AuditRules, KeepArticlesAndCapitals) {
  EXPECT_EQ(AuditSentence("Android is slow.").with_words(0, 0, "iOS"), "iOS is slow.");
  EXPECT_EQ(AuditSentence("Build a $12 shed.").with_words(2, 2, "11"), "Build an $11 shed.");
  EXPECT_EQ(made_by("attribute", "She wears a brown coat."), "She wears a black coat.");
  EXPECT_EQ(made_by("contraction", "I am late again."), "I'm late again.");
  EXPECT_EQ(made_by("quantifier", "All the shops are open."), "Some of the shops are open.");
  EXPECT_EQ(made_by("spelling", "Mount the TV on the wall."), "Mount the television on the wall.");
  EXPECT_EQ(made_by("spelling", "TV is for the evening."), "Television is for the evening.");
}

TEST(AuditRules, KeepWhatBelongsToTheOther) {
  EXPECT_EQ(made_by("date", "We meet on Saturday."), "We meet on Sunday.");
  EXPECT_EQ(made_by("date", "We meet in June."), "We meet in July.");
  EXPECT_THAT(made_by("date", "It is shut until 2030."), testing::HasSubstr("until 203"));
  EXPECT_THAT(made_by("number", "A twelve-year-old girl won."),
              testing::EndsWith("-year-old girl won."));
  EXPECT_THAT(
      made_by("name", "The actor Ilse Vasko has died."),
      testing::AllOf(testing::StartsWith("The actor Ilse "), testing::EndsWith(" has died."),
                     testing::Not(testing::HasSubstr("Vasko"))));
  EXPECT_EQ(made_by("negation", "My parcel has not arrived."), "My parcel has arrived.");
  for (const char* text : {"Norway's wealth fund made a profit.", "South Korea fired a rocket."}) {
    EXPECT_NE(made_by("name", text), "") << text;
  }
}

// A word before or after the noun shows that it is one.
TEST(AuditNouns, AreRecognisedByTheirNeighbours) {
  EXPECT_EQ(made_by("noun", "A snowboarder falls face first."), "A skier falls face first.");
  EXPECT_EQ(made_by("noun", "They want to ban horses."), "They want to ban donkeys.");
  EXPECT_EQ(made_by("noun", "A friend carries his son."), "A friend carries his daughter.");
  EXPECT_EQ(made_by("noun", "A man waves as she greets him."), "");
  EXPECT_EQ(made_by("noun", "My mother is in her online account."),
            "My father is in his online account.");
  EXPECT_EQ(made_by("noun", "A woman and her friend."), "A man and his friend.");
  EXPECT_EQ(made_by("noun", "A man with a bag on his back."), "A woman with a bag on her back.");
  EXPECT_EQ(made_by("noun", "A woman with a bag on her back."), "A man with a bag on his back.");
}

// Any two nouns of a group are put in each other's place, in both numbers.
TEST(AuditNouns, AreListedOnceAsFirst) {
  std::set<std::string> firsts;
  for (const auto& group : english().lists.nouns.groups()) {
    ASSERT_GT(group.nouns.size(), 1U);
    EXPECT_TRUE(firsts.insert(group.nouns.front().singular).second) << group.nouns.front().singular;
    std::set<std::string> nouns;
    for (const auto& noun : group.nouns) EXPECT_TRUE(nouns.insert(noun.singular).second);
  }
}

TEST(AuditNouns, KeepNumberArticleAndOwner) {
  EXPECT_EQ(made_by("noun", "We saw an owl."), "We saw a raven.");
  EXPECT_EQ(made_by("noun", "Two puppies were asleep."), "Two kittens were asleep.");
  EXPECT_EQ(made_by("noun", "My nephew's shoes are new."), "My niece's shoes are new.");
  EXPECT_EQ(made_by("noun", "We saw a machine-washable rug."),
            "We saw a machine-washable blanket.");
}

TEST(AuditNouns, TakeThoseOfTheText) {
  RuleSources own = english();
  const AuditSentence other("A raven watched us.");
  add_nouns(other, own.lists.nouns, own.nouns);
  RuleTools own_tools(own);
  EXPECT_EQ(apply_rule(rule_named("noun"), own_tools, AuditSentence("An owl watched us.")).text,
            "A raven watched us.");
}

// The lists of Dutch words prevent odd negations.
TEST(AuditRules, NegateDutchOnlyIfItsOwnWordsAllow) {
  RuleTools dutch(rule_sources_of_dutch());
  const auto negated_text = [&](const char* text) {
    return apply_rule(rule_named("negation"), dutch, AuditSentence(text)).text;
  };
  EXPECT_EQ(negated_text("Hij slaapt."), "Hij slaapt niet.");
  for (const char* text : {"Kan hij zwemmen?", "Hoe slaapt hij?", "Hij slaapt, maar zij werkt.",
                           "Sommige katten slapen.", "Hij slaapt nog."}) {
    EXPECT_EQ(negated_text(text), "") << text;
  }
}

TEST(AuditRules, TakeNamesOfTheText) {
  RuleSources own = english();
  own.language = "any";  // without parsers
  const std::vector<AuditSentence> corpus{AuditSentence("We fly to Oslo."),
                                          AuditSentence("Trains to Lyon are late.")};
  for (const auto& sentence : corpus) add_names(sentence, own.lists.names, own.names);
  RuleTools own_tools(own);
  EXPECT_EQ(apply_rule(rule_named("name"), own_tools, corpus[0]).text, "We fly to Lyon.");
}

TEST(AuditPhrases, NameALineThatIsWrong) {
  const auto rows = parse_language_table(
      "# c\nkind\tphrase\treplacement\tcondition\texample\tresult\n"
      "antonym\thot\tcold\tnextt=a\tx\ty\n",
      "phrases.tsv", PhraseTable::kColumns);
  try {
    PhraseTable table(rows);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.place().line, 3U);
    EXPECT_THAT(error.message(), testing::HasSubstr("nextt=a"));
  }
}

}  // namespace rules_test
}  // namespace sonde
