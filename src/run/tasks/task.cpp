#include "run/tasks/task.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/at_place.h"
#include "base/names.h"
#include "data/card.h"
#include "probes/shared/kinds.h"
#include "run/tasks/probe_sources.h"
#include "run/tasks/task_listing.h"
#include "run/tasks/utf8_check.h"
#include "sonde/error.h"

namespace sonde {
namespace {

bool is_rated(const Card& card) {
  const auto gold = card.settings.find("gold");
  return gold == card.settings.end() || gold->second != "nan";
}

// Whether one of the plan's probes (any, if it names none) reads the shipped data set. WordNet is
// not shipped, and unrated pairs give no result.
bool is_read(const Card& card, const RunPlan& plan) {
  if (card.layout == Layout::kWordNet || !is_rated(card)) return false;
  const auto reads = [&](const Spec& probe) { return probe.kind == card.probe; };
  return plan.probes.empty() || std::ranges::any_of(plan.probes, reads);
}

[[noreturn]] void throw_no_shipped(const std::set<std::string>& languages,
                                   const std::string& language) {
  if (languages.empty()) {
    throw usage_error("no shipped data set goes with the probes of this run",
                      "name one with --data");
  }
  const std::vector<std::string> known(languages.begin(), languages.end());
  throw usage_error("no shipped data set of these probes is in the language '" + language + "'",
                    "known are: all, " + first_of(known));
}

// The shipped data sets of the plan's probes and language. One without a language is in any.
std::vector<Card> shipped_cards(const RunPlan& plan) {
  const std::string language = plan.language.empty() ? "en" : plan.language;
  auto [shipped, error] = list_cards(plan.resources.data);
  if (error) throw *error;
  std::vector<Card> cards;
  std::set<std::string> languages;
  for (auto& card : shipped) {
    if (!is_read(card, plan)) continue;
    languages.insert(card.language);
    const bool is_meant = language == "all" || card.language.empty() || card.language == language;
    if (is_meant) cards.push_back(std::move(card));
  }
  if (cards.empty()) throw_no_shipped(languages, language);
  return cards;
}

// The data sets that are named, else the shipped ones.
std::vector<Card> chosen_cards(const RunPlan& plan) {
  if (plan.datasets.empty()) return shipped_cards(plan);
  if (!plan.language.empty()) {
    throw usage_error("--language chooses shipped data sets, but this run names its own",
                      "leave out --language, or --data");
  }
  std::vector<Card> cards;
  for (const auto& name : plan.datasets) cards.push_back(find_dataset(name, plan.resources.data));
  return cards;
}

[[noreturn]] void throw_unclear(const Card& card, const std::string& several = {}) {
  throw usage_error("cannot tell which probe " + card.file.string() + " is for" + several,
                    "name one with --probe, or write a card");
}

// How well a kind of probe reads a bare file, by its header: errors further below must not change
// the choice. Any file has lines, so columns count more, then how many fields have one, then their
// share of all fields, then how few columns aren't fields.
using Fit = std::tuple<bool, std::size_t, double, std::ptrdiff_t>;

Fit fit(const std::string& kind, const Card& card) {
  const auto probe = make_probe(parse_spec(kind), {});
  const auto& fields = probe->fields();
  const bool has_columns = layout_of(card, fields) != Layout::kLines;
  const std::size_t found = count_columns(card, fields);
  const auto labels = std::ranges::count_if(
      columns_read(card, fields), [](const auto& name) { return name.starts_with("label:"); });
  // One among others is too little: a column `sentence` may be of anything.
  if (has_columns && found == 1 && labels > 0) throw_unclear(card);
  const double share = static_cast<double>(found) / static_cast<double>(fields.size());
  return {has_columns, found, share, -labels};
}

using Fits = std::multimap<Fit, std::string>;

// How well each kind reads a bare file. Errors: that of the kinds if all fail alike.
Fits fits_of(const std::set<std::string>& kinds, const Card& card) {
  Fits fits;
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
  return fits;
}

// The kind of probe, of those named or of all, that reads a bare file best.
std::string probe_by_header(const RunPlan& plan, const Card& card) {
  std::set<std::string> kinds;
  for (const auto& probe : plan.probes) kinds.insert(probe.kind);
  if (kinds.size() == 1) return *kinds.begin();  // its own error explains the cause
  if (kinds.empty()) {
    for (const auto& kind : probe_kinds()) kinds.insert(std::string(kind.name));
  }
  const Fits fits = fits_of(kinds, card);
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

// An error in a card's own keys is reported at the card.
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

// The card's keys for the probe, and those it finds itself. Also reads files that the spec names.
std::map<std::string, std::string> settled(const RunPlan& plan, Spec& spec, const Card& card) {
  auto settings = card.settings;
  const auto* const kind = find_probe_kind(spec.kind);
  if (kind == nullptr) return settings;
  const auto probe = kind->make(parse_spec(spec.kind), {});
  for (const auto& field : probe->fields()) settings.erase(field.name);  // in its records
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

Task make_task(const Card& card, Spec spec, std::map<std::string, std::string> settings) {
  Task task;
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
  return task;
}

}  // namespace

std::vector<Task> tasks_of(const RunPlan& plan) {
  check_probes(plan);
  const auto listing = plan.listing.empty() ? nullptr : open_listing(plan);
  std::vector<Task> tasks;
  std::set<std::pair<std::string, std::string>> seen;
  for (auto& card : chosen_cards(plan)) {
    check_utf8("the name of the data set '" + card.name + "'", card.name,
               "name it: --data NAME=PATH");
    auto specs = probes_for(plan, card);
    std::optional<Digest> digest;  // for the whole data set, which is read for it
    for (auto& spec : specs) {
      auto settings = settled(plan, spec, card);
      if (!seen.insert({spec.text, card.name}).second) {
        throw usage_error("two data sets are named '" + card.name + "'",
                          "rename one: --data NAME=PATH");
      }
      Task task = make_task(card, std::move(spec), std::move(settings));
      if (listing) task.listing = find_listed(listing, task);
      if (!task.listing && !digest) digest = dataset_digest(card);
      task.dataset = task.listing ? dataset_digest_with(card, task.listing->data().file) : *digest;
      tasks.push_back(std::move(task));
    }
  }
  return tasks;
}

void throw_changed(const Task& task) {
  throw input_error("the data set changed during the run", {task.card.file.string()},
                    "run again when nothing is writing its files");
}

void check_unchanged(const Task& task) {
  if (!task.listing && dataset_digest(task.card) != task.dataset) throw_changed(task);
}

}  // namespace sonde
