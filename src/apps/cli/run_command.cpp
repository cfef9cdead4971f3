#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <set>

#include "apps/cli/bench_file.h"
#include "apps/cli/command.h"
#include "apps/cli/command_options.h"
#include "apps/cli/merged_parts.h"
#include "apps/cli/progress.h"
#include "base/counted.h"
#include "base/default_text.h"
#include "run/listing.h"
#include "sonde/error.h"
#include "sonde/report.h"
#include "sonde/run.h"

namespace sonde {
namespace {

// More than a bench file or an option can give.
constexpr std::uint64_t kUnsaid = UINT64_MAX;

struct RunWords {
  std::vector<std::string> files;  // a bench file, or parts
  std::vector<std::string> encoders, scorers, probes, datasets;
  std::string store;
  std::optional<std::uint64_t> store_cap;  // GiB
  std::string part;
  bool show = false, dry = false, merge = false, mixed_processors = false;
};

void add_part_options(CLI::App& app, RunWords& words, RunPlan& plan) {
  app.add_option("--part", words.part,
                 "measure only part K of N of the items (such as 3/16), for --merge");
  app.add_option(
      "--listing", plan.listing,
      "without --part or --merge: only write a listing of the data sets to this file; with them: "
      "read the listing, so that each part reads its own items only");
  app.add_flag("--merge", words.merge,
               "join all parts of a run, given in any order, into one run file. --data: the run's "
               "data sets in their order, if their paths differ here");
  app.add_flag("--mixed-processors", words.mixed_processors,
               "with --merge: accept parts from different classes of processor, and record all "
               "classes");
}

void add_options(CLI::App& app, RunWords& words, RunPlan& plan) {
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* help) {
    app.add_option(name, into, help)->take_all();
  };
  list("file", words.files, "a bench file (TOML) with the same keys; with --merge: parts");
  list("--encoder", words.encoders, "[NAME=]KIND:LOCATION?key=value, see `sonde list encoders`");
  list("--scorer", words.scorers, "[NAME=]KIND:LOCATION?key=value, see `sonde list scorers`");
  list("--probe", words.probes, "see `sonde list probes`; default: those of the data sets");
  list("--data", words.datasets,
       "a name of `sonde list datasets`, a card, or a file; default: the shipped English ones");
  app.add_option("--language", plan.language,
                 "language of the shipped data sets if --data is not given: en, nl or all; "
                 "default: en");
  app.add_option("--out", plan.out, "the run file to write, for instance first.sonde");
  app.add_option("--store", words.store,
                 "the vector store's file, or none; default: in the user's cache folder");
  app.add_option("--store-cap", words.store_cap,
                 with_default("size limit of the store in GiB", kStoreCap >> 30))
      ->check(whole_number());
  app.add_option("--stream-above", plan.stream_above,
                 with_default("don't store the vectors of data sets with more texts than this",
                              kStreamAbove) +
                     "; with --store FILE: store all")
      ->check(whole_number());
  app.add_option("--seed", plan.seed,
                 with_default("seed of resampling and --limit", RunPlan().seed))
      ->check(whole_number());
  app.add_option("--limit", plan.limit,
                 "measure a sample: a number of items (1500) or a share (0.1, 10%)");
  app.add_option("--replicates", plan.replicates, replicates_help())->check(whole_number());
  add_threads(app, plan.threads);
  app.add_flag("--strict", plan.strict,
               "stop at the first bad record; default: leave it out and report it");
  app.add_option("--left-out", plan.left_out, "write the records that were left out to this file");
  add_part_options(app, words, plan);
  app.add_flag("--replace", plan.replace, "replace an existing run file");
  app.add_flag("--dry-run", words.dry,
               "print how many texts would be encoded and how many requests sent, then stop");
  app.add_flag("--show", words.show, "print the results at the end");
}

void tell(const RunPlan& plan, const RunSummary& summary) {
  if (summary.up_to_date) {
    return say(plan.out.string() + " is up to date");
  }
  say(fmt::format("wrote {} ({}; {} made, {} from the store)", plan.out.string(),
                  counted(summary.texts, "distinct text"), counted(summary.encoded, "vector"),
                  summary.served));
}

int list_data(const RunPlan& plan, bool terminal) {
  ListingSummary summary;
  {
    Progress progress(terminal);
    summary = make_listing(plan, progress);
  }
  for (const auto& name : summary.whole) {
    say("'" + name + "' cannot be read from within: each part lists it itself");
  }
  say(fmt::format("wrote {} ({} of {})", plan.listing.string(), counted(summary.items, "item"),
                  counted(summary.data - summary.whole.size(), "data set")));
  return 0;
}

int tell_forecast(const RunPlan& plan, bool terminal) {
  std::vector<Forecast> all;
  {
    Progress progress(terminal);
    all = forecast(plan, progress);
  }
  for (const auto& one : all) {
    std::string line = fmt::format("{}: {}, {} in the store", one.encoder,
                                   counted(one.texts, "distinct text"), one.kept);
    if (one.asks_service) {
      line += fmt::format("; {} of about {}, and for the noise floor {} of about {}",
                          counted(one.requests, "request"), counted(one.tokens, "token"),
                          one.noise_requests, one.noise_tokens);
    }
    print_text(line + "\n");
  }
  return 0;
}

bool is_bench_file(const std::string& word) {
  return word.ends_with(".toml") && !word.starts_with("-");
}

void check_files(const RunWords& words, bool has_bench_file) {
  const std::size_t expected = has_bench_file ? 1 : 0;
  if (words.files.size() <= expected) return;
  throw usage_error("'" + words.files[expected] + "' is not expected there",
                    "a bench file ends in .toml and comes first; data sets are named with --data");
}

void refuse_beside_merge(const CLI::App& app) {
  static const std::set<std::string> kTaken{"file",      "--merge",  "--mixed-processors",
                                            "--out",     "--data",   "--listing",
                                            "--threads", "--replace"};
  for (const auto* option : app.get_options()) {
    const std::string name = option->get_positional() ? "file" : option->get_name();
    if (!kTaken.contains(name)) refuse_options(app, {name.c_str()}, "does not go with --merge");
  }
}

MergePlan merge_plan(const RunWords& words, const RunPlan& plan) {
  if (words.files.empty()) throw usage_error("no part is named", "sonde run --merge *.part");
  MergePlan merge;
  merge.resources = plan.resources;
  merge.parts.assign(words.files.begin(), words.files.end());
  merge.datasets = words.datasets;
  merge.out = plan.out;
  merge.listing = plan.listing;
  merge.mixed_processors = words.mixed_processors;
  merge.threads = plan.threads;
  merge.replace = plan.replace;
  return merge;
}

// The plan of the bench file, with the words of the command line.
void complete(RunPlan& plan, const RunWords& words) {
  add_specs(plan.encoders, words.encoders);
  add_specs(plan.scorers, words.scorers);
  add_specs(plan.probes, words.probes);
  plan.datasets.insert(plan.datasets.end(), words.datasets.begin(), words.datasets.end());
  const std::string store = words.store.empty() ? plan.store.string() : words.store;
  plan.store = chosen_store(store, plan.resources);
  if (!words.part.empty()) plan.share = parse_share(words.part);
  if (words.show && plan.share.of > 0) {
    throw usage_error("a part has no results to show", "`sonde show` shows what is merged");
  }
  if (words.store_cap) plan.store_cap = gibibytes(*words.store_cap);
  const bool keeps_all = !store.empty() && !plan.store.empty();
  if (plan.stream_above == kUnsaid && !keeps_all) plan.stream_above = kStreamAbove;
}

void measure(const RunPlan& plan, bool shows, bool error_is_terminal) {
  RunSummary summary;
  {
    Progress progress(error_is_terminal);
    summary = run(plan, progress);
  }
  tell(plan, summary);
  if (!shows) return;
  std::fputs(show_results(*open_run_file(plan.out), show_options()).c_str(), stdout);
}

}  // namespace

int run_command(std::vector<std::string> args, const Surroundings& surroundings) {
  RunWords words;
  RunPlan plan;
  plan.resources = surroundings.resources;
  plan.stream_above = kUnsaid;
  // The file's keys come first, so that the command line overrides them.
  const bool has_bench_file = !args.empty() && is_bench_file(args.front());
  if (has_bench_file) read_bench_file(args.front(), plan);
  const auto app = option_parser("run", "Measures encoders and scorers and writes a run file.");
  add_options(*app, words, plan);
  parse(*app, std::move(args));
  if (words.merge) {
    refuse_beside_merge(*app);
    return merge_parts(merge_plan(words, plan), surroundings), 0;
  }
  refuse_options(*app, {"--mixed-processors"}, "goes with --merge");
  check_files(words, has_bench_file);
  complete(plan, words);
  if (!plan.listing.empty() && plan.share.of == 0) {
    return list_data(plan, surroundings.error_is_terminal);
  }
  if (words.dry) return tell_forecast(plan, surroundings.error_is_terminal);
  measure(plan, words.show, surroundings.error_is_terminal);
  return 0;
}

}  // namespace sonde
