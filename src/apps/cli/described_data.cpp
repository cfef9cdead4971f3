#include "apps/cli/described_data.h"

#include <cstdio>

#include "apps/cli/command_options.h"
#include "data/describe/describe.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

void keep(const DescribePlan& plan, const DataWords& given) {
  if (given.out.empty()) throw usage_error("where are the sentences to go?", "say --out FILE");
  const KeptSentences kept = keep_lengths_like(plan, given.like, given.out);
  say("wrote " + given.out + " (" + std::to_string(kept.kept) + " of " + std::to_string(kept.read) +
      " sentences)");
}

}  // namespace

void add_data_options(CLI::App& app, DataWords& words) {
  app.add_option("--probe", words.probes,
                 "of data sets: how they are read, where they don't say so")
      ->allow_extra_args(false);
  app.add_option("--format", words.format, "of data sets: text, md, tex, csv or json");
  app.add_option("--length-like", words.like,
                 "of a data set: keep the sentences that are as long as some sentence of this one");
  app.add_option("--out", words.out, "a new file for what is kept, a sentence per line");
}

void describe_data(const DataWords& words, DescribePlan plan) {
  add_specs(plan.probes, words.probes);
  if (!words.like.empty()) return keep(plan, words);
  if (!words.out.empty()) throw usage_error("--out goes with --length-like", "name that too");
  std::fputs(show_description(describe(plan), words.format).c_str(), stdout);
}

}  // namespace sonde
