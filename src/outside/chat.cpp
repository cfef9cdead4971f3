#include "outside/chat.h"

#include <algorithm>

#include "formats/json/json.h"
#include "outside/http/quoted_text.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using nlohmann::json;

class ChatReader {
 public:
  ChatReader(std::string_view body, const std::string& url) : body_(body), url_(url) {}

  ChatAnswer read() const {
    const json document = parsed();
    if (!document.is_object()) wrong("did not answer with a JSON object");
    const json& choice = first_choice(document);
    const json& message = member(choice, "message", "the choice");
    ChatAnswer answer;
    answer.text = text(message, "content", true);
    answer.refusal = text(message, "refusal", false);
    answer.finish = name(choice, "finish_reason");
    answer.model = name(document, "model");
    const auto created = document.find("created");
    if (created != document.end() && created->is_number_integer()) answer.created = *created;
    return answer;
  }

 private:
  json parsed() const {
    try {
      return parse_json(body_, url_);
    } catch (const Error& error) {
      wrong("its answer " + error.message());
    }
  }

  const json& first_choice(const json& document) const {
    const auto error = document.find("error");
    if (error != document.end() && !error->is_null()) wrong("answered an error");
    const auto choices = document.find("choices");
    if (choices == document.end()) wrong("its answer has no choices");
    if (!choices->is_array() || choices->empty()) wrong("its answer has no list of choices");
    return choices->front();
  }

  const json& member(const json& object, const char* name, const char* of) const {
    if (object.is_object() && object.contains(name) && object[name].is_object()) {
      return object[name];
    }
    wrong(std::string(of) + " in its answer has no " + name);
  }

  // A text, or nothing if it is null or, unless it is needed, missing or of another kind.
  std::string text(const json& object, const char* name, bool needed) const {
    const auto found = object.find(name);
    if (found != object.end() && found->is_string()) return found->get<std::string>();
    if (needed && (found == object.end() || !found->is_null())) {
      wrong(std::string("the message in its answer has no text as ") + name);
    }
    return {};
  }

  std::string name(const json& object, const char* which) const {
    constexpr std::size_t kLongest = 1000;  // bytes
    std::string name = text(object, which, false);
    if (name.size() > kLongest)
      wrong(std::string("its answer has a longer ") + which + " than 1000 bytes");
    return name;
  }

  [[noreturn]] void wrong(const std::string& what) const {
    throw outside_error(what + ": " + shown(body_), {url_},
                        "is this a chat server (/v1/chat/completions)?");
  }

  std::string_view body_;
  const std::string& url_;
};

}  // namespace

std::string chat_url(const std::string& base) {
  const std::string path = "/chat/completions";
  const auto end = std::min(base.find_first_of("?#"), base.size());
  std::string url = base.substr(0, end);
  while (url.ends_with('/')) url.pop_back();
  if (!url.ends_with(path)) url += path;
  return url + base.substr(end, base.find('#') - end);
}

std::string chat_request(const ChatQuestion& question) {
  json request = question.parameters;
  request["model"] = question.model;
  json& messages = request["messages"] = json::array();
  if (!question.system.empty()) {
    messages.push_back({{"role", "system"}, {"content", question.system}});
  }
  messages.push_back({{"role", "user"}, {"content", question.user}});
  return request.dump();
}

ChatAnswer read_chat_answer(std::string_view body, const std::string& url) {
  return ChatReader(body, url).read();
}

}  // namespace sonde
