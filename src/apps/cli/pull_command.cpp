#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "encoders/transformer/pull.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// With the bytes of the download.
void tell_pulled(const std::string& name, const Pulled& pulled) {
  constexpr double kMebi = 1 << 20;
  say(fmt::format("{} files, {:.1f} MiB, of which {:.1f} fetched now: {}", pulled.files,
                  static_cast<double>(pulled.bytes) / kMebi,
                  static_cast<double>(pulled.fetched) / kMebi, pulled.folder.string()));
  say("use it as hf:" + name);
}

}  // namespace

int pull_command(std::vector<std::string> words, const Surroundings& surroundings) {
  std::string name, cache, endpoint;
  PullOptions options;
  const auto app = option_parser(
      "pull",
      "Fetches a model from the Hugging Face hub into its cache: weights (safetensors), tokenizer "
      "and configuration, each file checked by its hash. HF_ENDPOINT and HF_TOKEN are heeded.");
  app->add_option("model", name, "ORG/NAME or ORG/NAME@REVISION")->required();
  app->add_option("--cache", cache, "default: HF_HUB_CACHE, else HF_HOME/hub or the user's");
  app->add_option("--proxy", options.hub.limits.proxy, "a URL; default: none");
  app->add_option("--certificates", options.hub.limits.certificates,
                  "a file (PEM) of those that are trusted; default: the system's");
  parse(*app, std::move(words));
  const auto parsed = parse_hub_name(name);
  if (!parsed) throw usage_error("'" + name + "' is no model's name", "write ORG/NAME");
  const auto& hubs = surroundings.resources.hubs;
  if (cache.empty() && hubs.empty()) throw usage_error("where is it to lie?", "say --cache FOLDER");
  options.cache = cache.empty() ? hubs.front() : std::filesystem::path(cache);
  endpoint = surroundings.variable("HF_ENDPOINT");
  if (!endpoint.empty()) options.hub.endpoint = endpoint;
  options.hub.token = surroundings.variable("HF_TOKEN");
  Pulled pulled;
  {
    Progress progress(surroundings.error_is_terminal);
    bool begun = false;
    options.hub.note = [&](const std::string& line) { progress.note(line); };
    options.hub.stop = [&] { return progress.stop(); };
    options.progress = [&](std::uint64_t done, std::uint64_t all) {
      if (!begun) progress.begin("bytes of " + name, all);
      begun = true;
      progress.advance(done);
    };
    pulled = pull_model(*parsed, options);
  }
  tell_pulled(name, pulled);
  return 0;
}

}  // namespace sonde
