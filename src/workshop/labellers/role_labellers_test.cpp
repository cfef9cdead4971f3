#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/own_folder_test.h"
#include "outside/canned_server_test.h"
#include "sonde/error.h"
#include "workshop/labellers/chat_labeller.h"
#include "workshop/labellers/exec_labeller.h"
#include "workshop/labellers/sentence_phrase.h"
#include "workshop/labellers/verbnet_labeller.h"

namespace sonde {
namespace role_labellers_test {

using nlohmann::json;
using testing::HasSubstr;

std::string outside_error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    return error.what();
  }
  return "no error";
}

ChatAnswer chat_answer(std::string text) { return {std::move(text), "", "m", "stop", {}}; }

TEST(ChatFrame, IsTheObjectWithinTheAnswer) {
  const std::string sentence = "On Fridays, the client's dog barks.";
  for (const std::string text :
       {R"({"Agent": "the client's dog", "Verb": "barks", "Time": "on fridays", "Theme": "NONE"})",
        "```json\n{\"Agent\": \"The client\u2019s dog\", \"Verb\": \"BARKS.\", \"Time\": \"On "
        "Fridays,\"}\n```",
        R"(<think>{"Verb": "runs"}</think> Here: {"Agent": "the client 's dog", "Verb": "barks",
           "Time": "On Fridays"} I hope this helps.)"}) {
    const auto found = chat_frame_of(chat_answer(text), sentence);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->refused, 0U);
    EXPECT_EQ(found->frame[Role::kAgent], "the client's dog");
    EXPECT_EQ(found->frame[Role::kVerb], "barks");
    EXPECT_EQ(found->frame[Role::kTime], "On Fridays");
  }
}

TEST(ChatFrame, RefusesAPhraseThatDoesNotOccur) {
  const auto found =
      chat_frame_of(chat_answer(R"({"Agent": "the cat", "Verb": "barks"})"), "The dog barks.");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->refused, 1U);
  EXPECT_EQ(found->frame[Role::kAgent], "");
  EXPECT_EQ(found->frame[Role::kVerb], "barks");
}

TEST(ChatFrame, OtherAnswersCannotBeUsed) {
  for (const std::string text : {"", "I cannot.", "{", "} {", R"({"Verb": 3})", R"({"Verbs": "x"})",
                                 R"([{"Verb": "x"}])"
                                 "}"}) {
    EXPECT_FALSE(chat_frame_of(chat_answer(text), "x")) << text;
  }
  ChatAnswer cut = chat_answer(R"({"Verb": "x"})");
  EXPECT_TRUE(chat_frame_of(cut, "x"));
  cut.finish = "length";
  EXPECT_FALSE(chat_frame_of(cut, "x"));
}

std::string chat_body(const std::string& content) {
  return json{{"choices", {{{"message", {{"content", content}}}, {"finish_reason", "stop"}}}},
              {"model", "m"}}
      .dump();
}

TEST(ChatLabeller, AsksAgainForAnAnswerThatCanBeUsedAndNeverTwice) {
  const std::string ledger = test::own_folder() + "roles.ledger";
  std::filesystem::remove(ledger);
  const std::vector<std::string> sentences{"The dog barks."};
  const CannedServer server({answer_of(200, chat_body("no")),
                             answer_of(200, chat_body(R"({"Verb": "barks", "Agent": "a cat"})"))});
  ChatLabellerOptions options;
  options.server.url = server.url();
  options.model = "m";
  options.ledger = ledger;
  const auto first = make_chat_labeller(options)->label(sentences);
  EXPECT_EQ(server.requests().size(), 2U);
  EXPECT_THAT(server.requests()[0], HasSubstr("The dog barks."));
  const auto again = make_chat_labeller(options)->label(sentences);  // uses the same ledger
  EXPECT_EQ(server.requests().size(), 2U);
  EXPECT_EQ(again[0].frame, first[0].frame);
  EXPECT_EQ(first[0].frame[Role::kVerb], "barks");
  EXPECT_EQ(first[0].doubt, "a phrase was not in the sentence");
}

