#include <map>
#include <string>

#include "apps/cli/command_options.h"
#include "apps/cli/help_text.h"
#include "apps/cli/progress.h"
#include "base/names.h"
#include "encoders/transformer/masked_words.h"
#include "sonde/error.h"
#include "sonde/maker.h"
#include "workshop/commands/make_negations.h"
#include "workshop/commands/workshop.h"

namespace sonde {
namespace {

struct MakeWords {
  std::string in, out;
  bool replace = false;
  std::map<std::string, std::string> values;
  std::map<std::string, bool> flags;
};

void add_option(CLI::App& app, const MakerOption& option, MakeWords& words) {
  const std::string name(option.name), help(option.help);
  if (option.form.empty()) {
    app.add_flag("--" + name, words.flags[name], help);
  } else {
    app.add_option("--" + name, words.values[name], help)->option_text(std::string(option.form));
  }
}

MakeRequest parse_request(const MakerKind& kind, std::vector<std::string> args) {
  MakeWords words;
  const auto app = option_parser("make " + std::string(kind.name), std::string(kind.help) + ".");
  app->add_option("in", words.in, "the input file: " + std::string(kind.form))->required();
  app->add_option("--out", words.out, "the file to write")->required();
  app->add_flag("--replace", words.replace, "replace a file that was made from another input");
  for (const auto& option : kind.options) add_option(*app, option, words);
  parse(*app, std::move(args));
  MakeRequest request{words.in, words.out, words.replace};
  for (const auto& [name, value] : words.values) {
    if (app->count("--" + name) > 0) request.options[name] = value;
  }
  for (const auto& [name, value] : words.flags) {
    if (value) request.options[name] = "yes";
  }
  return request;
}

// Without a maker: the command's help, which names them.
const MakerKind& parse_kind(std::vector<std::string>& args) {
  if (!args.empty() && !args.front().starts_with("-")) {
    const MakerKind& kind = find_row(maker_kinds(), "maker", args.front());
    args.erase(args.begin());
    return kind;
  }
  const auto app =
      option_parser("make", "Makes data sets. `sonde make MAKER --help` explains one.");
  std::vector<Line> rows;
  for (const auto& kind : maker_kinds()) rows.emplace_back(kind.name, kind.help);
  rows.emplace_back(kNegations, kNegationsHelp);
  app->footer(help_section("Makers", rows));
  parse(*app, args);
  throw usage_error("no maker was given", "see `sonde list makers`");
}

}  // namespace

int make_command(std::vector<std::string> args, const Surroundings& surroundings) {
  if (!args.empty() && args.front() == kNegations) {
    return make_negations({args.begin() + 1, args.end()});
  }
  const MakerKind& kind = parse_kind(args);
  MakeRequest request = parse_request(kind, std::move(args));
  request.variable = surroundings.variable;
  request.gap_filler = [&](const std::string& spec) -> std::shared_ptr<GapFiller> {
    return make_gap_filler(spec, {surroundings.resources, 0});
  };
  Made made;
  {
    Progress progress(surroundings.error_is_terminal);
    made = kind.make(request, progress);
  }
  for (const auto& line : made) say(line);
  return 0;
}

}  // namespace sonde
