#include "run/plan.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/at_place.h"
#include "base/names.h"
#include "base/threads.h"
#include "encoders/kinds.h"
#include "formats/utf8.h"
#include "items/card.h"
#include "run/filtering.h"
#include "run/probe_sources.h"
#include "run/version.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// The data sets that are meant: those named, else all shipped ones that the
// probes (all, where none is named) can read. WordNet is not shipped.
std::vector<Card> chosen_cards(const RunPlan& plan) {
  std::vector<Card> cards;
  if (plan.datasets.empty()) {
    auto [shipped, error] = list_cards(plan.resources.data);
    if (error) throw *error;
    for (auto& card : shipped) {
      if (card.layout == Layout::kWordNet) continue;
      const auto reads = [&](const Spec& probe) { return probe.kind == card.probe; };
      if (plan.probes.empty() || std::any_of(plan.probes.begin(), plan.probes.end(), reads)) {
        cards.push_back(std::move(card));
      }
    }
    if (cards.empty()) {
      throw usage_error("no shipped data set goes with the probes of this run",
                        "name one with --data");
    }
    return cards;
  }
  for (const auto& name : plan.datasets) cards.push_back(find_dataset(name, plan.resources.data));
  return cards;
}

[[noreturn]] void throw_unclear(const Card& card, const std::string& several = {}) {
  throw usage_error("no telling which probe " + card.file.string() + " is for" + several,
                    "name one with --probe, or write a card");
}

// How well a kind of probe reads a bare file, by its header: what is wrong further below must not
// change the choice. Any file has lines: columns say more, then how many fields have one, then
// their share of all fields, then how few columns are none.
using Fit = std::tuple<bool, std::size_t, double, std::ptrdiff_t>;

Fit fit(const std::string& kind, const Card& card) {
  const auto probe = make_probe(parse_spec(kind), {});
  const auto& fields = probe->fields();
  const bool has_columns = layout_of(card, fields) != Layout::kLines;
  const std::size_t found = count_columns(card, fields);
  const auto labels = std::ranges::count_if(
      columns_read(card, fields), [](const auto& name) { return name.starts_with("label:"); });
  // One among others says too little: a column `sentence` may be of anything.
  if (has_columns && found == 1 && labels > 0) throw_unclear(card);
  const double share = static_cast<double>(found) / static_cast<double>(fields.size());
  return {has_columns, found, share, -labels};
}

// The kind of probe, of those named or of all, that reads a bare file best.
std::string probe_by_header(const RunPlan& plan, const Card& card) {
  std::set<std::string> kinds;
  for (const auto& probe : plan.probes) kinds.insert(probe.kind);
  if (kinds.size() == 1) return *kinds.begin();  // whose own error says what is wrong
  if (kinds.empty()) {
    for (const auto& kind : probe_kinds()) kinds.insert(std::string(kind.name));
  }
  std::multimap<Fit, std::string> fits;
  std::set<std::string> errors;
  for (const auto& kind : kinds) {
    try {
      fits.emplace(fit(kind, card), kind);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kOutside) throw;
      errors.insert(error.what());
    }
  }
  if (fits.empty() && errors.size() == 1) fit(*kinds.begin(), card);  // throws it again
  if (fits.empty()) throw_unclear(card);
  const auto [first, last] = fits.equal_range(fits.rbegin()->first);
  if (std::next(first) == last) return first->second;
  std::string several;
  for (auto at = first; at != last; ++at) several += (several.empty() ? "" : " or ") + at->second;
  throw_unclear(card, ": " + several);
}

// A card's own probe, or the one that can read a bare file.
std::vector<Spec> probes_for(const RunPlan& plan, Card& card) {
  std::vector<Spec> fitting;
  if (card.probe.empty()) card.probe = probe_by_header(plan, card);
  for (const auto& probe : plan.probes) {
    if (probe.kind == card.probe) fitting.push_back(probe);
  }
  if (plan.probes.empty()) fitting.push_back(parse_spec(card.probe));
  if (fitting.empty()) {
    throw usage_error("the data set '" + card.name + "' is for the probe '" + card.probe +
                          "', which this run does not name",
                      "add --probe " + card.probe);
  }
  return fitting;
}

