#include "run/vectors/encoded_views.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/hash.h"

namespace sonde {
namespace {

struct Sided {
  std::string_view text;
  Side side;
  bool operator==(const Sided&) const = default;
};

// Hashes the texts of a block: even if all collided, that is fast.
struct SidedHash {
  std::size_t operator()(const Sided& of) const {
    return hash_bytes(of.text, static_cast<std::uint64_t>(of.side));
  }
};

}  // namespace

bool is_sided(const Encoder& encoder) {
  return std::ranges::any_of(encoder.views(), &Identity::sided);
}

DistinctTexts::DistinctTexts(std::span<const Text> all, bool sided) {
  std::unordered_map<Sided, std::size_t, SidedHash> places;
  places.reserve(all.size());
  which.reserve(all.size());
  for (const auto& text : all) {
    const Sided one{text.text, sided ? text.side : Side::kFirst};
    const auto [place, is_new] = places.try_emplace(one, texts.size());
    which.push_back(place->second);
    if (is_new) texts.push_back(text);
  }
}

EncodedViews::EncodedViews(const Encoder& encoder, std::size_t texts)
    : vectors(encoder.views().size(), {texts, encoder.dimension()}), remarks(texts) {}

EncodedViews::EncodedViews(Encoder& encoder, std::span<const Text> texts)
    : EncodedViews(encoder, texts.size()) {
  encode(encoder, texts, [](auto) {});
}

void EncodedViews::encode(Encoder& encoder, std::span<const Text> texts, const TextsDone& done) {
  std::vector<Matrix<float>> out;
  for (auto& matrix : vectors) out.push_back(matrix.view());
  encoder.encode_in_parts(texts, out, remarks, done);
}

Remark EncodedViews::remark_of(std::size_t view, std::size_t text) const {
  Remark own = remarks[text];
  const auto vector = vectors[view][text];
  own.undefined = std::any_of(vector.begin(), vector.end(), [](float x) { return std::isnan(x); });
  return own;
}

std::vector<Remark> EncodedViews::remarks_of(std::size_t view) const {
  std::vector<Remark> own;
  for (std::size_t text = 0; text < remarks.size(); ++text) own.push_back(remark_of(view, text));
  return own;
}

std::vector<std::vector<std::size_t>> slices_of_like_length(std::span<const Text> texts,
                                                            std::vector<std::size_t> which,
                                                            std::size_t most) {
  std::sort(which.begin(), which.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(texts[a].text.size(), a) < std::pair(texts[b].text.size(), b);
  });
  std::vector<std::vector<std::size_t>> slices;
  for (std::size_t first = 0; first < which.size(); first += most) {
    const auto begin = which.begin() + static_cast<std::ptrdiff_t>(first);
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, which.size() - first));
    slices.emplace_back(begin, begin + count);
  }
  return slices;
}

}  // namespace sonde
