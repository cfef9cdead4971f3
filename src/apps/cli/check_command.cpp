#include <fmt/format.h>

#include <array>
#include <optional>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/progress.h"
#include "base/output_file.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

struct CheckWords {
  std::string file, base, gates, junit;
  std::string format = "text";
  std::optional<double> tolerance;
  bool strict = false, unchanged = false;
  bool is_same_model = false;  // --same-as names the base
  CheckOptions options;
};

CheckWords parse_words(std::vector<std::string> words) {
  CheckWords given;
  const auto app = option_parser(
      "check",
      "Checks a run against a base. Exit code 1 if a gate fails or names a missing result. Without "
      "gates, no result may drop significantly. Gates that all have bounds alone need no base.");
  app->add_option("file", given.file, "the run file to check")->required();
  app->add_option("gates", given.gates, "a file of gates (TOML), see docs/reference/gates.md");
  auto* against = app->add_option("--against", given.base, "the run file to compare with");
  auto* same_as =
      app->add_option("--same-as", given.base,
                      "is it the same model? Compares every cosine with those of this run file")
          ->excludes(against);
  app->add_option("--tolerance", given.tolerance,
                  "how much a cosine may change, such as 1e-2; default: noise");
  app->add_flag("--strict", given.strict, "\"can't tell\" fails too");
  app->add_flag("--unchanged", given.unchanged,
                "fail if any cosine changed by more than noise: is it still the same model?");
  app->add_option("--replicates", given.options.replicates,
                  replicates_help(
                      fmt::format("{} for gates, {} without", kGateReplicates, kDefaultReplicates)))
      ->check(whole_number());
  add_threads(*app, given.options.threads);
  app->add_option("--format", given.format, "text, md, tex, csv or json");
  app->add_option("--junit", given.junit,
                  "also write the verdicts as JUnit XML, with the items that moved for each "
                  "failed gate; replaces an earlier JUnit file");
  parse(*app, std::move(words));
  given.is_same_model = same_as->count() > 0;
  return given;
}

// The gates of the file, if there is one, and of the options.
Gates gates_of(const CheckWords& words) {
  Gates gates = words.gates.empty() ? Gates() : read_gates(words.gates);
  gates.strict = gates.strict || words.strict;
  gates.unchanged = gates.unchanged || words.unchanged || words.is_same_model;
  if (words.tolerance) gates.tolerance = words.tolerance;
  return gates;
}

CheckReport check_files(const CheckWords& words, const Gates& gates,
                        const Surroundings& surroundings) {
  const std::array outputs{NamedPlace{"--junit", words.junit}};
  const std::array inputs{NamedPlace{"the run", words.file}, NamedPlace{"the base", words.base},
                          NamedPlace{"the file of gates", words.gates}};
  check_apart(outputs, inputs);
  const auto run = open_run_file(words.file);
  const auto base = open_run_file(words.base.empty() ? words.file : words.base);
  CheckOptions options = words.options;
  if (!words.junit.empty()) {
    check_output(words.junit, kJunitOutput, true, "--junit");
    options.items = CompareOptions().items;  // the number that `sonde compare` prints
  }
  const ProgressLine progress(surroundings);
  options.observer = progress.observer();
  return check({words.file, run.get()}, {words.base, base.get()}, gates, options);
}

}  // namespace

int check_command(std::vector<std::string> given, const Surroundings& surroundings) {
  const CheckWords words = parse_words(std::move(given));
  const Gates gates = gates_of(words);
  if (words.base.empty() && gates.asks_base()) {
    throw usage_error("check compares two run files",
                      "add --against BASE, or give gates that all have bounds and no `smallest`");
  }
  const CheckReport report = check_files(words, gates, surroundings);
  print_text(show_check(report, words.format), words.format);
  if (!words.junit.empty()) {
    write_output(words.junit, kJunitOutput, true, "--junit", check_junit(report));
  }
  return report.failed() ? 1 : 0;
}

}  // namespace sonde
