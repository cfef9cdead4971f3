#include "run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/at_place.h"
#include "base/counted.h"
#include "base/names.h"
#include "base/parse.h"
#include "base/threads.h"
#include "encoders/shared/kinds.h"
#include "run/tasks/utf8_check.h"
#include "run/vectors/filter_encoders.h"
#include "sonde/error.h"
#include "sonde/scorer.h"

namespace sonde {
namespace {

std::vector<EncoderSubject> make_encoders(const RunPlan& plan, const RunContext& context,
                                          const SubjectMakers& makers) {
  std::vector<EncoderSubject> subjects;
  const auto note = [&context](const std::string& line) { context.note(line); };
  const EncoderContext of_encoders{plan.resources, plan.threads, context.stopper(), note,
                                   plan.strict};
  for (const auto& spec : plan.encoders) {
    auto encoder = at_place(spec.place, [&] { return makers.encoder(spec, of_encoders); });
    subjects.push_back({spec, std::move(encoder)});
  }
  return subjects;
}

template <class Kinds>
bool is_one_of(const Kinds& kinds, const std::string& name) {
  return std::ranges::any_of(kinds, [&](const auto& kind) { return kind.name == name; });
}

void check_encoder_kind(const Spec& spec) {
  if (is_derived(spec) || is_one_of(scorer_kinds(), spec.kind))
    throw usage_error("'" + spec.kind + "' is a scorer", "name it with --scorer");
  find_encoder_kind(spec.kind);
}

void check_scorer_kind(const Spec& spec) {
  if (is_one_of(encoder_kinds(), spec.kind))
    throw usage_error("'" + spec.kind + "' is an encoder", "name it with --encoder");
  if (is_derived(spec) || is_one_of(scorer_kinds(), spec.kind)) return;
  std::vector<std::string> known;
  for (const auto& kind : scorer_kinds()) known.emplace_back(kind.name);
  for (const auto& kind : derived_kinds()) known.emplace_back(kind.name);
  throw_unknown("scorer", spec.kind, known);
}

void check_text(const Spec& spec) {
  std::vector<std::string> all{spec.text, spec.name, spec.location, spec.group};
  for (const auto& [key, value] : spec.options) all.push_back(value);
  for (const auto& text : all) {
    check_utf8("the subject '" + spec.text + "'", text, "name its files in UTF-8, by links maybe");
  }
}

void check_texts(const RunPlan& plan) {
  for (const auto& specs : {plan.encoders, plan.scorers}) {
    for (const auto& spec : specs) at_place(spec.place, [&] { check_text(spec); });
  }
}

// The names of encoders' views and of scorers that aren't derived.
std::vector<std::string> check_names(const RunPlan& plan,
                                     const std::vector<EncoderSubject>& encoders) {
  std::vector<std::string> own;
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    if (name == "data") {
      throw usage_error("a subject may not be named 'data'",
                        "results that belong to no subject have that name");
    }
    if (!names.insert(name).second) {
      throw usage_error("two subjects are named '" + name + "'", "name them apart: NAME=SPEC");
    }
  };
  for (const auto& subject : encoders) {
    for (const auto& view : subject.encoder->views()) add(view_name(subject, view));
  }
  own.assign(names.begin(), names.end());
  for (const auto& spec : plan.scorers) {
    add(spec.name);
    if (!is_derived(spec)) own.push_back(spec.name);
  }
  return own;
}

Planned plan_subjects(const RunPlan& plan, const RunContext& context, const SubjectMakers& makers) {
  if (plan.encoders.empty() && plan.scorers.empty()) {
    throw usage_error("a run needs a subject", "name one with --encoder or --scorer");
  }
  check_texts(plan);
  if (!makers.recorded) check_kinds(plan);
  Planned planned;
  planned.encoders = make_encoders(plan, context, makers);
  planned.derived = make_derived(plan.scorers, check_names(plan, planned.encoders));
  return planned;
}

Planned plan_all(const RunPlan& plan, const RunContext& context, const SubjectMakers& makers) {
  Planned planned = plan_subjects(plan, context, makers);
  FilterEncoders filters(plan, planned.encoders, context, makers);
  for (auto& task : tasks_of(plan)) planned.tasks.push_back(filters.add_to(std::move(task)));
  return planned;
}

}  // namespace

// An encoder may have to ask another process who it is.
Planned plan_run(const RunPlan& plan, const RunContext& context, const SubjectMakers& makers) {
  try {
    return plan_all(plan, context, makers);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInterrupted) throw_stopped();
    throw;
  }
}

void check_subjects(const RunPlan& plan, Observer& observer) {
  check_amounts(plan);
  plan_subjects(plan, RunContext(observer, plan.threads), {});
}

void check_kinds(const RunPlan& plan) {
  for (const auto& spec : plan.encoders) at_place(spec.place, [&] { check_encoder_kind(spec); });
  for (const auto& spec : plan.scorers) at_place(spec.place, [&] { check_scorer_kind(spec); });
}

void check_amounts(const RunPlan& plan) {
  parse_limit(plan.limit);
  if (plan.replicates < kFewestReplicates || plan.replicates > kMostReplicates) {
    throw usage_error(counted(plan.replicates, "replicate"),
                      fmt::format("give from {} to {}; the default is {}", kFewestReplicates,
                                  kMostReplicates, kDefaultReplicates));
  }
  if (plan.share.of > 0 && (plan.share.number < 1 || plan.share.number > plan.share.of)) {
    throw usage_error("no such part: " + std::to_string(plan.share.number) + " of " +
                          std::to_string(plan.share.of),
                      "give --part 1/N to N/N");
  }
  if (plan.threads > kMostThreads) {
    throw usage_error(counted(plan.threads, "thread"), "give at most 512; 0 means all");
  }
}

}  // namespace sonde
