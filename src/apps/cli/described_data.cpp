#include "apps/cli/described_data.h"

#include "apps/cli/command_options.h"
#include "base/counted.h"
#include "data/describe/describe.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

void keep(const DescribePlan& plan, const DataWords& given) {
  if (given.out.empty()) throw usage_error("no output file was given", "use --out FILE");
  const KeptSentences kept = keep_lengths_like(plan, given.like, given.out);
  say("wrote " + given.out + " (" + std::to_string(kept.kept) + " of " +
      counted(kept.read, "sentence") + ")");
}

}  // namespace

void add_data_options(CLI::App& app, DataWords& words) {
  app.add_option("--probe", words.probes,
                 "after datasets: the probe that reads them, if they name none")
      ->allow_extra_args(false);
  app.add_option("--format", words.format, "after datasets: text, md, tex, csv or json");
  app.add_option("--length-like", words.like,
                 "after datasets: select sentences whose lengths occur in this data set");
  app.add_option("--out", words.out, "write the selected sentences to this new file, one per line");
}

void describe_data(const DataWords& words, DescribePlan plan) {
  add_specs(plan.probes, words.probes);
  if (!words.like.empty()) return keep(plan, words);
  if (!words.out.empty()) throw usage_error("--out goes with --length-like", "name that too");
  print_text(show_description(describe(plan), words.format), words.format);
}

}  // namespace sonde
