#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/parse.h"
#include "encoders/shared/kinds.h"
#include "formats/json/json.h"
#include "outside/answers/answers_beside.h"
#include "outside/embedding_api.h"
#include "outside/http/json_server.h"
#include "outside/http/quoted_text.h"
#include "outside/programs/vector_protocol.h"
#include "sonde/error.h"
#include "text/invisible.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kFirstText = "A sentence.";  // where only the dimension is wanted

// What the two sides of a comparison are sent with.
struct OfSide {
  std::string task, prompt;
  bool operator==(const OfSide&) const = default;
};

milliseconds seconds_of(Options& options, const std::string& name, double otherwise, double least,
                        double most) {
  const double seconds = options.number(name, otherwise);
  if (seconds < least || seconds > most) {
    throw usage_error(
        "option " + name + " is not in [" + printed(least) + ", " + printed(most) + "] seconds",
        "leave it out for the default");
  }
  return milliseconds(std::llround(seconds * 1000));
}

std::string variable_of(std::string_view option, const std::string& name,
                        const Resources& resources) {
  const std::string value = resources.variable ? resources.variable(name) : std::string();
  if (!value.empty()) return std::string(trimmed(value));
  const std::string told(option);
  throw usage_error("the variable that " + told + " names is not set",
                    "export it first; " + told + " takes the name of a variable, not the key");
}

std::string key_of(Options& options, const Resources& resources) {
  const std::string name = options.text("key_env", "");
  return name.empty() ? name : variable_of("key_env", name, resources);
}

// "api-key=AZURE_KEY,X-Team=TEAM"
std::vector<HttpHeader> headers_of(Options& options, const Resources& resources) {
  std::vector<HttpHeader> headers;
  const std::string text = options.text("header", "");
  for (const auto part : parts_of(text, ',')) {
    const auto equals = part.find('=');
    if (text.empty()) break;
    if (equals == part.npos) {
      throw usage_error("header= has a name without a variable",
                        "write header=NAME=VARIABLE, such as header=api-key=AZURE_KEY");
    }
    headers.push_back({std::string(part.substr(0, equals)),
                       variable_of("header", std::string(part.substr(equals + 1)), resources)});
  }
  return headers;
}

nlohmann::json extra_of(Options& options) {
  const std::string text = options.text("extra", "");
  if (text.empty()) return {};
  try {
    auto extra = parse_json(text, "extra");
    if (extra.is_object()) return extra;
  } catch (const Error&) {
  }
  throw usage_error("extra= is not a JSON object",
                    R"(write one, % and & as %25 and %26: extra={"user": "me"})");
}

