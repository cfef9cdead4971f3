#include "encoders/shared/strict_subject.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "outside/embedding_api.h"

namespace sonde {

Spec with_strict(Spec spec) {
  constexpr std::array<std::string_view, 4> kOfGraphs{"smatch", "wlk", "wwlk", "amr-cn"};
  const auto apis = embedding_apis();
  if (std::ranges::find(kOfGraphs, spec.kind) != kOfGraphs.end() ||
      std::ranges::find(apis, spec.kind, &EmbeddingApi::name) != apis.end()) {
    spec.options.emplace("strict", "true");
  }
  return spec;
}

}  // namespace sonde
