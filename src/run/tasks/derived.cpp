#include "run/tasks/derived.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/at_place.h"
#include "base/names.h"
#include "base/parse.h"
#include "sonde/error.h"

namespace sonde {
namespace {

constexpr std::array kDerived{
    DerivedKind{"hybrid", "hybrid:A+B[?weights=0.5,0.5&trained_on=DATASET&folds=10]",
                "a weighted mean of other subjects of the run, or a ridge regression on them",
                make_hybrid},
    DerivedKind{"head", "head:A[?hidden=60,10&pca=8&features=pair&split=folds&seed=1]",
                "a small network that learns the gold values from a subject's vectors, measured on "
                "rows that it did not see",
                make_head},
};

using ByName = std::map<std::string, const DerivedSubject*>;

// Follows the parts of derived subjects down.
class PartCheck {
 public:
  PartCheck(const ByName& derived, std::span<const std::string> names)
      : derived_(derived), names_(names.begin(), names.end()) {
    for (const auto& [name, subject] : derived) known_.push_back(name);
    known_.insert(known_.end(), names.begin(), names.end());
  }

  void check(const DerivedSubject& subject) {
    above_.insert(subject.spec.name);
    const DerivedFacts& facts = subject.derived->facts();
    for (const auto& part : facts.parts) check_part(subject, part);
    above_.erase(subject.spec.name);
  }

 private:
  void check_part(const DerivedSubject& subject, const std::string& part) {
    if (names_.contains(part)) return;
    const auto below = derived_.find(part);
    if (below == derived_.end()) throw_no_subject(part);
    if (above_.contains(part)) {
      throw usage_error(
          "'" + part + "' is made from itself" +
              (part == subject.spec.name ? "" : ", through '" + subject.spec.name + "'"),
          "name other subjects of the run");
    }
    if (subject.derived->facts().learns && learns(*below->second)) {
      throw usage_error("'" + subject.spec.name + "' would learn from '" + part +
                            "', which learned from the same rows",
                        "give its weights, as in hybrid:a+b?weights=1,1");
    }
    if (checked_.insert(part).second) check(*below->second);
  }

  [[noreturn]] void throw_no_subject(const std::string& part) const {
    const auto is_view = [&](const std::string& name) { return name.starts_with(part + "@"); };
    const auto view = std::ranges::find_if(known_, is_view);
    if (view == known_.end()) throw_unknown("subject", part, known_);
    throw usage_error("'" + part + "' has several views", "name one of them, such as " + *view);
  }

  bool learns(const DerivedSubject& subject) const {
    std::set<std::string> asked;
    return learns(subject, asked);
  }

  // Whether it or a part of it learns. Each is checked once.
  bool learns(const DerivedSubject& subject, std::set<std::string>& asked) const {
    if (!asked.insert(subject.spec.name).second) return false;
    if (subject.derived->facts().learns) return true;
    const auto part_learns = [&](const std::string& part) {
      const auto below = derived_.find(part);
      return below != derived_.end() && learns(*below->second, asked);
    };
    return std::ranges::any_of(subject.derived->facts().parts, part_learns);
  }

  const ByName& derived_;
  std::set<std::string> names_, above_, checked_;
  std::vector<std::string> known_;
};

}  // namespace

std::span<const DerivedKind> derived_kinds() { return kDerived; }

bool is_derived(const Spec& spec) {
  return std::ranges::any_of(kDerived, [&](const auto& kind) { return kind.name == spec.kind; });
}

std::vector<std::string> derived_parts(const Spec& spec) {
  std::vector<std::string> parts;
  for (const auto part : parts_of(spec.location, '+')) parts.emplace_back(part);
  if (std::ranges::find(parts, "") != parts.end()) {
    throw usage_error("'" + spec.text + "' does not name its subjects",
                      "write " + spec.kind + ":NAME or NAME+NAME, of subjects of this run");
  }
  return parts;
}

std::vector<DerivedSubject> make_derived(std::span<const Spec> specs,
                                         std::span<const std::string> names) {
  std::vector<DerivedSubject> subjects;
  for (const auto& spec : specs) {
    if (!is_derived(spec)) continue;
    const auto& kind = find_row(kDerived, "scorer", spec.kind);
    subjects.push_back({spec, at_place(spec.place, [&] { return kind.make(spec); })});
  }
  ByName by_name;
  for (const auto& subject : subjects) by_name.emplace(subject.spec.name, &subject);
  for (const auto& subject : subjects) {
    at_place(subject.spec.place, [&] { PartCheck(by_name, names).check(subject); });
  }
  return subjects;
}

}  // namespace sonde
