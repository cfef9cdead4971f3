#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "base/counted.h"
#include "data/secret_signs.h"
#include "outside/hub/model_download.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Reports the bytes of the download.
void tell_pulled(const std::string& name, const Pulled& pulled) {
  constexpr double kMebi = 1 << 20;
  say(fmt::format("{}, {:.1f} MiB, of which {:.1f} fetched now: {}", counted(pulled.files, "file"),
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
      "Downloads a model from the Hugging Face hub into its cache: weights (safetensors), "
      "tokenizer and configuration, each checked by hash. Uses HF_ENDPOINT and HF_TOKEN.");
  app->add_option("model", name, "ORG/NAME or ORG/NAME@REVISION")->required();
  app->add_option("--cache", cache,
                  "the cache folder; default: HF_HUB_CACHE, HF_HOME/hub or the user's cache");
  app->add_option("--proxy", options.hub.limits.proxy, "URL of a proxy; default: none");
  app->add_option("--certificates", options.hub.limits.certificates,
                  "PEM file of trusted certificates; default: the system's");
  parse(*app, std::move(words));
  refuse_secrets(name, {"the model's name", "write ORG/NAME; HF_TOKEN holds the key"});
  const auto parsed = parse_hub_name(name);
  if (!parsed) throw usage_error("'" + name + "' is not a model's name", "write ORG/NAME");
  const auto& hubs = surroundings.resources.hubs;
  if (cache.empty() && hubs.empty())
    throw usage_error("which folder should hold it?", "use --cache FOLDER");
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
