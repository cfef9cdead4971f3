#include "run/plan_digest.h"

#include "base/version.h"

namespace sonde {
namespace {

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

}  // namespace

Digest plan_digest(const RunPlan& plan, const Listed& listed) {
  Hasher hasher;
  hasher.add("plan 2").add(kVersion).add(plan.seed);
  hasher.add(static_cast<std::uint64_t>(plan.replicates)).add(plan.limit);
  hasher.add(std::uint64_t{listed.tasks.size()});
  for (const auto& task : listed.tasks) add_task(hasher, task);
  for (const auto& subject : listed.encoders) {
    add_spec(hasher, subject.spec);
    for (const auto& view : subject.encoder->views()) add_identity(hasher, view);
  }
  for (const auto& subject : listed.scorers) {
    add_spec(hasher, subject.spec);
    add_identity(hasher, subject.identity);
  }
  for (const auto& subject : listed.derived) {
    add_spec(hasher, subject.spec);
    add_identity(hasher, subject.identity);
  }
  return hasher.finish();
}

}  // namespace sonde
