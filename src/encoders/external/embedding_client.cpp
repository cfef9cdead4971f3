#include "encoders/external/embedding_client.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "encoders/external/asked_encoder.h"
#include "outside/http/quoted_text.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Whether a server's name of a model may be a variant of the requested one: in another case, with a
// version or a tag after it, or an organisation before it.
bool may_be_same_model(std::string asked, std::string said) {
  for (auto* name : {&asked, &said}) {
    for (char& c : *name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return said == asked || said.starts_with(asked + "-") || said.starts_with(asked + ":") ||
         said.ends_with("/" + asked) || asked.ends_with("/" + said);
}

// A failure may pass, so the first question counts two.
constexpr std::size_t kMostFailures = 2;

EmbeddingQuestion part_of(const EmbeddingQuestion& question, std::size_t first, std::size_t end) {
  EmbeddingQuestion part = question;
  const auto begin = question.texts.begin();
  part.texts.assign(begin + static_cast<std::ptrdiff_t>(first),
                    begin + static_cast<std::ptrdiff_t>(end));
  return part;
}

void append(std::vector<float>& numbers, const EmbeddingReply& reply) {
  numbers.insert(numbers.end(), reply.numbers.begin(), reply.numbers.end());
}

}  // namespace

EmbeddingClient::EmbeddingClient(const ServedOptions& options)
    : api_(*options.api), strict_(options.strict), answers_(options.answers), server_([&] {
        JsonServerOptions server = options.server;
        server.note = [this](const std::string& line) { note(line); };
        return server;
      }()) {}

// A server may refuse a request for one of its texts, or for their number.
EmbeddingReply EmbeddingClient::ask(const EmbeddingQuestion& question,
                                    std::size_t dimension) const {
  std::optional<Error> refusal;
  const std::string body =
      server_.ask(embedding_request(api_, question), refusal, dimension > 0 ? kMostFailures : 0);
  if (!refusal) return read(question, body, dimension);
  if (question.texts.size() == 1) return ask_once_more(question, dimension, *refusal);
  return ask_around_fault(question, dimension, *refusal);
}

// Finds a text at fault by at most log2(n) requests: if the first half of what may hold it is not
// refused, the other half would be. The texts after the places that were refused are left for the
// end, in one request.
EmbeddingReply EmbeddingClient::ask_around_fault(const EmbeddingQuestion& question,
                                                 std::size_t dimension, Error refusal) const {
  EmbeddingReply all{dimension, {}, {}};
  std::size_t first = 0, end = question.texts.size();
  while (end - first > 1) {
    const std::size_t middle = first + (end - first) / 2;
    const auto part = part_of(question, first, middle);
    std::optional<Error> refused;
    const std::string body = server_.ask(embedding_request(api_, part), refused, 1);
    if (refused) {
      refusal = *refused;
      end = middle;
    } else {
      append(all.numbers, read(part, body, dimension));
      first = middle;
    }
  }
  append(all.numbers, ask_once_more(part_of(question, first, end), dimension, refusal));
  if (end == question.texts.size()) return all;
  append(all.numbers, ask_halves(part_of(question, end, question.texts.size()), dimension));
  return all;
}

// For what more than one text or a limit on their number may refuse.
EmbeddingReply EmbeddingClient::ask_halves(const EmbeddingQuestion& question,
                                           std::size_t dimension) const {
  const std::size_t size = question.texts.size();
  if (size == 1) return ask(question, dimension);
  std::optional<Error> refusal;
  const std::string body = server_.ask(embedding_request(api_, question), refusal, kMostFailures);
  if (!refusal) return read(question, body, dimension);
  EmbeddingReply all = ask_halves(part_of(question, 0, size / 2), dimension);
  append(all.numbers, ask_halves(part_of(question, size / 2, size), dimension));
  return all;
}

EmbeddingReply EmbeddingClient::read(const EmbeddingQuestion& question, const std::string& body,
                                     std::size_t dimension) const {
  auto answer = read_embedding_reply(api_, question, body, dimension, server_.url(), strict_);
  check_model(answer.model);
  note_undefined(question, answer, dimension);
  return answer;
}

// The text is at fault only if it fails again after the server has encoded another one.
EmbeddingReply EmbeddingClient::ask_once_more(const EmbeddingQuestion& question,
                                              std::size_t dimension, const Error& refusal) const {
  if (dimension == 0 || !encodes_another(question, dimension)) {
    throw_refused(question.texts.front(), refusal);
  }
  std::optional<Error> again;
  const std::string body = server_.ask(embedding_request(api_, question), again, kMostFailures);
  if (!again) return read(question, body, dimension);
  if (strict_) throw_refused(question.texts.front(), refusal);
  note_undefined(question.texts.front(), refusal.message());
  return {dimension, std::vector<float>(dimension, std::numeric_limits<float>::quiet_NaN()), {}};
}

bool EmbeddingClient::encodes_another(EmbeddingQuestion question, std::size_t dimension) const {
  question.texts = {std::string(kFirstText)};
  std::optional<Error> refused;
  const std::string body = server_.ask(embedding_request(api_, question), refused);
  if (refused) return false;
  const auto answer = read_embedding_reply(api_, question, body, dimension, server_.url(), false);
  return !std::isnan(answer.numbers.front());
}

void EmbeddingClient::note_undefined(const EmbeddingQuestion& question,
                                     const EmbeddingReply& answer, std::size_t dimension) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < question.texts.size(); ++i) {
    if (!std::isnan(answer.numbers[i * answer.dimension])) continue;
    note_undefined(question.texts[i], "it is null or has an undefined number");
    ++count;
  }
  if (count == question.texts.size() && !encodes_another(question, dimension)) {
    throw_refused(question.texts.front(),
                  outside_error("its vectors have no numbers", {server_.url()}, ""));
  }
}

// The results count them all.
void EmbeddingClient::note_undefined(const std::string& text, const std::string& why) const {
  constexpr std::size_t kTold = 20;
  if (++undefined_ > kTold) return;
  note("no vector for " + shown(text) + ": " + why);
}

void EmbeddingClient::note(const std::string& line) const {
  const std::scoped_lock lock(mutex_);
  notes_.push_back(line);
}

void EmbeddingClient::throw_refused(const std::string& text, const Error& refusal) const {
  throw outside_error(refusal.message() + "; the sentence was " + shown(text), {server_.url()},
                      "if it is too long, shorten it or leave it out; else check the model's "
                      "name and the options");
}

void EmbeddingClient::check_model(const std::string& said) const {
  if (said.empty()) return;
  const std::scoped_lock lock(mutex_);
  if (said_.empty() && !may_be_same_model(answers_, said)) {
    throw outside_error("answered for the model " + shown(said) + ", not " + shown(answers_),
                        {server_.url()},
                        "if that is the one you mean, use model=" + said + ", or answers=" + said +
                            " if you request it by another name");
  }
  if (!said_.empty() && said != said_) {
    throw outside_error(
        "answered for the model " + shown(said) + " now, at first for " + shown(said_),
        {server_.url()}, "run again when it doesn't change");
  }
  said_ = said;
}

std::vector<std::string> EmbeddingClient::take_notes() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(notes_, {});
}

}  // namespace sonde
