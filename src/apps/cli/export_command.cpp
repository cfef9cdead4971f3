#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "sonde/report.h"

namespace sonde {

int export_command(std::vector<std::string> words, const Surroundings&) {
  std::string file;
  std::string format = "jsonl";
  const auto app = option_parser("export", "Writes the items of a run with all measurements.");
  app->add_option("file", file, "the run file")->required();
  app->add_flag("--items")->description("one line per item (the only export, and the default)");
  app->add_option("--format", format, "jsonl or csv");
  parse(*app, std::move(words));
  export_items(*open_run_file(file), format,
               [&](std::string_view text) { print_text(text, format); });
  return 0;
}

}  // namespace sonde
