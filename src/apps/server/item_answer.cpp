#include <cmath>

#include "apps/server/bench_views.h"
#include "apps/server/item_numbers.h"
#include "base/names.h"

namespace sonde {
namespace {

ServedJson holds_json(double holds) {
  return std::isnan(holds) ? ServedJson(nullptr) : ServedJson(holds == 1);
}

ServedJson numbers_json(std::span<const ViewNumber> shown, std::span<const double> values) {
  ServedJson json = ServedJson::object();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    json[std::string(shown[i].key)] = number_or_null(values[i]);
  }
  return json;
}

ServedJson plane_json(const std::optional<ViewPlane>& plane) {
  if (!plane) return nullptr;
  return {
      {"a", plane->a}, {"b", plane->b}, {"target", plane->target}, {"distance", plane->distance}};
}

ServedJson criteria_json(std::span<const ViewCriterion> criteria) {
  ServedJson json = ServedJson::array();
  for (const auto& [name, says, holds] : criteria) {
    json.push_back({{"name", name}, {"holds", holds_json(holds)}, {"says", says}});
  }
  return json;
}

ServedJson answer_json(const ItemView& view, const ViewAnswer& answer) {
  ServedJson json{{"similarities", numbers_json(view.similarities, answer.similarities)}};
  json.update(numbers_json(view.numbers, answer.numbers));
  if (view.has_verdict) json["passes"] = holds_json(answer.passes);
  if (!view.no_plane.empty()) json["plane"] = plane_json(answer.plane);
  if (!answer.criteria.empty()) json["criteria"] = criteria_json(answer.criteria);
  return json;
}

}  // namespace

ServedJson item_view(const ProbeKind& kind, LoadedEncoders& encoders, Asked& asked,
                     const Stop& stop) {
  const ItemView& view = *kind.forms->item;
  std::map<std::string, std::string> values;
  for (const auto& text : view.texts) {
    values.emplace(text.field, asked.sentence(std::string(text.key)));
  }
  const std::string key(view.menu.key);
  const auto& choice = find_row(view.menu.choices, key, asked.text(key, kLongestName));
  asked.done();
  auto options = view.options;
  (view.menu.is_field ? values : options).emplace(key, choice.name);
  const auto probe = probe_with(std::string(kind.name), options);
  const std::vector<Item> items{item_with(*probe, values)};
  if (!items[0].left_out.empty()) throw HttpError(400, items[0].left_out);
  const auto subjects = encoders.named({});
  const auto encoded = encoders.encode(subjects, texts_in(items), Urgency::kView, stop);
  ServedJson all = ServedJson::array();
  for (const std::size_t subject : subjects) {
    const auto& vectors = encoded[subject].vectors;
    const auto numbers = measured(*probe, items, encoded[subject]);
    const auto results = results_of(*probe, items[0], numbers);
    ServedJson own{{"name", encoders.subjects()[subject].name}};
    own.update(answer_json(
        view, view.answer({*probe, choice.name, vectors.view(), numbers.view(), results})));
    all.push_back(std::move(own));
  }
  return {{"encoders", std::move(all)}};
}

}  // namespace sonde
