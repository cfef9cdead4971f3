#include "run/measure/distinct_texts.h"

#include <cstddef>
#include <unordered_set>
#include <utility>
#include <vector>

#include "run/measure/measurements.h"
#include "run/vectors/encoded_views.h"
#include "store/vectors/vector_store.h"

namespace sonde {

void distinct_texts(std::span<const ListedTask> tasks,
                    const std::function<bool(const ListedTask&)>& wanted, bool sided,
                    const TakeTexts& take) {
  constexpr std::size_t kChunk = 8192;  // texts looked up in the store at once
  std::unordered_set<Digest, KeyHash> seen;
  std::vector<Text> texts;
  std::vector<Digest> keys;
  for (const auto& task : tasks) {
    if (!wanted(task)) continue;
    read_own(task, kItemsAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
      DistinctTexts distinct(texts_of(items), sided);
      for (auto& text : distinct.texts) {
        const Digest key = text_key(text, sided);
        if (!seen.insert(key).second) continue;
        texts.push_back(std::move(text));
        keys.push_back(key);
      }
      if (texts.size() >= kChunk) {
        take(texts, keys);
        texts.clear();
        keys.clear();
      }
    });
  }
  if (!texts.empty()) take(texts, keys);
}

}  // namespace sonde
