#include "run/vectors/noise_floor.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "run/vectors/vector_source.h"
#include "sonde/stats.h"

namespace sonde {
namespace {

constexpr std::size_t kMostAsked = 200;
constexpr std::size_t kBatch = 7;  // a number that no batch of the first time is likely to have

class SecondTime : public Encoder {
 public:
  explicit SecondTime(std::shared_ptr<Encoder> encoder) : encoder_(std::move(encoder)) {
    views_.assign(encoder_->views().begin(), encoder_->views().end());
    for (auto& view : views_) {
      view.what = digest_of("second time", view.what);
      view.facts.emplace_back("asked", "a second time");
    }
  }

  std::span<const Identity> views() const override { return views_; }
  std::size_t dimension() const override { return encoder_->dimension(); }

  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    for (std::size_t last = texts.size(); last > 0; last -= std::min(kBatch, last)) {
      const std::size_t first = last - std::min(kBatch, last);
      encode_backwards(texts.subspan(first, last - first), first, out, remarks);
    }
  }

  std::optional<Requests> requests(std::span<const Text> texts) const override {
    Requests all;
    for (std::size_t first = 0; first < texts.size(); first += kBatch) {
      const auto of_batch =
          encoder_->requests(texts.subspan(first, std::min(kBatch, texts.size() - first)));
      if (!of_batch) return std::nullopt;
      all.requests += of_batch->requests;
      all.tokens += of_batch->tokens;
    }
    return all;
  }

 private:
  void encode_backwards(std::span<const Text> texts, std::size_t first,
                        std::span<const Matrix<float>> out, std::span<Remark> remarks) {
    const std::vector<Text> backwards(texts.rbegin(), texts.rend());
    const EncodedViews made(*encoder_, backwards);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t from = texts.size() - 1 - i;
      for (std::size_t view = 0; view < views_.size(); ++view) {
        std::ranges::copy(made.vectors[view][from], out[view][first + i].begin());
      }
      remarks[first + i] = made.remarks[from];
    }
  }

  std::shared_ptr<Encoder> encoder_;
  std::vector<Identity> views_;
};

double greatest_change(Matrix<const float> first, Matrix<const float> second) {
  double greatest = NAN;
  for (std::size_t i = 0; i < first.rows(); ++i) {
    for (std::size_t j = i + 1; j < first.rows(); ++j) {
      const double change = std::abs(cosine(first[i], first[j]) - cosine(second[i], second[j]));
      greatest = std::fmax(greatest, change);
    }
  }
  return greatest;
}

MatrixOf<float> vectors_of(VectorSource& source, std::size_t view, std::span<const Text> texts) {
  MatrixOf<float> vectors(texts.size(), source.encoder().dimension());
  std::vector<Remark> remarks(texts.size());
  source.vectors(view, texts, vectors.view(), remarks);
  return vectors;
}

}  // namespace

void NoiseSample::add(std::span<const Text> texts, bool sided) {
  for (const auto& text : texts) {
    const Digest key = text_key(text, sided);
    const bool full = smallest_.size() == kMostAsked;
    if (full && key >= smallest_.rbegin()->first) continue;
    const bool is_new = smallest_.emplace(key, text).second;
    if (full && is_new) smallest_.erase(std::prev(smallest_.end()));
  }
}

std::vector<Text> NoiseSample::texts() const {
  std::vector<Text> texts;
  for (const auto& [key, text] : smallest_) texts.push_back(text);
  return texts;
}

std::shared_ptr<Encoder> second_time(std::shared_ptr<Encoder> encoder) {
  return std::make_shared<SecondTime>(std::move(encoder));
}

std::vector<double> noise_floor(const std::shared_ptr<Encoder>& encoder, VectorStore& store,
                                std::span<const Text> texts) {
  VectorSource first(encoder, &store, [](std::size_t) {});
  VectorSource second(second_time(encoder), &store, [](std::size_t) {});
  second.keep(texts, second.keys(texts));
  std::vector<double> floors;
  for (std::size_t view = 0; view < encoder->views().size(); ++view) {
    const auto once = vectors_of(first, view, texts);
    const auto again = vectors_of(second, view, texts);
    floors.push_back(greatest_change(once.view(), again.view()));
  }
  return floors;
}

}  // namespace sonde
