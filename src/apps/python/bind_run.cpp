// sonde.run: a plan in, a run file out.
#include "sonde/run.h"

#include <string>
#include <utility>
#include <vector>

#include "apps/cli/environment.h"
#include "apps/python/bind_objects.h"
#include "apps/python/binding.h"
#include "apps/python/observer.h"
#include "run/listing.h"
#include "run/plan.h"
#include "run/tasks/merge.h"
#include "store/parts/share_file.h"

namespace sonde {
namespace {

// The caller's words as converted by python/sonde/_run.py.
struct PlanWords {
  std::vector<std::string> probes, datasets, resources;
  std::string out, limit, language, left_out, part, listing;
  nb::object store;  // text, empty: none, None: the cache's
  std::uint64_t seed = RunPlan().seed, replicates = kDefaultReplicates, threads = 0;
  bool strict = false, replace = false;
};

PlanWords words_of(const nb::dict& given) {
  PlanWords words;
  read_word(given, "probes", words.probes);
  read_word(given, "datasets", words.datasets);
  read_word(given, "resources", words.resources);
  read_word(given, "out", words.out);
  read_word(given, "limit", words.limit);
  read_word(given, "language", words.language);
  read_word(given, "left_out", words.left_out);
  read_word(given, "part", words.part);
  read_word(given, "listing", words.listing);
  read_word(given, "store", words.store);
  read_word(given, "seed", words.seed);
  read_word(given, "replicates", words.replicates);
  read_word(given, "threads", words.threads);
  read_word(given, "strict", words.strict);
  read_word(given, "replace", words.replace);
  return words;
}

// Like the command: a named store saves all vectors.
void choose_store(const nb::object& word, RunPlan& plan) {
  const bool is_named = word.is_valid() && !word.is_none();
  const auto name = is_named ? nb::cast<std::string>(word) : std::string();
  if (is_named && !name.empty()) {
    plan.store = name;
    plan.stream_above = UINT64_MAX;
  } else if (!is_named && !plan.resources.cache.empty()) {
    plan.store = plan.resources.cache / "vectors.sqlite";
  }
}

RunPlan plan_of(const nb::list& encoders, const nb::list& scorers, const nb::dict& given,
                LentObjects& lent) {
  PlanWords words = words_of(given);
  RunPlan plan;
  for (const auto& subject : encoders) plan.encoders.push_back(lent.encoder_spec(subject));
  for (const auto& subject : scorers) plan.scorers.push_back(lent.scorer_spec(subject));
  for (const auto& probe : words.probes) plan.probes.push_back(parse_spec(probe));
  plan.datasets = std::move(words.datasets);
  plan.out = words.out;
  plan.limit = words.limit;
  plan.language = words.language;
  if (!words.part.empty()) plan.share = parse_share(words.part);
  plan.listing = words.listing;
  plan.left_out = words.left_out;
  plan.seed = words.seed;
  plan.replicates = words.replicates;
  plan.threads = words.threads;
  plan.strict = words.strict;
  plan.replace = words.replace;
  plan.resources = surroundings({words.resources.begin(), words.resources.end()}).resources;
  choose_store(words.store, plan);
  read_word(given, "stream_above", plan.stream_above);
  return plan;
}

nb::dict counts_of(const RunSummary& summary) {
  nb::dict counts;
  counts["up_to_date"] = summary.up_to_date;
  counts["texts"] = summary.texts;
  counts["encoded"] = summary.encoded;
  counts["served"] = summary.served;
  return counts;
}

nb::dict run_plan(const nb::list& encoders, const nb::list& scorers, const nb::dict& given,
                  nb::object told) {
  LentObjects lent;
  const RunPlan plan = plan_of(encoders, scorers, given, lent);
  PythonObserver observer(std::move(told));
  const RunSummary summary = observed(observer, [&] { return run(plan, observer); });
  return counts_of(summary);
}

// Makes the encoders of a plan that has no data yet.
void check_plan(const nb::list& encoders, const nb::list& scorers, const nb::dict& given,
                nb::object told) {
  LentObjects lent;
  const RunPlan plan = plan_of(encoders, scorers, given, lent);
  PythonObserver observer(std::move(told));
  observed(observer, [&] {
    check_subjects(plan, observer);
    return true;
  });
}

// Into the plan's `listing`.
void list_data(const nb::dict& given, nb::object told) {
  LentObjects lent;
  const RunPlan plan = plan_of({}, {}, given, lent);
  PythonObserver observer(std::move(told));
  observed(observer, [&] { return make_listing(plan, observer); });
}

nb::dict own_bytes_of(const std::string& listing, const std::string& part) {
  nb::dict all;
  for (const auto& [name, range] : own_bytes(listing, parse_share(part))) {
    all[name.c_str()] = nb::make_tuple(range.begin, range.end);
  }
  return all;
}

nb::dict merge_plan(const nb::dict& given, nb::object told) {
  const PlanWords words = words_of(given);
  MergePlan plan;
  std::vector<std::string> parts;
  read_word(given, "parts", parts);
  plan.parts.assign(parts.begin(), parts.end());
  plan.out = words.out;
  plan.datasets = words.datasets;
  plan.listing = words.listing;
  plan.replace = words.replace;
  plan.threads = words.threads;
  plan.resources = surroundings({words.resources.begin(), words.resources.end()}).resources;
  read_word(given, "mixed_processors", plan.mixed_processors);
  PythonObserver observer(std::move(told));
  return counts_of(observed(observer, [&] { return merge(plan, observer); }));
}

// The text and numerics of each subject that the part computed itself.
std::vector<std::pair<std::string, std::string>> numerics_of_part(const std::string& part) {
  const ShareFile file(part);
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& encoder : file.head().encoders) {
    if (encoder.fitted) continue;
    for (const auto& view : encoder.views) all.emplace_back(encoder.text, view.numerics);
  }
  for (const auto& scorer : file.head().scorers) {
    all.emplace_back(scorer.text, scorer.identity.numerics);
  }
  return all;
}

}  // namespace

void bind_run(nb::module_& module) {
  module.def("run", run_plan, nb::arg("encoders"), nb::arg("scorers"), nb::arg("plan"),
             nb::arg("told"));
  module.def("check_subjects", check_plan, nb::arg("encoders"), nb::arg("scorers"), nb::arg("plan"),
             nb::arg("told"));
  module.def("list_data", list_data, nb::arg("plan"), nb::arg("told"));
  module.def("own_bytes", own_bytes_of, nb::arg("listing"), nb::arg("part"));
  module.def("merge", merge_plan, nb::arg("plan"), nb::arg("told"));
  module.def(
      "doubts_of_part", [](const std::string& part) { return doubts_of_part(part); },
      nb::arg("part"));
  module.def("numerics_of_part", numerics_of_part, nb::arg("part"));
  module.def(
      "is_merged",
      [](const std::string& part, const std::string& out, bool replace) {
        return is_merged(part, out, replace);
      },
      nb::arg("part"), nb::arg("out"), nb::arg("replace"));
}

}  // namespace sonde
