#include <cstdio>
#include <optional>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "base/output_file.h"
#include "sonde/compare.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

constexpr std::size_t kMovedItems = 5;  // each way, as in `sonde compare`

}  // namespace

int check_command(std::vector<std::string> words, const Surroundings&) {
  std::string file, base, gates_file, junit;
  std::string format = "text";
  std::optional<double> tolerance;
  bool strict = false, unchanged = false;
  CheckOptions options;
  const auto app = option_parser(
      "check",
      "Checks a run against a base. Exit code 1 if a gate fails or names a missing result. Without "
      "gates, no result may drop significantly.");
  app->add_option("file", file, "the run file to check")->required();
  app->add_option("gates", gates_file, "a file of gates (TOML), see docs/reference/gates.md");
  auto* against_base = app->add_option("--against", base, "the run file to compare with");
  auto* same_as =
      app->add_option("--same-as", base,
                      "is it the same model? Compares every cosine with those of this run file")
          ->excludes(against_base);
  app->add_option("--tolerance", tolerance,
                  "how much a cosine may change, such as 1e-2; default: noise");
  app->add_flag("--strict", strict, "\"can't tell\" fails too");
  app->add_flag("--unchanged", unchanged,
                "fail if any cosine changed by more than noise: is it still the same model?");
  app->add_option("--replicates", options.replicates,
                  "bootstrap replicates, 10 to 1000000; default: 10000")
      ->check(whole_number());
  app->add_option("--threads", options.threads, "number of threads; default: all cores")
      ->check(whole_number());
  app->add_option("--format", format, "text, md, tex, csv or json");
  app->add_option("--junit", junit,
                  "also write the verdicts as JUnit XML, with the items that moved for each "
                  "failed gate; replaces an earlier JUnit file");
  parse(*app, std::move(words));
  Gates gates = gates_file.empty() ? Gates() : read_gates(gates_file);
  gates.strict = gates.strict || strict;
  gates.unchanged = gates.unchanged || unchanged || same_as->count() > 0;
  if (tolerance) gates.tolerance = tolerance;
  if (base.empty()) throw usage_error("check compares two run files", "add --against BASE");
  const auto run = open_run_file(file);
  const auto against = open_run_file(base);
  if (!junit.empty()) {
    check_output(junit, kJunitOutput, true, "--junit");
    options.items = kMovedItems;
  }
  const CheckReport report = check({file, run.get()}, {base, against.get()}, gates, options);
  std::fputs(show_check(report, format).c_str(), stdout);
  if (!junit.empty()) write_output(junit, kJunitOutput, true, "--junit", check_junit(report));
  return report.failed() ? 1 : 0;
}

}  // namespace sonde