// What a probe refuses of a card's own keys stands in the card.
std::unique_ptr<Probe> probe_of(const Spec& spec, const Card& card,
                                std::map<std::string, std::string> settings) {
  try {
    if (!card.language.empty()) settings.emplace("language", card.language);
    return make_probe(spec, settings);
  } catch (const Error& error) {
    const bool of_card = error.kind() == ErrorKind::kInput || spec.options.empty();
    if (!of_card || card.card.empty()) throw;
    throw input_error(error.message(), place_in_card(card, error.place().column), error.advice());
  }
}

// The card's keys for the probe, with what it finds itself; what the spec names is read, too.
std::map<std::string, std::string> settled(const RunPlan& plan, Spec& spec, const Card& card) {
  auto settings = card.settings;
  const auto kind = std::ranges::find(probe_kinds(), spec.kind, &ProbeKind::name);
  if (kind == probe_kinds().end()) return settings;
  const auto probe = kind->make(parse_spec(spec.kind), {});
  for (const auto& field : probe->fields()) settings.erase(field.name);  // of its records
  if (!kind->settle) return settings;
  const RunSources sources(plan, card);
  Settling settling{spec, card, settings, sources};
  kind->settle(settling);
  return settings;
}

void check_probe(const Spec& probe) {
  find_row(probe_kinds(), "probe", probe.kind);
  if (probe.location.empty()) return;
  throw usage_error("'" + probe.text + "' names a file or a place, which no probe has",
                    "write " + probe.kind + "?key=value, and name data with --data");
}

void check_probes(const RunPlan& plan) {
  std::set<std::string> seen;
  for (const auto& probe : plan.probes) {
    at_place(probe.place, [&] { check_probe(probe); });
    if (!seen.insert(probe.text).second) {
      throw usage_error("the probe '" + probe.text + "' is named twice", "name it once");
    }
  }
}

void check_utf8(const std::string& what, const std::string& text, const std::string& advice) {
  if (find_invalid_utf8(text) == text.npos) return;
  throw usage_error(what + " is no UTF-8, which a run file is", advice);
}

std::vector<Task> make_tasks(const RunPlan& plan) {
  check_probes(plan);
  std::vector<Task> tasks;
  std::set<std::pair<std::string, std::string>> seen;
  for (auto& card : chosen_cards(plan)) {
    check_utf8("the name of the data set '" + card.name + "'", card.name,
               "name it: --data NAME=PATH");
    auto specs = probes_for(plan, card);
    const Digest digest = dataset_digest(card);
    for (auto& spec : specs) {
      auto settings = settled(plan, spec, card);
      if (!seen.insert({spec.text, card.name}).second) {
        throw usage_error("two data sets are named '" + card.name + "'",
                          "rename one: --data NAME=PATH");
      }
      Task& task = tasks.emplace_back();
      task.card = card;
      task.settings = std::move(settings);
      // The one that the probe settled on is a fact of the task, like a card's.
      if (auto language = task.settings.extract("language")) {
        const bool named = !card.language.empty() || spec.options.contains("language");
        task.language_assumed = !named && !language.mapped().empty();
        task.card.language = std::move(language.mapped());
      }
      task.spec = std::move(spec);
      task.probe =
          at_place(task.spec.place, [&] { return probe_of(task.spec, task.card, task.settings); });
      task.dataset = digest;
    }
  }
  return tasks;
}

std::vector<EncoderSubject> make_encoders(const RunPlan& plan, const std::function<bool()>& stop) {
  std::vector<EncoderSubject> subjects;
  const EncoderContext context{plan.resources, plan.threads, stop};
  for (const auto& spec : plan.encoders) {
    auto encoder = at_place(spec.place, [&] { return make_encoder(spec, context); });
    subjects.push_back({spec, std::move(encoder), 0});
  }
  return subjects;
}

