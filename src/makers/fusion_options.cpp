#include "makers/fusion_options.h"

#include <algorithm>
#include <cmath>

#include "base/parse.h"
#include "formats/file_bytes.h"
#include "formats/json.h"
#include "formats/utf8.h"
#include "sonde/error.h"
#include "sonde/subject.h"

namespace sonde {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr std::array<MakerOption, 19> kFusionOptions{
    {{"chat", "URL", "the server's base URL, such as http://127.0.0.1:8080/v1"},
     {"model", "NAME", "which of its models"},
     {"temperature", "X", "0 to 2; default: 0.5"},
     {"word-limit", "X",
      "the most words of a fusion, as a share of those of both sentences; "
      "default: 0.5"},
     {"system", "FILE", "the system message, with {A}, {B}, {limit}; an empty file: none"},
     {"prompt", "FILE", "the user message, likewise"},
     {"seed", "N", "sent to the server; default: none"},
     {"max-tokens", "N", "sent to the server; default: none"},
     {"extra", "JSON", "an object of further parameters of the request"},
     {"draws", "N", "how often a pair is asked until an answer can be used; default: 3"},
     {"key-file", "FILE", "holds the server's key"},
     {"key-env", "NAME", "the variable of the environment that holds the key"},
     {"ledger", "FILE", "where questions and answers are kept; default: OUT.ledger"},
     {"parallel", "N", "how many questions at once, 1 to 64; default: 4"},
     {"tries", "N", "of one question while the server fails; default: 6"},
     {"pause", "S", "before the second try, then twice as long each time; default: 1"},
     {"longest-wait", "S", "that a server may ask for; default: 600"},
     {"timeout", "S", "for a whole answer; default: 120"},
     {"proxy", "URL", "between here and the server; default: none"}}};

constexpr std::size_t kLongestPrompt = std::size_t{1} << 16;  // bytes

// Facts of appendix A.1 in words of our own: a paraphraser, both sentences, a number of words.
constexpr const char* kSystem = "You put sentences into other words.";
constexpr const char* kPrompt =
    "Merge these two sentences into one of at most {limit} words. Answer with that sentence "
    "alone.\n{A}\n{B}";

milliseconds seconds_of(double seconds) { return milliseconds(std::llround(seconds * 1000)); }

double bounded(Options& given, const std::string& key, double otherwise, double low, double high) {
  const double number = given.number(key, otherwise);
  if (number >= low && number <= high) return number;
  const auto bound = [](double value) { return json(value).dump(); };
  throw usage_error("option " + key + " is not between " + bound(low) + " and " + bound(high));
}

std::string text_of_file(const std::string& file, const std::string& otherwise) {
  if (file.empty()) return otherwise;
  const std::string text = read_file_or_pipe(file, kLongestPrompt);
  if (find_invalid_utf8(text) != text.npos || text.find('\0') != text.npos) {
    throw input_error("is no UTF-8 text", {file}, "save it as UTF-8");
  }
  return std::string(trimmed(text));
}

// Who gives the key itself by a slip must not find it in a log: neither name is shown.
std::string key_of_file(const std::string& file) {
  constexpr const char* kTheFile = "the file that --key-file names ";
  std::string key;
  try {
    key = trimmed(read_file_or_pipe(file, kLongestPrompt));
  } catch (const Error& error) {
    throw Error(error.kind(), kTheFile + error.message(), {},
                "it takes the name of a file, not the key");
  }
  if (key.empty()) throw input_error(std::string(kTheFile) + "is empty", {}, "put the key into it");
  return key;
}

std::string key_of_variable(const std::string& name, const MakeRequest& request) {
  const std::string key = request.variable ? request.variable(name) : std::string();
  if (!key.empty()) return std::string(trimmed(key));
  throw usage_error("the variable that --key-env names is not set",
                    "export it first; --key-env takes the name of a variable, not the key");
}

std::string read_key(Options& given, const MakeRequest& request) {
  const std::string file = given.text("key-file", ""), name = given.text("key-env", "");
  if (!file.empty() && !name.empty()) {
    throw usage_error("--key-file and --key-env are both given", "say one of them");
  }
  if (!file.empty()) return key_of_file(file);
  return name.empty() ? std::string() : key_of_variable(name, request);
}

bool is_same_place(const std::filesystem::path& a, const std::filesystem::path& b) {
  namespace fs = std::filesystem;
  return fs::weakly_canonical(fs::absolute(a)) == fs::weakly_canonical(fs::absolute(b));
}

json read_extra(Options& given) {
  const std::string text = given.text("extra", "{}");
  json extra;
  try {
    extra = parse_json(text, "--extra");
  } catch (const Error& error) {
    throw usage_error("--extra " + error.message(), R"(write an object: '{"top_p": 0.9}')");
  }
  if (!extra.is_object()) throw usage_error("--extra is no JSON object");
  for (const char* taken :
       {"model", "messages", "temperature", "seed", "max_tokens", "stream", "n"}) {
    if (!extra.contains(taken)) continue;
    throw usage_error(std::string("--extra may not hold ") + taken,
                      "there may be an option for it");
  }
  return extra;
}

void read_parameters(Options& given, FusionOptions& options) {
  options.parameters = read_extra(given);
  options.parameters["temperature"] = bounded(given, "temperature", 0.5, 0, 2);
  if (given.has("max-tokens")) {
    options.parameters["max_tokens"] = given.integer("max-tokens", 0, 1, 1'000'000);
  }
  if (given.has("seed")) {
    options.seed = static_cast<std::uint64_t>(given.integer("seed", 0, 0, INT32_MAX));
  }
}

void read_server(Options& given, const MakeRequest& request, JsonServerOptions& server) {
  const std::string url = given.text("chat", "");
  if (url.empty()) throw usage_error("which server is asked?", "say --chat http://HOST:PORT/v1");
  check_url(url);
  server.url = chat_url(url);
  server.key = read_key(given, request);
  check_server(server);
  server.limits.proxy = given.text("proxy", "");
  server.limits.whole = seconds_of(bounded(given, "timeout", 120, 0.01, 86400));
  server.retry.tries = static_cast<std::size_t>(given.integer("tries", 6, 1, 1000));
  server.retry.first_pause = seconds_of(bounded(given, "pause", 1, 0, 3600));
  server.retry.longest_pause = std::max(server.retry.longest_pause, server.retry.first_pause);
  server.retry.longest_wait = seconds_of(bounded(given, "longest-wait", 600, 0, 86400));
}

}  // namespace

