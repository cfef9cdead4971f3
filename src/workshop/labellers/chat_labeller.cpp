#include "workshop/labellers/chat_labeller.h"

#include <utility>

#include "base/counted.h"
#include "base/threads.h"
#include "outside/replies/stored_replies.h"
#include "roles/role_file.h"
#include "sonde/error.h"
#include "workshop/labellers/sentence_phrase.h"

namespace sonde {
namespace {

constexpr const char* kSystemOfRoles = "You label the semantic roles of sentences.";
// After the sentence, so that servers may cache the text before.
constexpr const char* kQuestionOfRoles =
    R"(Find the main verb of a sentence, of which there is one, and the phrases that fill the semantic roles of that verb: Agent, Patient, Theme, Time, Manner, Location and Trajectory.
Copy the verb and each phrase from the sentence, word by word. No word belongs to two roles. Write NONE for a role that nothing fills.
Answer with one JSON object that has all eight keys, and nothing else.
For the sentence
On Fridays the old baker quietly carries bread to the market.
the answer is
{"Agent": "the old baker", "Verb": "carries", "Patient": "NONE", "Theme": "bread", "Time": "On Fridays", "Manner": "quietly", "Location": "NONE", "Trajectory": "to the market"}
The sentence:
)";

std::string_view object_in(std::string_view text) {
  constexpr std::string_view kThought = "</think>";
  const auto thought = text.rfind(kThought);
  if (thought != text.npos) text.remove_prefix(thought + kThought.size());
  const auto open = text.find('{'), close = text.rfind('}');
  if (open == text.npos || close == text.npos || close < open) return {};
  return text.substr(open, close - open + 1);
}

class ChatLabeller : public RoleLabeller {
 public:
  explicit ChatLabeller(ChatLabellerOptions options)
      : options_(std::move(options)),
        ledger_(options_.ledger),
        server_(options_.server),
        answers_(server_, ledger_) {
    if (ledger_.flaws().damaged == 0) return;
    options_.server.note(options_.ledger.string() + ": " +
                         counted(ledger_.flaws().damaged, "damaged answer") + ", requested again");
  }

  std::vector<LabelledSentence> label(std::span<const std::string> sentences) override {
    std::vector<LabelledSentence> labelled(sentences.size());
    parallel_for(sentences.size(), 1, options_.parallel, [&](std::size_t i, std::size_t) {
      if (options_.server.stop()) throw_asking_stopped();
      labelled[i] = label_one(sentences[i]);
    });
    return labelled;
  }

 private:
  LabelledSentence label_one(const std::string& sentence) {
    for (std::uint64_t draw = 0; draw < options_.draws; ++draw) {
      const auto answer = chat_frame_of(ask(sentence, draw), sentence);
      if (!answer) continue;
      return checked(
          {answer->frame, answer->refused == 0 ? "" : "a phrase was not in the sentence"});
    }
    return {{}, "no answer could be used"};
  }

  ChatAnswer ask(const std::string& sentence, std::uint64_t draw) {
    ChatQuestion question{options_.model, kSystemOfRoles, kQuestionOfRoles + sentence,
                          options_.parameters};
    if (options_.seed) question.parameters["seed"] = *options_.seed + draw;
    const std::string& url = options_.server.url;
    const auto check = [&](const std::string& body) { read_chat_answer(body, url); };
    return read_chat_answer(answers_.ask(chat_request(question), draw, check), url);
  }

  ChatLabellerOptions options_;
  Ledger ledger_;
  JsonServer server_;
  StoredReplies answers_;
};

}  // namespace

std::optional<ChatFrame> chat_frame_of(const ChatAnswer& answer, std::string_view sentence) {
  const auto object = object_in(answer.text);
  if (object.empty() || !answer.refusal.empty() || answer.finish == "length") return std::nullopt;
  ChatFrame found;
  try {
    found.frame = parse_role_frame(object, {});
  } catch (const Error&) {
    return std::nullopt;
  }
  for (auto& phrase : found.frame.phrases) {
    if (phrase.empty()) continue;
    const auto occurs = phrase_in(sentence, phrase);
    if (!occurs) ++found.refused;
    phrase = occurs.value_or("");
  }
  return found;
}

std::unique_ptr<RoleLabeller> make_chat_labeller(ChatLabellerOptions options) {
  return std::make_unique<ChatLabeller>(std::move(options));
}

}  // namespace sonde