TEST(ChatLabeller, SaysWhereNoAnswerCouldBeUsed) {
  const std::string ledger = test::own_folder() + "no_roles.ledger";
  std::filesystem::remove(ledger);
  const CannedServer server({answer_of(200, chat_body("no"))});
  ChatLabellerOptions options;
  options.server.url = server.url();
  options.model = "m";
  options.draws = 2;
  options.ledger = ledger;
  const std::vector<std::string> sentences{"The dog barks."};
  const auto labelled = make_chat_labeller(options)->label(sentences);
  EXPECT_EQ(server.requests().size(), 2U);
  EXPECT_EQ(labelled[0].frame, RoleFrame());
  EXPECT_EQ(labelled[0].doubt, "no answer could be used");
}

TEST(ExecLabeller, AsksAProgramLineByLine) {
  const auto labeller = make_exec_labeller(
      {{"sh", "-c", R"(while read -r line; do echo "{\"Verb\": \"$line\"}"; done)"}});
  const std::vector<std::string> sentences{"one\n two", "three"};
  const auto labelled = labeller->label(sentences);
  EXPECT_EQ(labelled[0].frame[Role::kVerb], "one two");
  EXPECT_EQ(labelled[1].frame[Role::kVerb], "three");
}

TEST(RoleLabellers, AVerbWithoutLettersIsNone) {
  RoleFrame frame;
  frame[Role::kAgent] = "String";
  frame[Role::kVerb] = ",";
  const auto comma = checked({frame, {}});
  EXPECT_EQ(comma.frame[Role::kVerb], "");
  EXPECT_EQ(comma.frame[Role::kAgent], "String");
  EXPECT_EQ(comma.doubt, "no verb found");
  frame[Role::kVerb] = "\u00eat";
  EXPECT_EQ(checked({frame, {}}).frame[Role::kVerb], "\u00eat");
  EXPECT_EQ(checked({{}, "no answer could be used"}).doubt, "no answer could be used");
}

TEST(ExecLabeller, RejectsAnotherAnswer) {
  const std::vector<std::string> sentences{"x"};
  const auto told = [&](const std::string& script) {
    return outside_error_of([&] { make_exec_labeller({{"sh", "-c", script}})->label(sentences); });
  };
  EXPECT_THAT(told("read line; echo '{\"Verbs\": 1}'; sleep 5"),
              HasSubstr("its answer unknown role 'Verbs'"));
  EXPECT_THAT(told("read line; echo hello; sleep 5"), HasSubstr("is not valid JSON"));
  EXPECT_THAT(told("read line; exit 3"), HasSubstr("status 3"));
}

// A span in the format of jgung/verbnet-parser's server, without its predicates.
json verbnet_span(int start, int end, bool verb, const std::string& vn, const std::string& pb,
                  const std::string& text) {
  return {{"index", 0},
          {"isPredicate", verb},
          {"label", vn + " (" + pb + ")"},
          {"start", start},
          {"end", end},
          {"text", text},
          {"pb", pb},
          {"vn", vn},
          {"description", ""}};
}

TEST(VerbNetAnswer, IsBroughtToEightRoles) {
  const json body{{"tokens", json::array()},
                  {"props",
                   {{{"sense", "see-30.1"},
                     {"events", json::array()},
                     {"spans", {verbnet_span(6, 6, true, "Verb", "V", "running")}}},
                    {{"sense", "send-11.1"},
                     {"events", json::array()},
                     {"spans",
                      {verbnet_span(0, 2, false, "Agent", "A0", "The client 's"),
                       verbnet_span(3, 3, true, "Verb", "V", "sent"),
                       verbnet_span(4, 4, false, "Theme", "A1", "letters"),
                       verbnet_span(5, 5, false, "Initial_Location", "A2", "from Rome"),
                       verbnet_span(6, 6, false, "", "AM-TMP", "yesterday"),
                       verbnet_span(7, 7, false, "", "AM-MOD", "will"),
                       verbnet_span(8, 8, false, "Co-Theme", "A3", "cards")}}}}}};
  const auto labelled = read_verbnet_answer(
      body.dump(), "The client's sent letters from Rome yesterday.", "http://x");
  RoleFrame frame;
  frame[Role::kAgent] = "The client's";
  frame[Role::kVerb] = "sent";
  frame[Role::kTheme] = "letters";
  frame[Role::kTrajectory] = "from Rome";
  frame[Role::kTime] = "yesterday";
  EXPECT_EQ(labelled.frame, frame);
  EXPECT_EQ(labelled.doubt, "");
}

TEST(VerbNetAnswer, ExperiencerAndStimulusGoByTheirPlace) {
  const auto frame_with = [](const char* before, const char* after) {
    const json body{
        {"props",
         {{{"verbNetSpans",
            {{{"start", 0}, {"end", 0}, {"isPredicate", false}, {"label", before}, {"text", "she"}},
             {{"start", 1},
              {"end", 1},
              {"isPredicate", true},
              {"label", "Verb"},
              {"text", "fears"}},
             {{"start", 2},
              {"end", 2},
              {"isPredicate", false},
              {"label", after},
              {"text", "dogs"}}}}}}}};
    return read_verbnet_answer(body.dump(), "she fears dogs", "u").frame;
  };
  const auto fears = frame_with("Experiencer", "Stimulus");
  EXPECT_EQ(fears[Role::kAgent], "she");
  EXPECT_EQ(fears[Role::kTheme], "dogs");
  const auto frightens = frame_with("Stimulus", "Experiencer");
  EXPECT_EQ(frightens[Role::kAgent], "she");
  EXPECT_EQ(frightens[Role::kPatient], "dogs");
}

TEST(VerbNetAnswer, OfAnotherFormIsAnError) {
  for (const std::string body : {"{}", R"({"props": 3})", R"({"props": [{"spans": [{}]}]})",
                                 R"({"props": [{}]})", "not JSON"}) {
    EXPECT_THAT(outside_error_of([&] { read_verbnet_answer(body, "x", "http://u"); }),
                HasSubstr("http://u: did not answer with VerbNet's roles"))
        << body;
  }
  EXPECT_EQ(read_verbnet_answer(R"({"props": []})", "x", "u").doubt, "the server found no verb");
}

TEST(VerbNetLabeller, GetsEachSentence) {
  const CannedServer server({answer_of(503, "{}"), answer_of(200, R"({"props": []})")});
  JsonServerOptions options;
  options.url = server.url() + "/";
  options.retry.first_pause = std::chrono::milliseconds(1);
  const std::vector<std::string> sentences{"The caf\u00e9  is \"open\"."};
  const auto labelled = make_verbnet_labeller(options)->label(sentences);
  ASSERT_EQ(server.requests().size(), 2U);
  EXPECT_THAT(
      server.requests()[1],
      HasSubstr("GET /v1/predict/semantics?utterance=The%20caf%C3%A9%20is%20%22open%22%2E "));
  EXPECT_EQ(labelled[0].doubt, "the server found no verb");
}

TEST(SentencePhrase, IsFoundWhateverItsCaseAndSpace) {
  const std::string sentence = "On Thursdays, the client\u2019s  dog\tbarks.";
  EXPECT_EQ(phrase_in(sentence, "THE client's dog"), "the client\u2019s dog");
  EXPECT_EQ(phrase_in(sentence, "the client 's dog ."), "the client\u2019s dog");
  EXPECT_EQ(phrase_in(sentence, "\"on thursdays,\""), "On Thursdays");
  EXPECT_EQ(phrase_in("Caf\u00e9 \u00c9cole", "caf\u00e9 \u00e9cole"), "Caf\u00e9 \u00c9cole");
}

TEST(SentencePhrase, IsOfWholeWords) {
  EXPECT_EQ(phrase_in("This is an island", "is"), "is");
  EXPECT_EQ(phrase_in("This island", "is"), std::nullopt);
  EXPECT_EQ(phrase_in("A cat scan", "cats can"), std::nullopt);
  EXPECT_EQ(phrase_in("nowhere", "now here"), std::nullopt);
}

TEST(SentencePhrase, WithoutALetterOrInAnotherSentenceThereIsNone) {
  for (const auto* phrase : {"", " ", "...", "the dog", "cat the"}) {
    EXPECT_EQ(phrase_in("The cat sat.", phrase), std::nullopt) << phrase;
  }
  EXPECT_EQ(phrase_in("", "a"), std::nullopt);
}

}  // namespace role_labellers_test
}  // namespace sonde
