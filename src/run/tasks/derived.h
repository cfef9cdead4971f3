#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/subject.h"

namespace sonde {

class SubjectAnswers;

struct DerivedFacts {
  std::vector<std::string> parts;  // the subjects that it is made of, by name
  bool learns = false;             // from gold values: its own values are then of models that did
                                   // not see the row
  bool wants_features = false;     // needs its part's vectors, or a scorer's features
  std::string trained_on;          // a data set of the run (empty: the one that is measured)
  Digest what;                     // all of the options
  std::vector<std::pair<std::string, std::string>> told;  // for people
};

struct DerivedValues {
  std::vector<double> similarities;  // one per row (none: not applicable to the task)
  std::vector<double> fitted{};      // numbers that were learned, for the run file
  std::string note{};                // their remark (may be empty)
};

// A subject that is made of other subjects of its run: it gives a similarity for a row. A file a
// kind.
class Derived {
 public:
  virtual ~Derived() = default;
  virtual const DerivedFacts& facts() const = 0;
  // Errors: kInput if nothing can be learned.
  virtual DerivedValues values(SubjectAnswers& answers, std::uint32_t task) const = 0;
};

// A row of the table of derived subjects, which are named among the scorers.
struct DerivedKind {
  std::string_view name;
  std::string_view form;
  std::string_view help;
  std::unique_ptr<Derived> (*make)(const Spec&);
};

std::span<const DerivedKind> derived_kinds();
bool is_derived(const Spec& spec);

struct DerivedSubject {
  Spec spec;
  std::shared_ptr<const Derived> derived;
  Identity identity{};  // known once the run's other subjects are
};

// The derived subjects among the specs. `names`: of the run's other subjects. Errors: kUsage for an
// unknown part, a subject that is made of itself, one that learns from learned ones.
std::vector<DerivedSubject> make_derived(std::span<const Spec> specs,
                                         std::span<const std::string> names);

// "a+b" -> a, b. Errors: kUsage without any.
std::vector<std::string> derived_parts(const Spec& spec);

std::unique_ptr<Derived> make_hybrid(const Spec& spec);
std::unique_ptr<Derived> make_head(const Spec& spec);

}  // namespace sonde
