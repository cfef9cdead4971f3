#include <cmath>

#include "apps/server/bench_views.h"
#include "apps/server/item_numbers.h"

namespace sonde {
namespace {

// The rows of a triplet, in the probe's order.
constexpr std::array<const char*, 3> kTripletPairs{"s_plus", "s_star", "plus_star"};

}  // namespace

ServedJson triplet_view(LoadedEncoders& encoders, Asked& asked, const Stop& stop) {
  const std::map<std::string, std::string> values{
      {"S", asked.sentence("s")}, {"S+", asked.sentence("plus")}, {"S*", asked.sentence("star")}};
  const auto probe = probe_with("triplets", {{"test", asked.text("test", kLongestName)}});
  asked.done();
  const std::vector<Item> items{item_with(*probe, values)};
  const auto subjects = encoders.named({});
  const auto encoded = encoders.encode(subjects, texts_in(items), Urgency::kView, stop);
  ServedJson all = ServedJson::array();
  for (const std::size_t subject : subjects) {
    const auto numbers = measured(*probe, items, encoded[subject]);
    ServedJson similarities = ServedJson::object();
    for (std::size_t pair = 0; pair < kTripletPairs.size(); ++pair) {
      similarities[kTripletPairs[pair]] = number_or_null(numbers[pair][0]);
    }
    const auto results = results_of(*probe, items[0], numbers);
    const double accuracy = results.at("accuracy");
    all.push_back(
        {{"name", encoders.subjects()[subject].name},
         {"similarities", std::move(similarities)},
         {"margin", number_or_null(results.at("margin"))},
         {"passes", std::isnan(accuracy) ? ServedJson(nullptr) : ServedJson(accuracy == 1)}});
  }
  return {{"encoders", std::move(all)}};
}

}  // namespace sonde
