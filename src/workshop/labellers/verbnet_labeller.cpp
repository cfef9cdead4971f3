#include "workshop/labellers/verbnet_labeller.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/parse.h"
#include "formats/json/json.h"
#include "sonde/error.h"
#include "text/sentences.h"
#include "workshop/labellers/sentence_phrase.h"

namespace sonde {
namespace {

using nlohmann::json;

struct VerbNetRole {
  std::string_view name;
  Role role;
};
// VerbNet's roles in lower case, without underscores and "Co-", and modifiers of PropBank. Others
// (discourse, negation, modal verbs) fill none of the eight.
constexpr std::array kVerbNetRoles{
    VerbNetRole{"agent", Role::kAgent},
    VerbNetRole{"actor", Role::kAgent},
    VerbNetRole{"causer", Role::kAgent},
    VerbNetRole{"cause", Role::kAgent},
    VerbNetRole{"patient", Role::kPatient},
    VerbNetRole{"beneficiary", Role::kPatient},
    VerbNetRole{"recipient", Role::kPatient},
    VerbNetRole{"undergoer", Role::kPatient},
    VerbNetRole{"theme", Role::kTheme},
    VerbNetRole{"topic", Role::kTheme},
    VerbNetRole{"pivot", Role::kTheme},
    VerbNetRole{"product", Role::kTheme},
    VerbNetRole{"result", Role::kTheme},
    VerbNetRole{"material", Role::kTheme},
    VerbNetRole{"attribute", Role::kTheme},
    VerbNetRole{"predicate", Role::kTheme},
    VerbNetRole{"asset", Role::kTheme},
    VerbNetRole{"value", Role::kTheme},
    VerbNetRole{"time", Role::kTime},
    VerbNetRole{"inittime", Role::kTime},
    VerbNetRole{"finaltime", Role::kTime},
    VerbNetRole{"duration", Role::kTime},
    VerbNetRole{"frequency", Role::kTime},
    VerbNetRole{"am-tmp", Role::kTime},
    VerbNetRole{"manner", Role::kManner},
    VerbNetRole{"instrument", Role::kManner},
    VerbNetRole{"extent", Role::kManner},
    VerbNetRole{"am-mnr", Role::kManner},
    VerbNetRole{"am-ext", Role::kManner},
    VerbNetRole{"location", Role::kLocation},
    VerbNetRole{"place", Role::kLocation},
    VerbNetRole{"am-loc", Role::kLocation},
    VerbNetRole{"trajectory", Role::kTrajectory},
    VerbNetRole{"path", Role::kTrajectory},
    VerbNetRole{"initiallocation", Role::kTrajectory},
    VerbNetRole{"source", Role::kTrajectory},
    VerbNetRole{"destination", Role::kTrajectory},
    VerbNetRole{"goal", Role::kTrajectory},
    VerbNetRole{"am-dir", Role::kTrajectory},
    VerbNetRole{"am-gol", Role::kTrajectory},
};

// A phrase of an answer.
struct RoleSpan {
  std::int64_t start = 0, end = 0;  // tokens, the last one included
  bool is_verb = false;
  std::string label;
  std::string text;
};

std::string simple_label(std::string_view label) {
  std::string simple;
  for (const char c : label.substr(0, label.find_first_of(" (["))) {
    if (c != '_') simple += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return simple.starts_with("co-") ? simple.substr(3) : simple;
}

std::optional<Role> role_of_span(const RoleSpan& span, std::int64_t verb) {
  // The experiencer comes first in "she fears dogs" and last in "dogs frighten her".
  if (span.label == "experiencer") return span.start < verb ? Role::kAgent : Role::kPatient;
  if (span.label == "stimulus") return span.start < verb ? Role::kAgent : Role::kTheme;
  const auto found = std::ranges::find(kVerbNetRoles, span.label, &VerbNetRole::name);
  return found == kVerbNetRoles.end() ? std::nullopt : std::optional(found->role);
}

std::string text_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t place_at(const json& object, const char* key) {
  constexpr std::int64_t kMostTokens = 1'000'000;
  return std::clamp<std::int64_t>(object.at(key).get<std::int64_t>(), 0, kMostTokens);
}

RoleSpan span_of(const json& object) {
  RoleSpan span;
  span.start = place_at(object, "start");
  span.end = place_at(object, "end");
  span.is_verb = object.at("isPredicate").get<bool>();
  span.text = object.at("text").get<std::string>();
  for (const char* key : {"vn", "pb", "label"}) {  // older servers give "label" alone
    if (span.label.empty()) span.label = simple_label(text_at(object, key));
  }
  return span;
}

std::vector<RoleSpan> spans_of(const json& proposition) {
  std::vector<RoleSpan> spans;
  const auto found = proposition.find("spans");
  for (const auto& object : found != proposition.end() ? *found : proposition.at("verbNetSpans")) {
    spans.push_back(span_of(object));
  }
  return spans;
}

std::int64_t tokens_of(std::span<const RoleSpan> spans) {
  std::int64_t tokens = 0;
  for (const auto& span : spans) {
    tokens += std::max<std::int64_t>(span.end - span.start + 1, 0);
  }
  return tokens;
}

std::vector<RoleSpan> main_proposition(const json& document) {
  std::vector<RoleSpan> most;
  for (const auto& proposition : document.at("props")) {
    auto spans = spans_of(proposition);
    if (tokens_of(spans) > tokens_of(most)) most = std::move(spans);
  }
  return most;
}

// Tokens that the server put spaces between are as the sentence has them, if they are found.
std::string phrase_of_tokens(std::string_view sentence, const std::string& tokens) {
  return phrase_in(sentence, tokens).value_or(spaced_once(tokens));
}

LabelledSentence frame_of_spans(std::span<const RoleSpan> spans, std::string_view sentence) {
  const auto verb = std::ranges::find_if(spans, &RoleSpan::is_verb);
  if (verb == spans.end()) return {{}, "the server found no verb"};
  RoleFrame frame;
  frame[Role::kVerb] = phrase_of_tokens(sentence, verb->text);
  for (const auto& span : spans) {
    const auto role = span.is_verb ? std::nullopt : role_of_span(span, verb->start);
    if (role && frame[*role].empty()) frame[*role] = phrase_of_tokens(sentence, span.text);
  }
  return checked({std::move(frame), {}});
}

std::string url_of(const std::string& base, std::string_view sentence) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string url(trimmed(base, "/"));
  url += "/predict/semantics?utterance=";
  for (const char c : spaced_once(sentence)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) {
      url += c;
    } else {
      url += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return url;
}

class VerbNetLabeller : public RoleLabeller {
 public:
  explicit VerbNetLabeller(JsonServerOptions server) : server_(std::move(server)) {}

  std::vector<LabelledSentence> label(std::span<const std::string> sentences) override {
    std::vector<LabelledSentence> labelled;
    for (const auto& sentence : sentences) {
      JsonServerOptions options = server_;
      options.url = url_of(server_.url, sentence);
      const std::string body = JsonServer(options).ask("");  // without a body: GET
      labelled.push_back(read_verbnet_answer(body, sentence, server_.url));
    }
    return labelled;
  }

 private:
  JsonServerOptions server_;
};

}  // namespace

LabelledSentence read_verbnet_answer(std::string_view body, std::string_view sentence,
                                     const std::string& url) {
  try {
    return frame_of_spans(main_proposition(parse_json(body, url)), sentence);
  } catch (const json::exception&) {
  } catch (const Error&) {
  }
  throw outside_error("did not answer with VerbNet's roles", {url},
                      "is it a server of jgung/verbnet-parser?");
}

std::unique_ptr<RoleLabeller> make_verbnet_labeller(JsonServerOptions server) {
  return std::make_unique<VerbNetLabeller>(std::move(server));
}

}  // namespace sonde
