#include "run/vectors/fitted_encoder.h"

#include <unordered_set>
#include <vector>

#include "run/vectors/encoded_views.h"

namespace sonde {

std::unique_ptr<VectorSource> fit_encoder(const ListedTask& task, const Encoder& encoder) {
  const auto fitter = encoder.fitter();
  std::unordered_set<Digest, KeyHash> seen;
  read_again(task, kItemsAtOnce, [&](std::span<const Item> items, std::span<const Digest>) {
    std::vector<Text> originals;
    for (const auto& item : items) {
      for (const auto& text : item.texts) {
        if (text.original && seen.insert(text_key(text, false)).second) originals.push_back(text);
      }
    }
    fitter->add(originals);
  });
  return std::make_unique<VectorSource>(fitter->finish(), nullptr, [](std::size_t) {});
}

}  // namespace sonde
