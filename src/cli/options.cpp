#include "cli/options.h"

#include <algorithm>
#include <cstdio>

#include "sonde/error.h"

namespace sonde {

std::unique_ptr<CLI::App> option_parser(const std::string& command, const std::string& help) {
  auto app = std::make_unique<CLI::App>(help, "sonde " + command);
  app->option_defaults()->take_last();
  return app;
}

void parse(CLI::App& app, std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    throw HelpShown{};
  } catch (const CLI::ParseError& error) {
    throw usage_error(error.what(), "see " + app.get_name() + " --help");
  }
}

}  // namespace sonde
