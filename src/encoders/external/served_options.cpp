#include "encoders/external/served_options.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parse.h"
#include "formats/json/json.h"
#include "outside/programs/vector_protocol.h"
#include "sonde/error.h"

namespace sonde {
namespace {

using std::chrono::milliseconds;

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

void read_model(Options& options, ServedOptions& read) {
  read.model = options.text("model", "");
  if (read.model.empty()) throw usage_error("no model was given", "use ?model=NAME");
  read.answers = options.text("answers", read.model);
  read.version = options.text("version", "");
  read.dimensions = options.count("dimensions", 0, 1, kMostDimensions);
  std::vector<std::string> encodings;
  for (const auto name : parts_of(read.api->encodings, ',')) encodings.emplace_back(name);
  if (encodings.size() > 1) read.encoding = options.choice("encoding", "float", encodings);
  read.extra = extra_of(options);
}

void read_sides(Options& options, ServedOptions& read) {
  const std::string prompt = options.text("prompt", "");
  read.sides[0].prompt = options.text("query", prompt);
  read.sides[1].prompt = options.text("document", prompt);
  const std::string task(read.api->has_tasks ? options.text("task", std::string(read.api->task))
                                             : "");
  const auto tasks = parts_of(task, ',');
  if (tasks.size() > 2) {
    throw usage_error("task= has more than two names", "one, or FIRST,SECOND for the two sides");
  }
  read.sides[0].task = tasks.front();
  read.sides[1].task = tasks.back();
}

void read_amounts(Options& options, ServedOptions& read) {
  read.most_texts = options.count("batch", read.api->texts, 1, 4096);
  read.most_tokens = options.count("batch_tokens", read.api->tokens, 1, 100'000'000);
  read.parallel = options.count("parallel", read.parallel, 1, 64);
}

JsonServerOptions read_server(const Spec& spec, const ServedOptions& read, Options& options,
                              const EncoderContext& context) {
  if (spec.location.empty() && read.api->base.empty()) {
    throw usage_error("'" + spec.kind + "' needs the server's URL",
                      "write " + spec.kind + ":http://HOST:PORT/v1?model=NAME");
  }
  JsonServerOptions server;
  server.url = embedding_url(*read.api, spec.location, read.model);
  server.key = key_of(options, context.resources);
  server.key_header = read.api->key_header;
  server.headers = headers_of(options, context.resources);
  server.limits.longest = std::size_t{64} << 20;
  const auto duration = [&](const char* name, milliseconds usual, double least, double most) {
    return seconds_of(options, name, static_cast<double>(usual.count()) / 1000, least, most);
  };
  server.limits.whole = duration("timeout", server.limits.whole, 0.01, 86400);
  server.limits.proxy = options.text("proxy", "");
  if (!server.limits.proxy.empty()) check_url(server.limits.proxy);
  server.limits.certificates = options.text("certificates", "");
  server.retry.tries = options.count("tries", server.retry.tries, 1, 100);
  server.retry.first_pause = duration("pause", server.retry.first_pause, 0, 3600);
  server.retry.longest_pause = std::max(server.retry.longest_pause, server.retry.first_pause);
  server.retry.longest_wait = duration("longest_wait", server.retry.longest_wait, 0, 86400);
  if (context.stop) server.stop = context.stop;
  return server;
}

void check_version_of_azure(const Spec& spec, const std::string& model, const Options& options) {
  if (!options.has("api-version")) return;
  throw usage_error("api-version is a parameter of the URL, not an option",
                    "write the options after a second question mark: " + spec.kind + ":" +
                        spec.location + "?api-version=" + spec.options.at("api-version") +
                        "?model=" + model);
}

}  // namespace

ServedOptions read_served_options(const Spec& spec, const EncoderContext& context) {
  ServedOptions read{&embedding_api(spec.kind)};
  Options options(spec);
  read.strict = options.flag("strict", context.strict);
  read_model(options, read);
  read_sides(options, read);
  read_amounts(options, read);
  read.server = read_server(spec, read, options, context);
  check_version_of_azure(spec, read.model, options);
  options.done();
  return read;
}

}  // namespace sonde
