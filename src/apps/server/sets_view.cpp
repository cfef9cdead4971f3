#include <array>
#include <cmath>
#include <optional>

#include "apps/server/bench_views.h"
#include "apps/server/item_numbers.h"
#include "base/names.h"
#include "statistics/measures/plane_projection.h"

namespace sonde {
namespace {

// A criterion as a run of one sample tells it: 1 where it holds.
struct ShownCriterion {
  std::string_view name, result, says;
};

struct OperatorView {
  std::string_view name;
  std::array<ShownCriterion, 3> criteria;  // those after the last have no name
};

constexpr std::array<OperatorView, 3> kOperatorViews{
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
         "The target's projection is near the longer of A and B, or near the middle where they are "
         "about equally long."}}}}}};

// Of the lengths and angles between them: A lies on the first axis.
ServedJson plane_json(const EncodedTexts& encoded) {
  const auto found = project(encoded.vectors[2], encoded.vectors[0], encoded.vectors[1]);
  if (std::isnan(found.between) || std::isnan(found.from_a)) return nullptr;
  const auto at = [](double length, double angle) {
    return ServedJson::array({length * std::cos(angle), length * std::sin(angle)});
  };
  const double beside = found.norm * found.norm - found.norm_projection * found.norm_projection;
  return {{"a", at(found.norm_a, 0)},
          {"b", at(found.norm_b, found.between)},
          {"target", at(found.norm_projection, found.from_a)},
          {"distance", std::sqrt(std::max(beside, 0.0))}};
}

ServedJson similarities_json(const Probe& probe, const MatrixOf<double>& values) {
  ServedJson similarities = ServedJson::object();
  const auto measurements = probe.measurements();
  for (const std::string pair : {"ab", "at", "bt"}) {
    for (std::size_t i = 0; i < measurements.size(); ++i) {
      if (measurements[i].name != "cosine_" + pair) continue;
      similarities[pair] = number_or_null(values[0][i]);
    }
  }
  return similarities;
}

ServedJson criteria_json(const OperatorView& view, const std::map<std::string, double>& results) {
  ServedJson criteria = ServedJson::array();
  for (const auto& [name, result, says] : view.criteria) {
    if (name.empty()) continue;
    const double share = results.at(std::string(result));
    const auto holds = std::isnan(share) ? ServedJson(nullptr) : ServedJson(share == 1);
    criteria.push_back({{"name", name}, {"holds", holds}, {"says", says}});
  }
  return criteria;
}

}  // namespace

ServedJson sets_view(LoadedEncoders& encoders, Asked& asked, const Stop& stop) {
  const std::string a = asked.sentence("a"), b = asked.sentence("b");
  const std::string target = asked.sentence("target");
  const auto& view = find_row(kOperatorViews, "operator", asked.text("operator", kLongestName));
  asked.done();
  const auto probe = probe_with("sets", {{"filter", "none"}});
  const std::vector<Item> items{item_with(
      *probe, {{"operator", std::string(view.name)}, {"A", a}, {"B", b}, {"target", target}})};
  if (!items[0].left_out.empty()) throw HttpError(400, items[0].left_out);
  const auto subjects = encoders.named({});
  const auto encoded = encoders.encode(subjects, texts_in(items), Urgency::kView, stop);
  ServedJson all = ServedJson::array();
  for (const std::size_t subject : subjects) {
    const auto values = measured(*probe, items, encoded[subject]);
    all.push_back({{"name", encoders.subjects()[subject].name},
                   {"plane", plane_json(encoded[subject])},
                   {"similarities", similarities_json(*probe, values)},
                   {"criteria", criteria_json(view, results_of(*probe, items[0], values))}});
  }
  return {{"encoders", std::move(all)}};
}

}  // namespace sonde
