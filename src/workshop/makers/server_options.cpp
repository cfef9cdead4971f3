#include "workshop/makers/server_options.h"

#include <algorithm>
#include <cmath>

#include "base/parse.h"
#include "data/secret_signs.h"
#include "formats/file_bytes.h"
#include "formats/json/json.h"
#include "outside/chat.h"
#include "sonde/error.h"
#include "workshop/makers/option_table.h"

namespace sonde {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

milliseconds seconds_of(double seconds) { return milliseconds(std::llround(seconds * 1000)); }

double in_seconds(milliseconds time) { return static_cast<double>(time.count()) / 1000; }

const OptionTable& server_table() {
  static const OptionTable table{
      {"key-file", "FILE", "file with the server's key"},
      {"key-env", "NAME", "environment variable with the key"},
      {"tries", "N", with_default("tries per question if the server fails", RetryPolicy().tries)},
      {"pause", "S",
       with_default("seconds before the second try, doubled each time",
                    in_seconds(RetryPolicy().first_pause))},
      {"longest-wait", "S",
       with_default("longest wait in seconds that a server may request",
                    in_seconds(RetryPolicy().longest_wait))},
      {"timeout", "S",
       with_default("seconds to wait for a whole answer", in_seconds(HttpLimits().whole))},
      {"proxy", "URL", "proxy for the server; default: none"}};
  return table;
}

const OptionTable& chat_table() {
  static const OptionTable table{
      {"chat", "URL", "the server's base URL, such as http://127.0.0.1:8080/v1"},
      {"model", "NAME", "the model to use"},
      {"seed", "N", "sent to the server; default: none"},
      {"max-tokens", "N", "sent to the server; default: none"},
      {"extra", "JSON", "further parameters of the request, as a JSON object"},
      {"draws", "N",
       with_default("attempts per question until an answer is usable", ChatOptions().draws)},
      {"parallel", "N", with_default("questions sent at once, 1 to 64", ChatOptions().parallel)}};
  return table;
}

constexpr SecretPlace kServerPlace{
    "the server's URL", "--key-env takes the name of a variable, --key-file the name of a file"};
constexpr SecretPlace kExtraPlace{
    "--extra", "--key-env takes the name of a variable, --key-file the name of a file"};

constexpr std::size_t kLongestKey = std::size_t{1} << 16;  // bytes

// A key given by mistake must not end up in a log: neither name is shown.
std::string key_of_file(const std::string& file) {
  constexpr const char* kTheFile = "the file that --key-file names ";
  std::string key;
  try {
    key = trimmed(read_file_or_pipe(file, kLongestKey));
  } catch (const Error& error) {
    throw Error(error.kind(), kTheFile + error.message(), {},
                "it takes the name of a file, not the key");
  }
  if (key.empty()) throw input_error(std::string(kTheFile) + "is empty", {}, "put the key into it");
  return key;
}

std::string key_of_variable(const std::string& name, const Variable& variable) {
  const std::string key = variable ? variable(name) : std::string();
  if (!key.empty()) return std::string(trimmed(key));
  throw usage_error("the variable that --key-env names is not set",
                    "export it first; --key-env takes the name of a variable, not the key");
}

std::string read_key(Options& given, const Variable& variable) {
  const std::string file = given.text("key-file", ""), name = given.text("key-env", "");
  if (!file.empty() && !name.empty()) {
    throw usage_error("--key-file and --key-env are both given", "use one of them");
  }
  if (!file.empty()) return key_of_file(file);
  return name.empty() ? std::string() : key_of_variable(name, variable);
}

json read_extra(Options& given) {
  const std::string text = given.text("extra", "{}");
  refuse_secrets(text, kExtraPlace);
  json extra;
  try {
    extra = parse_json(text, "--extra");
  } catch (const Error& error) {
    throw usage_error("--extra " + error.message(), R"(write an object: '{"top_p": 0.9}')");
  }
  if (!extra.is_object()) throw usage_error("--extra is not a JSON object");
  for (const char* taken :
       {"model", "messages", "temperature", "seed", "max_tokens", "stream", "n"}) {
    if (!extra.contains(taken)) continue;
    throw usage_error(std::string("--extra may not hold ") + taken,
                      "use its option, if it has one");
  }
  return extra;
}

}  // namespace

std::span<const MakerOption> server_option_table() { return server_table().rows(); }
std::span<const MakerOption> chat_option_table() { return chat_table().rows(); }

double bounded(Options& given, const std::string& key, double otherwise, double low, double high) {
  const double number = given.number(key, otherwise);
  if (number >= low && number <= high) return number;
  const auto bound = [](double value) { return json(value).dump(); };
  throw usage_error("option " + key + " is not between " + bound(low) + " and " + bound(high));
}

JsonServerOptions read_server_options(Options& given, const std::string& url,
                                      const Variable& variable) {
  refuse_secrets(url, kServerPlace);
  JsonServerOptions server;
  server.url = url;
  server.key = read_key(given, variable);
  check_server(server);
  server.limits.proxy = given.text("proxy", "");
  const auto duration = [&](const char* name, milliseconds usual, double least, double most) {
    return seconds_of(bounded(given, name, in_seconds(usual), least, most));
  };
  server.limits.whole = duration("timeout", server.limits.whole, 0.01, 86400);
  server.retry.tries = given.count("tries", server.retry.tries, 1, 1000);
  server.retry.first_pause = duration("pause", server.retry.first_pause, 0, 3600);
  server.retry.longest_pause = std::max(server.retry.longest_pause, server.retry.first_pause);
  server.retry.longest_wait = duration("longest-wait", server.retry.longest_wait, 0, 86400);
  return server;
}

ChatOptions read_chat_options(Options& given, double temperature, const Variable& variable) {
  ChatOptions options;
  const std::string url = given.text("chat", "");
  if (url.empty()) throw usage_error("no server was given", "use --chat http://HOST:PORT/v1");
  refuse_secrets(url, kServerPlace);
  check_url(url);
  options.server = read_server_options(given, chat_url(url), variable);
  options.model = given.text("model", "");
  if (options.model.empty()) throw usage_error("no model was given", "use --model NAME");
  options.parameters = read_extra(given);
  options.parameters["temperature"] = bounded(given, "temperature", temperature, 0, 2);
  if (given.has("max-tokens")) {
    options.parameters["max_tokens"] = given.integer("max-tokens", 0, 1, 1'000'000);
  }
  if (given.has("seed")) options.seed = given.count("seed", 0, 0, INT32_MAX);
  options.draws = given.count("draws", options.draws, 1, 100);
  options.parallel = given.count("parallel", options.parallel, 1, 64);
  return options;
}

}  // namespace sonde