// Whether a server's name of a model may be another way to say the one that was asked for: in
// another case, with a version or a tag behind it, or an organisation before it.
bool may_be_same_model(std::string asked, std::string said) {
  for (auto* name : {&asked, &said}) {
    for (char& c : *name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  return said == asked || said.starts_with(asked + "-") || said.starts_with(asked + ":") ||
         said.ends_with("/" + asked) || asked.ends_with("/" + said);
}

class ServedEncoder : public Encoder {
 public:
  ServedEncoder(const Spec& spec, const EncoderContext& context)
      : api_(embedding_api(spec.kind)), note_(context.note) {
    Options options(spec);
    strict_ = options.flag("strict", false);
    read_model(options);
    read_sides(options);
    read_amounts(options);
    JsonServerOptions server = read_server(spec, options, context);
    check_version_of_azure(spec, options);
    identify(server.url);
    options.done();
    server_ = std::make_unique<JsonServer>(std::move(server));
  }

  std::span<const Identity> views() const override { return {&identity_, 1}; }

  std::size_t dimension() const override {
    if (dimension_ == 0) {
      auto question = question_of({{std::string(kFirstText)}}, Side::kFirst);
      if (question.encoding == "base64")
        question.encoding = "float";  // whose length is the dimension
      dimension_ = ask(question).dimension;
    }
    return dimension_;
  }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    encode_in_parts(texts, out, remarks, [](auto) {});
  }

  void encode_in_parts(std::span<const Text> texts, std::span<const Matrix<float>> out,
                       std::span<Remark> remarks, const TextsDone& done) override {
    dimension();
    std::ranges::fill(remarks, Remark());
    leave_out_empty(texts, out[0], remarks, done);
    const auto batches = plan(texts);
    AnswersBeside<EmbeddingAnswer> answers(batches.size(), parallel_, [&](std::size_t batch) {
      return ask(question_of(texts, batches[batch]));
    });
    while (const auto batch = answers.next([this] { tell_notes(); })) {
      const auto& places = batches[batch->first];
      take(batch->second, places, out[0], remarks);
      done(places);
    }
  }

  std::optional<Requests> requests(std::span<const Text> texts) const override {
    Requests all;
    for (const auto& batch : plan(texts)) {
      ++all.requests;
      for (const auto place : batch) all.tokens += tokens_of(texts[place]);
    }
    return all;
  }

 private:
  using Batch = std::vector<std::size_t>;  // places of texts that have one task

  // Options ---------------------------------------------------------------------------------------

  void read_model(Options& options) {
    model_ = options.text("model", "");
    if (model_.empty()) throw usage_error("no model was given", "use ?model=NAME");
    answers_ = options.text("answers", model_);
    version_ = options.text("version", "");
    dimensions_ = static_cast<std::size_t>(
        options.integer("dimensions", 0, 1, std::int64_t{kMostDimensions}));
    dimension_ = dimensions_;
    std::vector<std::string> encodings;
    for (const auto name : parts_of(api_.encodings, ',')) encodings.emplace_back(name);
    if (encodings.size() > 1) encoding_ = options.choice("encoding", "float", encodings);
    extra_ = extra_of(options);
  }

  void read_sides(Options& options) {
    const std::string prompt = options.text("prompt", "");
    sides_[0].prompt = options.text("query", prompt);
    sides_[1].prompt = options.text("document", prompt);
    const std::string task(api_.has_tasks ? options.text("task", std::string(api_.task)) : "");
    const auto tasks = parts_of(task, ',');
    if (tasks.size() > 2) {
      throw usage_error("task= has more than two names", "one, or FIRST,SECOND for the two sides");
    }
    sides_[0].task = tasks.front();
    sides_[1].task = tasks.back();
  }

  void read_amounts(Options& options) {
    const auto amount = [&](const char* name, std::size_t otherwise, std::int64_t most) {
      const auto usual = static_cast<std::int64_t>(otherwise);
      return static_cast<std::size_t>(options.integer(name, usual, 1, most));
    };
    most_texts_ = amount("batch", api_.texts, 4096);
    most_tokens_ = amount("batch_tokens", api_.tokens, 100'000'000);
    parallel_ = amount("parallel", 4, 64);
  }

  JsonServerOptions read_server(const Spec& spec, Options& options, const EncoderContext& context) {
    if (spec.location.empty() && api_.base.empty()) {
      throw usage_error("'" + spec.kind + "' needs the server's URL",
                        "write " + spec.kind + ":http://HOST:PORT/v1?model=NAME");
    }
    JsonServerOptions server;
    server.url = embedding_url(api_, spec.location, model_);
    server.key = key_of(options, context.resources);
    server.key_header = api_.key_header;
    server.headers = headers_of(options, context.resources);
    server.limits.longest = std::size_t{64} << 20;
    server.limits.whole = seconds_of(options, "timeout", 120, 0.01, 86400);
    server.limits.proxy = options.text("proxy", "");
    if (!server.limits.proxy.empty()) check_url(server.limits.proxy);
    server.limits.certificates = options.text("certificates", "");
    server.retry.tries = static_cast<std::size_t>(options.integer("tries", 6, 1, 100));
    server.retry.first_pause = seconds_of(options, "pause", 1, 0, 3600);
    server.retry.longest_pause = std::max(server.retry.longest_pause, server.retry.first_pause);
    server.retry.longest_wait = seconds_of(options, "longest_wait", 600, 0, 86400);
    server.note = [this](const std::string& line) { note_later(line); };
    if (context.stop) server.stop = context.stop;
    return server;
  }

  void check_version_of_azure(const Spec& spec, const Options& options) const {
    if (!options.has("api-version")) return;
    throw usage_error("api-version is a parameter of the URL, not an option",
                      "write the options after a second question mark: " + spec.kind + ":" +
                          spec.location + "?api-version=" + spec.options.at("api-version") +
                          "?model=" + model_);
  }

  // The server's own changes can't be seen: `version` tells them apart.
  void identify(const std::string& url) {
    constexpr std::uint64_t kRevision = 1;  // changes when the same options give other vectors
    Hasher hasher;
    hasher.add(api_.name).add(kRevision).add(url).add(model_).add(version_);
    hasher.add(std::uint64_t{dimensions_}).add(std::uint64_t{encoding_ == "base64"});
    hasher.add(extra_.dump());
    if (encoding_ != "float" && encoding_ != "base64") hasher.add(encoding_);
    for (const auto& side : sides_) hasher.add(side.task).add(side.prompt);
    identity_.what = hasher.finish();
    identity_.numerics = "unknown: a server";
    identity_.sided = !(sides_[0] == sides_[1]);
    identity_.batch_dependent = true;  // for all that we know
    identity_.facts = {{"server", url}, {"model", model_}};
    const auto add = [&](const char* name, const std::string& value) {
      if (!value.empty()) identity_.facts.emplace_back(name, value);
    };
    add("dimensions", dimensions_ == 0 ? "" : std::to_string(dimensions_));
    add("task", sides_[0].task + (sides_[0].task == sides_[1].task ? "" : "," + sides_[1].task));
    add(identity_.sided ? "prompt of the first side" : "prompt", sides_[0].prompt);
    if (identity_.sided) add("prompt of the second side", sides_[1].prompt);
    add("encoding", encoding_ == "float" ? "" : encoding_);
    add("version", version_);
  }

  // Questions -------------------------------------------------------------------------------------

  const OfSide& of_side(Side side) const { return sides_[side == Side::kFirst ? 0 : 1]; }
  std::string sent(const Text& text) const { return of_side(text.side).prompt + text.text; }
  std::size_t tokens_of(const Text& text) const { return estimated_tokens(sent(text)); }
  std::vector<Batch> plan(std::span<const Text> texts) const {
    const bool one_task = sides_[0].task == sides_[1].task;
    std::vector<Batch> batches;
    for (const Side side : {Side::kFirst, Side::kSecond}) {
      if (one_task && side == Side::kSecond) break;
      std::size_t tokens = most_tokens_ + 1;  // of the last batch: the next text begins another
      for (std::size_t place = 0; place < texts.size(); ++place) {
        if (!one_task && texts[place].side != side) continue;
        if (is_invisible(texts[place].text)) continue;
        const std::size_t more = tokens_of(texts[place]);
        if (tokens + more > most_tokens_ || batches.back().size() == most_texts_) {
          batches.emplace_back();
          tokens = 0;
        }
        batches.back().push_back(place);
        tokens += more;
      }
    }
    return batches;
  }

  EmbeddingQuestion question_of(std::vector<std::string> texts, Side side) const {
    return {model_, std::move(texts), dimensions_, encoding_, of_side(side).task, extra_};
  }

  EmbeddingQuestion question_of(std::span<const Text> texts, const Batch& batch) const {
    std::vector<std::string> sentences;
    for (const auto place : batch) sentences.push_back(sent(texts[place]));
    return question_of(std::move(sentences), texts[batch.front()].side);
  }

  // A server may refuse a question for one of its texts, or for their number: its halves are asked.
  EmbeddingAnswer ask(const EmbeddingQuestion& question) const {
    std::optional<Error> refusal;
    const std::string body =
        server_->ask(embedding_request(api_, question), refusal, dimension_ > 0);
    if (!refusal) return read(question, body);
    if (question.texts.size() == 1) return ask_once_more(question, *refusal);
    EmbeddingAnswer first = ask(half(question, true));
    const EmbeddingAnswer second = ask(half(question, false));
    first.numbers.insert(first.numbers.end(), second.numbers.begin(), second.numbers.end());
    return first;
  }

  EmbeddingAnswer read(const EmbeddingQuestion& question, const std::string& body) const {
    auto answer = read_embedding_answer(api_, question, body, dimension_, server_->url(), strict_);
    check_model(answer.model);
    tell_undefined(question, answer);
    return answer;
  }

  // The text is at fault only if it fails again after the server has encoded another one.
  EmbeddingAnswer ask_once_more(const EmbeddingQuestion& question, const Error& refusal) const {
    if (dimension_ == 0 || !encodes_another(question)) {
      throw_refused(question.texts.front(), refusal);
    }
    std::optional<Error> again;
    const std::string body = server_->ask(embedding_request(api_, question), again, true);
    if (!again) return read(question, body);
    if (strict_) throw_refused(question.texts.front(), refusal);
    tell_undefined(question.texts.front(), refusal.message());
    return {
        dimension_, std::vector<float>(dimension_, std::numeric_limits<float>::quiet_NaN()), {}};
  }

  bool encodes_another(EmbeddingQuestion question) const {
    question.texts = {std::string(kFirstText)};
    std::optional<Error> refused;
    const std::string body = server_->ask(embedding_request(api_, question), refused);
    if (refused) return false;
    const auto answer =
        read_embedding_answer(api_, question, body, dimension_, server_->url(), false);
    return !std::isnan(answer.numbers.front());
  }

  void tell_undefined(const EmbeddingQuestion& question, const EmbeddingAnswer& answer) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < question.texts.size(); ++i) {
      if (!std::isnan(answer.numbers[i * answer.dimension])) continue;
      tell_undefined(question.texts[i], "it is null or has an undefined number");
      ++count;
    }
    if (count == question.texts.size() && !encodes_another(question)) {
      throw_refused(question.texts.front(),
                    outside_error("its vectors have no numbers", {server_->url()}, ""));
    }
  }

  // The results count them all.
  void tell_undefined(const std::string& text, const std::string& why) const {
    constexpr std::size_t kTold = 20;
    if (++undefined_ > kTold) return;
    note_later("no vector for " + shown(text) + ": " + why);
  }

  void note_later(const std::string& line) const {
    const std::scoped_lock lock(mutex_);
    notes_.push_back(line);
  }

  static EmbeddingQuestion half(const EmbeddingQuestion& question, bool first) {
    EmbeddingQuestion part = question;
    const auto middle = part.texts.begin() + static_cast<std::ptrdiff_t>(part.texts.size() / 2);
    if (first) {
      part.texts.erase(middle, part.texts.end());
    } else {
      part.texts.erase(part.texts.begin(), middle);
    }
    return part;
  }

  [[noreturn]] void throw_refused(const std::string& text, const Error& refusal) const {
    throw outside_error(refusal.message() + "; the sentence was " + shown(text), {server_->url()},
                        "if it is too long, shorten it or leave it out; else check the model's "
                        "name and the options");
  }

  void check_model(const std::string& said) const {
    if (said.empty()) return;
    const std::scoped_lock lock(mutex_);
    if (said_.empty() && !may_be_same_model(answers_, said)) {
      throw outside_error("answers for the model " + shown(said) + ", not " + shown(answers_),
                          {server_->url()},
                          "if that is the one you mean, use model=" + said +
                              ", or answers=" + said + " if you request it by another name");
    }
    if (!said_.empty() && said != said_) {
      throw outside_error(
          "answers for the model " + shown(said) + " now, at first for " + shown(said_),
          {server_->url()}, "run again when it doesn't change");
    }
    said_ = said;
  }

  // Answers ---------------------------------------------------------------------------------------

  // Services refuse them, or answer something.
  static void leave_out_empty(std::span<const Text> texts, Matrix<float> out,
                              std::span<Remark> remarks, const TextsDone& done) {
    Batch empty;
    for (std::size_t place = 0; place < texts.size(); ++place) {
      if (!is_invisible(texts[place].text)) continue;
      remarks[place].undefined = true;
      std::ranges::fill(out[place], std::numeric_limits<float>::quiet_NaN());
      empty.push_back(place);
    }
    if (!empty.empty()) done(empty);
  }

  void take(const EmbeddingAnswer& answer, const Batch& places, Matrix<float> out,
            std::span<Remark> remarks) const {
    const float* next = answer.numbers.data();
    for (const auto place : places) {
      std::copy_n(next, dimension_, out[place].begin());
      remarks[place].undefined = std::isnan(*next);
      next += dimension_;
    }
  }

  void tell_notes() {
    std::vector<std::string> notes;
    {
      const std::scoped_lock lock(mutex_);
      notes = std::exchange(notes_, {});
    }
    if (!note_) return;
    for (const auto& line : notes) note_(line);
  }

  const EmbeddingApi& api_;
  std::function<void(const std::string&)> note_;
  bool strict_ = false;
  std::string model_, answers_, version_;
  std::size_t dimensions_ = 0;  // asked for; 0: the model's own
  std::string encoding_ = "float";
  nlohmann::json extra_;
  std::array<OfSide, 2> sides_;
  std::size_t most_texts_ = 0, most_tokens_ = 0, parallel_ = 0;
  Identity identity_;
  std::unique_ptr<JsonServer> server_;
  mutable std::size_t dimension_ = 0;  // known after the first answer
  mutable std::mutex mutex_;           // of what follows
  mutable std::string said_;           // which model answers
  mutable std::vector<std::string> notes_;
  mutable std::atomic<std::size_t> undefined_ = 0;  // texts without a vector
};

}  // namespace

std::unique_ptr<Encoder> make_served(const Spec& spec, const EncoderContext& context) {
  return std::make_unique<ServedEncoder>(spec, context);
}

}  // namespace sonde
