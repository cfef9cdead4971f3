#include <algorithm>
#include <cmath>
#include <utility>

#include "apps/server/bench_views.h"
#include "probes/shared/ties.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr std::size_t kMostSearched = 200;

struct SearchedText {
  std::string text, near_miss{};  // its kind, or empty for a passage that was asked
  bool right = false;
};

// The passages that were asked and, after them, near misses of the right one.
std::vector<SearchedText> searched_texts(Asked& asked, const std::string& query,
                                         const NearMisses& near_misses) {
  std::vector<SearchedText> found;
  for (auto& passage : asked.texts("passages", kMostSearched, kLongestSentence)) {
    check_sentence(passage, "passage " + std::to_string(found.size() + 1));
    found.push_back({std::move(passage)});
  }
  if (found.size() < 2) throw HttpError(400, "give two passages or more");
  if (!asked.has("right")) return found;
  SearchedText& right = found[asked.whole("right", 1, found.size()) - 1];
  right.right = true;
  if (!near_misses) return found;
  for (auto& [kind, near_miss] : near_misses(query, right.text)) {
    found.push_back({std::move(near_miss), std::move(kind)});
  }
  return found;
}

// 1 + how many are closer.
ServedJson ranks_of(std::span<const double> similarities) {
  ServedJson ranks = ServedJson::array();
  for (const double own : similarities) {
    const auto closer =
        std::ranges::count_if(similarities, [&](double other) { return is_above(other - own); });
    ranks.push_back(!std::isnan(own) ? ServedJson(1 + closer) : ServedJson(nullptr));
  }
  return ranks;
}

}  // namespace

ServedJson search_view(LoadedEncoders& encoders, Asked& asked, const NearMisses& near_misses,
                       const Stop& stop) {
  const std::string query = asked.sentence("query");
  const auto searched = searched_texts(asked, query, near_misses);
  asked.done();
  std::vector<Text> texts{{query, Side::kFirst}};
  ServedJson passages = ServedJson::array();
  for (const auto& one : searched) {
    texts.push_back({one.text, Side::kSecond});
    passages.push_back(
        {{"text", one.text},
         {"near_miss", one.near_miss.empty() ? ServedJson(nullptr) : ServedJson(one.near_miss)},
         {"right", one.right}});
  }
  const auto subjects = encoders.named({});
  const auto encoded = encoders.encode(subjects, texts, Urgency::kView, stop);
  ServedJson all = ServedJson::array();
  for (const std::size_t subject : subjects) {
    const auto& vectors = encoded[subject].vectors;
    std::vector<double> similarities;
    ServedJson shown = ServedJson::array();
    for (std::size_t i = 1; i < texts.size(); ++i) {
      similarities.push_back(cosine(vectors[0], vectors[i]));
      shown.push_back(number_or_null(similarities.back()));
    }
    all.push_back({{"name", encoders.subjects()[subject].name},
                   {"similarities", std::move(shown)},
                   {"ranks", ranks_of(similarities)}});
  }
  return {{"has_rules", static_cast<bool>(near_misses)},
          {"passages", std::move(passages)},
          {"encoders", std::move(all)}};
}

}  // namespace sonde