std::span<const MakerOption> fusion_option_table() { return kFusionOptions; }

FusionOptions read_fusion_options(const MakeRequest& request) {
  const Spec spec{"sonde make fusions", "", "fusions", "", "", request.options};
  Options given(spec);
  FusionOptions options;
  read_server(given, request, options.server);
  options.model = given.text("model", "");
  if (options.model.empty()) throw usage_error("which model is asked?", "say --model NAME");
  read_parameters(given, options);
  options.share = bounded(given, "word-limit", 0.5, 0.01, 10);
  options.prompt.system = text_of_file(given.text("system", ""), kSystem);
  options.prompt.user = text_of_file(given.text("prompt", ""), kPrompt);
  check_prompt(options.prompt);
  options.draws = static_cast<std::uint64_t>(given.integer("draws", 3, 1, 100));
  options.parallel = static_cast<std::size_t>(given.integer("parallel", 4, 1, 64));
  options.ledger = given.text("ledger", request.out.string() + ".ledger");
  given.done();
  for (const std::string what : {"", ".fusions.jsonl", ".made.json"}) {
    const std::string written = request.out.string() + what;
    if (!is_same_place(options.ledger, written)) continue;
    throw usage_error("the ledger and " + written + " are the same file",
                      "name another with --ledger");
  }
  return options;
}

json fusion_origin(const FusionOptions& options) {
  json origin{{"url", options.server.url},       {"model", options.model},
              {"system", options.prompt.system}, {"prompt", options.prompt.user},
              {"word-limit", options.share},     {"draws", options.draws},
              {"parameters", options.parameters}};
  if (options.seed) origin["seed"] = *options.seed;
  return origin;
}

}  // namespace sonde