template <class Kinds>
bool is_one_of(const Kinds& kinds, const std::string& name) {
  return std::ranges::any_of(kinds, [&](const auto& kind) { return kind.name == name; });
}

void check_encoder_kind(const Spec& spec) {
  if (is_one_of(scorer_kinds(), spec.kind))
    throw usage_error("'" + spec.kind + "' is a scorer", "name it with --scorer");
  find_encoder_kind(spec.kind);
}

void check_scorer_kind(const Spec& spec) {
  if (is_one_of(encoder_kinds(), spec.kind))
    throw usage_error("'" + spec.kind + "' is an encoder", "name it with --encoder");
  find_row(scorer_kinds(), "scorer", spec.kind);
}

// Before any work, which would be lost when the run file is written.
void check_text(const Spec& spec) {
  std::vector<std::string> all{spec.text, spec.name, spec.location, spec.group};
  for (const auto& [key, value] : spec.options) all.push_back(value);
  for (const auto& text : all) {
    check_utf8("the subject '" + spec.text + "'", text, "name its files in UTF-8, by links maybe");
  }
}

void check_kinds(const RunPlan& plan) {
  for (const auto& specs : {plan.encoders, plan.scorers}) {
    for (const auto& spec : specs) at_place(spec.place, [&] { check_text(spec); });
  }
  for (const auto& spec : plan.encoders) at_place(spec.place, [&] { check_encoder_kind(spec); });
  for (const auto& spec : plan.scorers) at_place(spec.place, [&] { check_scorer_kind(spec); });
}

void check_names(const RunPlan& plan, const std::vector<EncoderSubject>& encoders) {
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    if (name == "data") {
      throw usage_error("a subject may not be named 'data'",
                        "results that belong to no subject have that name");
    }
    if (!names.insert(name).second) {
      throw usage_error("two subjects are named '" + name + "'", "name them: --encoder NAME=SPEC");
    }
  };
  for (const auto& subject : encoders) {
    for (const auto& view : subject.encoder->views()) add(view_name(subject, view));
  }
  for (const auto& spec : plan.scorers) add(spec.name);
}

void add_spec(Hasher& hasher, const Spec& spec) {
  hasher.add(spec.name).add(text_without_folders(spec)).add(spec.group);
}

void add_identity(Hasher& hasher, const Identity& identity) {
  hasher.add(identity.view).add(identity.what).add(identity.numerics);
  hasher.add(std::uint64_t{identity.facts.size()});
  for (const auto& [name, fact] : identity.facts) hasher.add(name).add(fact);
}

void add_task(Hasher& hasher, const Task& task) {
  const Card& card = task.card;
  hasher.add(card.name).add(card.title).add(card.version).add(card.language).add(card.licence);
  hasher.add(task.dataset).add(task.spec.text);
  const Layout layout = layout_of(card, task.probe->fields());
  if (layout == Layout::kLines) hasher.add("lines");
  if (layout == Layout::kJsonLines) hasher.add("JSON lines");
  for (const auto& [key, value] : task.settings) hasher.add(key).add(value);
  for (const auto& by : task.filter) {
    hasher.add(text_without_folders(by.spec));
    add_identity(hasher, by.identity);
  }
}

[[noreturn]] void throw_changed(const Task& task) {
  throw input_error("the data set changed during the run", {task.card.file.string()},
                    "run again when nothing writes its files");
}

void give_blocks(const KeptItems& kept, std::size_t block, const TakeItems& take) {
  for (std::size_t first = 0; first < kept.items.size(); first += block) {
    const std::size_t count = std::min(block, kept.items.size() - first);
    take(std::span(kept.items).subspan(first, count),
         std::span(kept.digests).subspan(first, count));
  }
}

}  // namespace

