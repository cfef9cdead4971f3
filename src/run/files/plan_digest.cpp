#include "run/files/plan_digest.h"

#include "base/version.h"

namespace sonde {
namespace {

void add_spec(Hasher& hasher, const Spec& spec) {
  hasher.add(spec.name).add(text_without_folders(spec)).add(spec.group);
}

class PlanHasher {
 public:
  explicit PlanHasher(bool with_numerics) : with_numerics_(with_numerics) {}

  Digest of(const RunPlan& plan, const Listed& listed) {
    hasher_.add("plan 2").add(kVersion).add(plan.seed);
    hasher_.add(static_cast<std::uint64_t>(plan.replicates)).add(plan.limit);
    hasher_.add(std::uint64_t{listed.tasks.size()});
    for (const auto& task : listed.tasks) add(task);
    for (const auto& subject : listed.encoders) {
      add_spec(hasher_, subject.spec);
      for (const auto& view : subject.encoder->views()) add(view);
    }
    for (const auto& subject : listed.scorers) {
      add_spec(hasher_, subject.spec);
      add(subject.identity);
    }
    for (const auto& subject : listed.derived) {
      add_spec(hasher_, subject.spec);
      add(subject.identity);
    }
    return hasher_.finish();
  }

 private:
  void add(const Identity& identity) {
    hasher_.add(identity.view).add(identity.what);
    if (!with_numerics_) return;  // facts may contain them too
    hasher_.add(identity.numerics);
    hasher_.add(std::uint64_t{identity.facts.size()});
    for (const auto& [name, fact] : identity.facts) hasher_.add(name).add(fact);
  }

  void add(const Task& task) {
    const Card& card = task.card;
    hasher_.add(card.name).add(card.title).add(card.version).add(card.language).add(card.licence);
    hasher_.add(task.dataset).add(task.spec.text);
    const Layout layout = layout_of(card, task.probe->fields());
    if (layout == Layout::kLines) hasher_.add("lines");
    if (layout == Layout::kJsonLines) hasher_.add("JSON lines");
    for (const auto& [key, value] : task.settings) hasher_.add(key).add(value);
    for (const auto& by : task.filter) {
      hasher_.add(text_without_folders(by.spec));
      add(by.identity);
    }
  }

  bool with_numerics_;
  Hasher hasher_;
};

}  // namespace

Digest plan_digest(const RunPlan& plan, const Listed& listed) {
  return PlanHasher(true).of(plan, listed);
}

Digest question_digest(const RunPlan& plan, const Listed& listed) {
  return PlanHasher(false).of(plan, listed);
}

}  // namespace sonde
