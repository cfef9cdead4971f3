#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "workshop/audit/denials/fallback_cases_test.h"

namespace sonde {
namespace fallbacks_test {

using test::expect_made;
using test::made_by;

const RuleSources& english() { return test::english_rules(); }
RuleTools& tools() { return test::rule_tools(); }

std::string kind_of(const std::string& sentence) {
  return noun_of_kind(tools(), AuditSentence(sentence), 0).text;
}

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

TEST(AuditFallbacks, LeaveTextsOfFewWordsAlone) {
  for (const char* text : {"", "...", "?!", "Yes", "a", "An", "and", "Thanks,", "it's, so", "5"}) {
    for (const auto& rule : fallback_rules()) {
      const auto made = apply_rule(rule, tools(), AuditSentence(text)).text;
      EXPECT_EQ(made, "") << rule.edit << ": " << text;
    }
  }
}

TEST(AuditFallbacks, PutOthersInTheWritersPlace) {
  expect_made(other_person,
              {{"I'm late and my phone was stolen.", "They're late and their phone was stolen."},
               {"am i covered when I am abroad?", "are they covered when they are abroad?"},
               {"Was I charged twice?", "Were they charged twice?"},
               {"I sold it. Will I get my money?", "They sold it. Will they get their money?"},
               {"We think the US office has our form.", "They think the US office has their form."},
               {"I called and was cut off.", ""},
               {"I'm a student.", ""},
               {"Send the invoice to accounts, not to me.", ""},
               {"Copy in Legal and me.", ""},
               {"The fan runs at full speed from the moment I boot.", ""},
               {"Sorry about the state of my desktop.", ""},
               {"The image is mirrored, how do I flip it?", ""},
               {"They owe us money.", ""},
               {"He saw Apollo I land.", ""},
               {"Hi, I ordered boots.", ""},
               {"The search finds nothing, whatever I type.", ""},
               {"Nobody came, and I'd left work for it.", ""},
               {"The link has expired, can you send me another?", ""},
               {"Would it be fine to keep my number if I leave?", ""},
               {"Could you send it? It ran out by the time I got it.", ""},
               {"Click on My Orders.", ""}});
}

TEST(AuditFallbacks, PutOthersInTheAddresseesPlace) {
  expect_made(other_addressee,
              {{"What will you do with your old car?", "What will they do with their old car?"},
               {"Is it a lamp for you?", "Is it a lamp for them?"},
               {"A lamp for you.", ""},
               {"Need a key for your lock?", ""},
               {"Rail fares: where your money goes", ""},
               {"Fill it up while you're at it.", ""},
               {"It reminds you to drink.", ""},
               {"Could you fix it?", ""},
               {"Translate it into English if you can.", ""},
               {"May I use your phone?", ""}});
}

TEST(AuditFallbacks, PutTheWritersSisterInTheWritersPlace) {
  expect_made(other_owner,
              {{"Install it on my work PC.", "Install it on my sister's work PC."},
               {"Our webhook stopped.", "Our friends' webhook stopped."},
               {"Our best-selling jacket keeps you dry.", ""},
               {"Each mug is thrown in our studio.", ""},
               {"If it rings, phone me.", "If it rings, phone my sister."},
               {"Spell it for me.", "Spell it for my sister."},
               {"Keep it on my lap.", ""},
               {"My own boat sank.", ""},
               {"Who was my grandfather?", ""},
               {"I need my grandfather's papers.", ""},
               {"I lost my card, so can my account be closed?",
                "I lost my sister's card, so can her account be closed?"},
               {"I hurt my back on my bike.", ""},
               {"Let me know.", ""},
               {"Choose your bowl.", ""}});  // a shop does not speak of the reader's sister
}

TEST(AuditFallbacks, DoubtWhoTheyAre) {
  expect_made(other_person, {{"Both screens flicker, so I suspect the cable.", ""},
                             {"As a customer I'm disappointed.", ""},
                             {"Requesting access from my PC.", ""},
                             {"The driver was late, so I left.", ""},
                             {"After deleting my account, can other people see it?", ""},
                             {"Do you ship to the Faroe Islands or do I go through an agent?", ""},
                             {"It only understands my wife.", ""}});
}

TEST(AuditFallbacks, TakeAnotherColourOrMaterialOfAThing) {
  expect_made(other_look,
              {{"A monk in orange robes waits.", "A monk in black robes waits."},
               {"Chairs with oak arms.", "Chairs with bamboo arms."},
               {"Handle with care: contains glass.", "Handle with care: contains ceramic."},
               {"A bar of bamboo that lasts.", "A bar of beech that lasts."},
               {"She has a black belt.", ""},
               {"A dark green van.", ""},
               {"Black and white tiles.", ""},
               {"A red van beside a blue one.", ""},
               {"It felt table legs.", ""},
               {"A red squirrel.", ""},
               {"Wool from sheep in wool coats.", ""},
               {"Stainless steel pans.", ""}});
}

TEST(AuditFallbacks, TakeAnotherCode) {
  expect_made(other_code, {{"It shows F28 again.", "It shows F29 again."},
                           {"Error 0x80070035.", "Error 0x80070036."},
                           {"The code WELCOME15 fails.", "The code WELCOME16 fails."},
                           {"Rated to IP69, it floats.", "Rated to IP60, it floats."},
                           {"An MP3 of it.", ""},
                           {"Its CO2 level.", ""},
                           {"Take the A3.", ""},
                           {"Room 214.", ""}});
}

TEST(AuditFallbacks, MakeTwoOfOneObject) {
  expect_made(two_of,
              {{"A fox carrying a small clay pipe.", "A fox carrying two small clay pipes."},
               {"Bring a chair for the guest.", "Bring two chairs for the guest."},
               {"Bring a chair and put it here.", ""},
               {"She holds a grudge.", ""},
               {"It never holds a pipe.", ""},
               {"Boats face a grey sea.", ""}});
}

TEST(AuditFallbacks, ForbidCommandsThatNoParseDenies) {
  expect_made(prohibited, {{"Bring a lunch and a jacket.", "Don't bring a lunch or a jacket."},
                           {"Text me when you're back.", ""},
                           {"Ring Anna or call Bo.", ""},
                           {"Volume up.", ""},
                           {"Find a recipe.", ""}});
}

TEST(AuditFallbacks, NegateSureMainClauses) {
  expect_made(surely_negated,
              {{"Through the arch you can see the dome.", ""},
               {"The Milky Way rises over a chapel.", ""},
               {"The bank has spent an estimated sum on it.", ""},
               {"Chemists have made a plaster.", ""},
               {"The veil is caught by the wind while he holds on to it.", ""},
               {"The defence is expected to call its first witness.",
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
               {"Don't correct it anymore, it's a name.", ""},
               {"Made for people who lose things, it rings.", ""},
               {"Because it is old, the lamp is dim.", ""},
               {"You will need one fewer cable.", ""},
               {"Cousins piled in the bed of the truck.", ""},
               {"A crane silhouetted against the sky", ""},
               {"Drought has pushed reservoir levels in the south-east to their lowest point since "
                "records began.",
                ""},
               {"People dance after power returns to the town.", ""},
               {"Analysts had forecast growth.", ""},
               {"The airline blamed a shortage, a claim the union rejected.", ""},
               {"Play the news, then the forecast.", ""},
               {"Critics argue that it will do little to bring down rents.", ""},
               {"A bowl of fruit with one badly bruised banana.", ""},
               {"Choose between a matt black and a copper finish.",
                "Do not choose between a matt black and a copper finish."},
               {"A spider's web strung with dew between two posts.", ""},
               {"The scent opens with bergamot and settles into cedar.", ""},
               {"Here is the correct one.", ""},
               {"An overturned trolley lies half buried in mud.", ""},
               {"The coffee machine leaks, about a cup per day.", ""},
               {"A vulture glides along the cliff, its shadow below.", ""},
               {"Handmade from local clay, each mug varies in size.", ""},
               {"Tell Amara I got the package and it's perfect.", ""},
               {"The agency has delayed the launch, this time because of a leak.", ""},
               {"This tumbler catches the light beautifully and feels reassuring.", ""},
               {"An umbrella turned inside out by the wind sticks out of a bin.", ""}});
}

TEST(AuditFallbacks, NegateClausesByTheirWords) {
  expect_made(negated_by_words,
              {{"Stop scratching, or you'll scar.", ""},
               {"A case that can be washed.", "A case that cannot be washed."},
               {"The images have more detail than the team had dared hope.", ""},
               {"Walking poles, cork grips, flick locks, carbide tips", ""},
               {"Boots which keep water out.", ""},
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
               {"Features a lamp and a lid.", "Does not feature a lamp or a lid."},
               {"The drum stops in a minute and displays a code.", ""},
               {"The mail never arrived.", "The mail arrived."},
               {"It reaches corners that others can't.", ""},
               {"You can have it if you tidy up.", ""},
               {"Beneath the shell is a layer of down.", ""},
               {"Contains one jacket and a whistle.", ""},
               {"Hands out of the jar, mister.", ""},
               {"Has the recipe changed? It tastes different.", ""},
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
               {"This tuner works for guitar, bass and banjo.", ""},
               {"A pair of kitchen scissors that come apart.",
                "A pair of kitchen scissors that do not come apart."},
               {"It does what it says.", ""},
               {"Stickers peel off cleanly and won't take the paint.", ""},
               {"It films at night, and tells a fox from a cat.", ""},
               {"Contains milk, and may contain nuts.", ""},
               {"You can sharpen it, sand it, and repair it.", ""},
               {"Tastes like honey.", "Does not taste like honey."},
               {"Comes in a tin that looks lovely on any shelf.",
                "Does not come in a tin that looks lovely on any shelf."},
               {"Fits any shelf that is flat.", ""},
               {"Replaces part X7 and fits models made in 2015 and 2016.", ""},
               {"Reads like a thriller, teaches like a textbook.", ""},
               {"It grips, it twists.", ""},
               {"Turns out it helps for an hour.", ""},
               {"Thanks to the wide opening, ice goes in easily.", ""},
               {"There's a typo in it: it says \"recieved\".", ""},
               {"The malt gives it its colour, the hops its bitterness.", ""},
               {"Please reopen it, the problem is back.", ""},
               {"Contains traces of nuts, milk and sesame.",
                "Does not contain traces of nuts, milk or sesame."},
               {"It can't be overfilled, thanks to a float that shuts it.", ""}});
}

TEST(AuditFallbacks, SellTitlesInTwos) {
  expect_made(pack_of_two, {{"Shower Caddy, Rust-Free, Matte Black",
                             "Shower Caddy, Rust-Free, Matte Black, Pack of Two"},
                            {"Glass Screen Protector Set", ""},
                            {"Moss-covered logs in a rainforest", ""},
                            {"Council Approves Budget", ""},
                            {"Shower Caddy, Matte Black.", ""}});
}

TEST(AuditFallbacks, DenyResults) {
  expect_made(denied_result,
              {{"The dial clicks, so there's no guessing.",
                "The dial clicks, but that does not mean that there's no guessing."},
               {"Each bowl is glazed by hand, which means it is one of a kind.",
                "Each bowl is glazed by hand, but that does not mean that it is one of a kind."},
               {"It came today but it won't start, error 12.", ""},
               {"Cancel the alarm, it's a holiday.", ""},
               {"Don't correct it anymore, it's a name.", ""},
               {"Made for people who lose things, it rings.", ""},
               {"Wide toe box, zero drop, and a sole you can roll up.", ""},
               {"A little goes far, so start with a drop.", ""},
               {"Tell me if it is open and the lift is free.", ""},
               {"Is it open, and is the lift free?", ""},
               {"It is so that the lid is shut.", ""}});
}

TEST(AuditFallbacks, NegateFurtherVerbs) {
  expect_made(denied_last_verb, {{"The ship floats in the bath and carries a flag.",
                                  "The ship floats in the bath but does not carry a flag."},
                                 {"A lamp that folds flat and fits in a bag.",
                                  "A lamp that folds flat but does not fit in a bag."},
                                 {"The mug has a lid and handles.", ""},
                                 {"Open the lid and it plays a tune.", ""},
                                 {"What folds flat and fits in a bag?", ""}});
}

TEST(AuditFallbacks, DenyReasons) {
  EXPECT_EQ(made_by(denied_reason, "It is late because the road was shut."),
            "It is late, but not because the road was shut.");
  EXPECT_EQ(made_by(denied_reason, "It is late only because the road was shut."), "");
  EXPECT_EQ(made_by(denied_reason, "Is it late because the road was shut?"), "");
}

TEST(AuditFallbacks, DenyPartsOfFragments) {
  expect_made(denied_part,
              {{"Parents, teachers clash over phone ban at a meeting", ""},
               {"Mesh upper, cushioned heel, reflective piping for runs.", ""},
               {"Outdoor socket with two ports, rated IP66.",
                "Outdoor socket without two ports, rated IP66."},
               {"Gold hoops, light enough to sleep in.", ""},
               {"Wide toe box, zero drop, and a sole you can roll up.", ""},
               {"A gadget that peels and cores an apple", ""},
               {"a pair of gold hoops that'll outlive every trend", ""},
               {"Replacement filter for all models.", ""},
               {"Cardboard castle for kids to color or draw.", ""},
               {"A dog runs across a field", ""},
               {"A vaccine shipment arrived by mule", ""},
               {"A group of friends toast marshmallows", ""},
               {"A diner near the road to Marfa.", ""},
               {"A stack of cakes leaning to one side, butter sliding off.", ""},
               {"A pack of spices for Ethiopian cooking, recipes inside.", ""},
               {"A horse and its rider clear the final fence.", ""},
               {"A blind man and his guide dog wait at the kerb for the signal.", ""},
               {"Reverse camera on.", ""},
               {"Set cruise control to sixty.", ""},
               {"Potato shortage hits chip shops", ""},
               {"Prison officers find drone on roof", ""},
               {"A couple share an umbrella on a bench.", ""},
               {"Blunt-ended scissors for children, in red.", ""},
               {"the perfect gift for people who love tea", ""},
               {"The gilet goes under coats that are wide.", ""},
               {"Anglo-Dutch lamp with a lid.", "Anglo-Dutch lamp without a lid."},
               {"Pour-over kettle with a spout and built-in timer",
                "Pour-over kettle without a spout or built-in timer"},
               {"Mesh chair with firm support, soft arms and a lock",
                "Mesh chair without firm support, soft arms or a lock"},
               {"A web heavy with dew, strung between posts.", ""},
               {"Refill for the filter, twin pack", ""},
               {"Old typewriter with a sheet still in the roller.", ""},
               {"Genuine tweed flat cap, herringbone", ""},
               {"A couple in the kitchen with the fridge door open.", ""},
               {"Retro maker that uses hot air instead of oil.", ""},
               {"Retro maker for people who use oil instead.", ""},
               {"A fresh, zesty gel with real lime.", "A fresh, zesty gel without real lime."},
               {"Thermal leggings for people who run, for early mornings.", ""},
               {"Fast, reliable recovery from hard drives, phones and cards.", ""},
               {"Pearls on silk thread, magnetic clasp in silver.", ""},
               {"A gilet to throw over anything, filled with down.", ""},
               {"Kids hang upside down, hair brushing the chips.", ""},
               {"Seventeen kinds of tea.", ""},
               {"Big diner near Marfa, Texas.", ""},
               {"For dry, cracked hands.", ""},
               {"Greenhouse in toughened glass.", ""},
               {"hi, wanted to ask about it", ""},
               {"Cedar planter with a trellis, treated against rot and delivered flat.", ""},
               {"Good night, shut everything down and set the alarm", ""},
               {"No bedspread, plain on one side and striped on the other.", ""},
               {"A tennis player stretches for a low ball on a court.", ""},
               {"Customs officers at the port seized almost a tonne of it.", ""},
               {"Dishwasher safe, except for the lid.", ""},
               {"Store in a cool place.", ""},
               {"One cable for power and data.", ""},
               {"wifi password on the sticker doesnt work", ""},
               {"unable to connect to it", ""},
               {"Tough on grease but kind to skin.", ""}});
}

TEST(AuditFallbacks, SayThatACommandIsNotNeeded) {
  expect_made(needless_command, {{"Keep to the left and mind the step.",
                                  "There is no need to keep to the left or mind the step."},
                                 {"Squeeze a little onto your hands and rinse them.", ""}});
  expect_made(needless_command,
              {{"Pause the movie, the pizza's here.", ""},
               {"Read it to me again, slower this time.", ""},
               {"Order the same food, only the bigger bag.", ""},
               {"Empty the folder and tell me its size.",
                "There is no need to empty the folder or tell me its size."},
               {"set the kettle to 80 degrees", "there is no need to set the kettle to 80 degrees"},
               {"Plug it in, press the button, and make toast.",
                "There is no need to plug it in, press the button, or make toast."},
               {"Open the lid and a dancer turns to a tune.", ""},
               {"Skip it and don't play it again.", ""},
               {"Page 2 of the form won't let me enter a name", ""},
               {"Cut a little long in the sleeves for a relaxed look.", ""},
               {"Print two copies of it, double sided if possible.", ""},
               {"Block this number and any like it.", ""},
               {"Turn on subtitles, preferably the ones for my uncle.", ""},
               {"Mute it, he's mumbling again.", ""},
               {"Mute the phone but let alarms ring.", ""},
               {"Cancel it, or if that's too late, change it.", ""},
               {"Please add Welsh to the list.", ""},
               {"Turn it down, it's late.", ""},
               {"The shop is open.", ""}});
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
    EXPECT_NE(
        noun_of_kind(tools(), AuditSentence("A letter hid in the old sideboard."), key << 8).text,
        "A letter hid in the old nightstand.");
    EXPECT_NE(noun_of_kind(tools(), sentence, key << 8).text, "");
  }
}

TEST(AuditFallbacks, TakeNoNounThatMayBeTheSameThing) {
  std::set<std::string> made;
  for (std::uint64_t key = 0; key < 400; ++key) {
    const AuditSentence sentence("A couch stood there.");
    made.insert(noun_of_kind(tools(), sentence, key << 8).text);
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
