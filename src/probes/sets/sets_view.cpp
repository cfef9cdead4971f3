#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/names.h"
#include "probes/shared/kinds.h"
#include "probes/shared/probe_forms.h"
#include "statistics/measures/plane_projection.h"

namespace sonde {
namespace {

// A criterion in the results of a run of one sample, which are 1 if it holds.
struct ShownCriterion {
  std::string_view name, result, says;
};

struct OperatorCriteria {
  std::string_view name;
  std::array<ShownCriterion, 3> criteria;  // those after the last have no name
};

constexpr std::array<OperatorCriteria, 3> kCriteriaOfOperators{
    {{"overlap",
      {{{"C1", "c1_tt_at0", "The target is at least as similar to A, and to B, as A is to B."},
        {"C2", "c2", "The target's projection lies between A and B."}}}},
     {"difference",
      {{{"C3", "c3_tt_at0",
         "The target is at least as similar to A as to B, and B is at least as similar to A as to "
         "the target."},
        {"C4", "c4_t_at0", "A - B is at least as similar to the target as to B."},
        {"C5", "c5",
         "The target's projection is less than half the angle between A and B away from A."}}}},
     {"union",
      {{{"C6", "c6",
         "The target's projection is near the longer of A and B, or near the middle if they are "
         "about equally long."}}}}}};

ViewMenu operator_menu() {
  return {"operator",
          "Operator",
          true,
          {{"union",
            "The target has the meaning of both.",
            {"The museum opens at nine.", "Children enter free of charge.",
             "The museum opens at nine, and children enter free of charge."}},
           {"overlap",
            "The target is what A and B have in common.",
            {"The museum opens at nine, and children enter free of charge.",
             "Children enter free of charge and get a map.", "Children enter free of charge."}},
           {"difference",
            "The target is what A says and B doesn't.",
            {"The museum opens at nine, and children enter free of charge.",
             "Children enter free of charge.", "The museum opens at nine."}}}};
}

std::optional<ViewPlane> plane_of(Matrix<const float> vectors) {
  const auto found = project(vectors[2], vectors[0], vectors[1]);
  if (std::isnan(found.between) || std::isnan(found.from_a)) return std::nullopt;
  const auto at = [](double length, double angle) {
    return std::array{length * std::cos(angle), length * std::sin(angle)};
  };
  const double beside = found.norm * found.norm - found.norm_projection * found.norm_projection;
  return ViewPlane{at(found.norm_a, 0), at(found.norm_b, found.between),
                   at(found.norm_projection, found.from_a), std::sqrt(std::max(beside, 0.0))};
}

double number_named(const MeasuredItem& item, std::string_view name) {
  const auto measurements = item.probe.measurements();
  const auto at = std::ranges::find(measurements, name, &Measurement::name);
  return item.numbers(0, static_cast<std::size_t>(at - measurements.begin()));
}

ViewAnswer answer_sample(const MeasuredItem& item) {
  ViewAnswer answer;
  for (const auto* name : {"cosine_ab", "cosine_at", "cosine_bt"}) {
    answer.similarities.push_back(number_named(item, name));
  }
  for (const auto& criterion : find_row(kCriteriaOfOperators, "operator", item.choice).criteria) {
    if (criterion.name.empty()) continue;
    answer.criteria.push_back(
        {criterion.name, criterion.says, item.results.at(std::string(criterion.result))});
  }
  answer.plane = plane_of(item.vectors);
  return answer;
}

}  // namespace

ItemView sets_view() {
  return {{"sets", "Sets", "Do vectors behave like sets under overlap, difference and union?"},
          {{"filter", "none"}},
          operator_menu(),
          {{"a", "A", "A", "The museum opens at nine."},
           {"b", "B", "B", "Children enter free of charge."},
           {"target", "target", "Target",
            "The museum opens at nine, and children enter free of charge."}},
          {{"ab", "A and B"}, {"at", "A and T"}, {"bt", "B and T"}},
          {},
          false,
          "No plane: the vectors of A and B are parallel, or a sentence has no vector.",
          answer_sample};
}

}  // namespace sonde
