#include <cstdio>

#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "data/describe/describe.h"
#include "sonde/error.h"
#include "sonde/report.h"

namespace sonde {
namespace {

struct DescribeWords {
  std::vector<std::string> probes;
  std::string format = "text";
  std::string like;
  std::string out;
};

void keep(const DescribePlan& plan, const DescribeWords& given) {
  if (given.out.empty()) throw usage_error("where are the sentences to go?", "say --out FILE");
  const KeptSentences kept = keep_lengths_like(plan, given.like, given.out);
  say("wrote " + given.out + " (" + std::to_string(kept.kept) + " of " + std::to_string(kept.read) +
      " sentences)");
}

}  // namespace

int describe_command(std::vector<std::string> words, const Surroundings& surroundings) {
  DescribePlan plan;
  plan.resources = surroundings.resources;
  DescribeWords given;
  const auto app = option_parser(
      "describe", "Describes data sets: the words that pairs share, the lengths of sentences.");
  app->add_option("data", plan.datasets, "names, cards or files")->required();
  app->add_option("--probe", given.probes, "how they are read, where they don't say so")
      ->allow_extra_args(false);
  app->add_option("--format", given.format, "text, md, tex, csv or json");
  app->add_option("--length-like", given.like,
                  "keep the sentences that are as long as some sentence of this data set");
  app->add_option("--out", given.out, "a new file for what is kept, a sentence a line");
  app->add_option("--threads", plan.threads, "default: all of the machine's")
      ->check(whole_number());
  parse(*app, std::move(words));
  for (const auto& probe : given.probes) plan.probes.push_back(parse_spec(probe));
  if (!given.like.empty()) return keep(plan, given), 0;
  if (!given.out.empty()) throw usage_error("--out goes with --length-like", "name that too");
  std::fputs(show_description(describe(plan), given.format).c_str(), stdout);
  return 0;
}

}  // namespace sonde