void read_again(const Task& task, std::size_t block, const TakeItems& take) {
  if (task.kept) return give_blocks(*task.kept, block, take);
  const auto take_listed = [&](std::span<const Item> items, std::span<const Digest> digests) {
    // A scorer knows as many rows as were listed.
    if (items.back().first_row + items.back().rows.size() > task.counts.whole_rows) {
      throw_changed(task);
    }
    take(items, digests);
  };
  const ItemStream stream(task.card, *task.probe, task.repeated, task.passed);
  if (stream.read(task.sample, block, take_listed) != task.counts) throw_changed(task);
}

void check_unchanged(const Task& task) {
  if (dataset_digest(task.card) != task.dataset) throw_changed(task);
}

ResolvedPlan resolve(const RunPlan& plan, std::function<bool()> stop) {
  if (plan.encoders.empty() && plan.scorers.empty()) {
    throw usage_error("a run needs a subject", "name one with --encoder or --scorer");
  }
  check_kinds(plan);
  ResolvedPlan resolved;
  resolved.stop = std::move(stop);
  resolved.encoders = make_encoders(plan, resolved.stop);
  check_names(plan, resolved.encoders);
  resolved.tasks = make_tasks(plan);
  make_filters(plan, resolved);
  return resolved;
}

void check_amounts(const RunPlan& plan) {
  parse_limit(plan.limit);
  if (plan.replicates < kFewestReplicates || plan.replicates > kMostReplicates) {
    throw usage_error(std::to_string(plan.replicates) + " replicates",
                      "give from 10 to 1000000; the default is 2000");
  }
  if (plan.threads > kMostThreads) {
    throw usage_error(std::to_string(plan.threads) + " threads", "give at most 512; 0 means all");
  }
}

std::vector<Task> resolve_tasks(const RunPlan& plan) { return make_tasks(plan); }

void make_scorers(const RunPlan& plan, ResolvedPlan& resolved) {
  for (const auto& spec : plan.scorers) {
    ScorerSubject subject{spec, {}, {}};
    bool fits = false;
    for (const auto& task : resolved.tasks) {
      const ScorerContext context{task.card.name, task.counts.whole_rows};
      subject.by_task.push_back(at_place(spec.place, [&] { return make_scorer(spec, context); }));
      if (!subject.by_task.back()) continue;
      subject.identity = subject.by_task.back()->identity();
      fits = true;
    }
    if (!fits) throw usage_error("the scorer '" + spec.name + "' fits no data set of this run");
    resolved.scorers.push_back(std::move(subject));
  }
}

std::string view_name(const EncoderSubject& subject, const Identity& view) {
  if (view.view.empty()) return subject.spec.name;
  // A name made from the options has the list of views in it: one of them takes its place.
  const std::string key = view.view.substr(0, view.view.find('='));
  const auto listed = subject.spec.options.find(key);
  if (listed != subject.spec.options.end()) {
    const std::string list = key + "=" + listed->second;
    const auto at = subject.spec.name.find(list);
    if (at != std::string::npos)
      return std::string(subject.spec.name).replace(at, list.size(), view.view);
  }
  return subject.spec.name + "@" + view.view;
}

Digest plan_digest(const RunPlan& plan, const ResolvedPlan& resolved) {
  Hasher hasher;
  hasher.add("plan 2").add(kVersion).add(plan.seed);
  hasher.add(static_cast<std::uint64_t>(plan.replicates)).add(plan.limit);
  hasher.add(std::uint64_t{resolved.tasks.size()});
  for (const auto& task : resolved.tasks) add_task(hasher, task);
  for (const auto& subject : resolved.encoders) {
    add_spec(hasher, subject.spec);
    for (const auto& view : subject.encoder->views()) add_identity(hasher, view);
  }
  for (const auto& subject : resolved.scorers) {
    add_spec(hasher, subject.spec);
    add_identity(hasher, subject.identity);
  }
  return hasher.finish();
}

}  // namespace sonde
