#include "run/derived/derived_identity.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/at_place.h"
#include "base/cpu.h"
#include "base/names.h"
#include "sonde/error.h"

namespace sonde {
namespace {

// Changes when the same rows teach other bits: a part of Identity::numerics.
constexpr int kLearningRevision = 1;

class Identities {
 public:
  Identities(const std::vector<DerivedSubject>& derived, const Listed& listed) : listed_(listed) {
    for (const auto& subject : listed.encoders) {
      for (const auto& view : subject.encoder->views()) known_[view_name(subject, view)] = view;
    }
    for (const auto& subject : listed.scorers) known_[subject.spec.name] = subject.identity;
    for (const auto& subject : derived) derived_[subject.spec.name] = &subject;
  }

  // Identifies each part before subjects made of it.
  const Identity& of(const std::string& name) {
    const auto found = known_.find(name);
    if (found != known_.end()) return found->second;
    return known_[name] = make(*derived_.at(name));
  }

 private:
  Identity make(const DerivedSubject& subject) {
    const DerivedFacts& facts = subject.derived->facts();
    Identity identity;
    Hasher hasher;
    hasher.add("derived 2").add(facts.what);
    if (facts.learns) {
      add_learned_from(hasher, facts.trained_on);
      identity.numerics =
          "learning " + std::to_string(kLearningRevision) + ", " + std::string(cpu_class());
    }
    std::string parts;
    for (const auto& part : facts.parts) {
      const Identity& below = of(part);
      hasher.add(below.view).add(below.what);
      identity.batch_dependent = identity.batch_dependent || below.batch_dependent;
      add_numerics(identity.numerics, below.numerics);
      parts += (parts.empty() ? "" : ", ") + part;
    }
    identity.what = hasher.finish();
    identity.facts = facts.told;
    identity.facts.emplace_back("made of", parts);
    return identity;
  }

  static void add_numerics(std::string& all, const std::string& one) {
    if (one.empty() || all.find(one) != all.npos) return;
    all += (all.empty() ? "" : "; ") + one;
  }

  // The rows: another limit or filter teaches something else. Empty: each data set its own.
  void add_learned_from(Hasher& hasher, const std::string& dataset) const {
    std::vector<std::string> names;
    bool known = dataset.empty();
    for (const auto& task : listed_.tasks) {
      names.push_back(task.card.name);
      if (!dataset.empty() && task.card.name != dataset) continue;
      known = true;
      hasher.add(task.dataset).add(task.spec.text).add(task.counts.digests);
      for (const auto& by : task.filter) {
        hasher.add(text_without_folders(by.spec)).add(by.identity.view).add(by.identity.what);
      }
    }
    if (!known) throw_unknown("data set of this run", dataset, names);
  }

  const Listed& listed_;
  std::map<std::string, Identity> known_;
  std::map<std::string, const DerivedSubject*> derived_;
};

void check_streamed(const DerivedSubject& subject, const Listed& listed) {
  const auto streamed = std::ranges::find_if(listed.tasks, &ListedTask::streamed);
  if (streamed == listed.tasks.end()) return;
  throw usage_error("'" + subject.spec.name +
                        "' is made of other subjects, which are read about '" +
                        streamed->card.name + "' block by block, as it is large",
                    "name a store with --store FILE, so that vectors are stored, or give "
                    "--stream-above");
}

// Whether a head can learn from a subject.
bool has_features(const std::string& name, const Listed& listed) {
  for (const auto& subject : listed.encoders) {
    for (const auto& view : subject.encoder->views()) {
      if (view_name(subject, view) == name) return true;
    }
  }
  const auto gives = [](const std::unique_ptr<Scorer>& scorer) {
    return scorer && scorer->features() > 0;
  };
  for (const auto& subject : listed.scorers) {
    if (subject.spec.name == name) return std::ranges::any_of(subject.by_task, gives);
  }
  return false;
}

void check_features(const DerivedSubject& subject, const Listed& listed) {
  const DerivedFacts& facts = subject.derived->facts();
  if (!facts.wants_features) return;
  for (const auto& part : facts.parts) {
    if (has_features(part, listed)) continue;
    throw usage_error(
        "'" + part + "' has no vectors that '" + subject.spec.name + "' could learn from",
        "name an encoder, or learn from similarities: features=similarity");
  }
}

}  // namespace

std::vector<DerivedSubject> identify(std::vector<DerivedSubject> derived, const Listed& listed) {
  Identities identities(derived, listed);
  std::vector<Identity> all;
  for (const auto& subject : derived) {
    at_place(subject.spec.place, [&] {
      check_streamed(subject, listed);
      check_features(subject, listed);
      all.push_back(identities.of(subject.spec.name));
    });
  }
  for (std::size_t i = 0; i < derived.size(); ++i) derived[i].identity = std::move(all[i]);
  return derived;
}

}  // namespace sonde
