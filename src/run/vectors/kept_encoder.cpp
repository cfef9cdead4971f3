#include "run/vectors/kept_encoder.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "run/vectors/vector_source.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

// Has one view.
class KeptEncoder final : public Encoder {
 public:
  KeptEncoder(std::shared_ptr<Encoder> encoder, const std::filesystem::path& store)
      : encoder_(std::move(encoder)),
        store_(open_vector_store(store)),
        source_(encoder_, store_.get(), [](std::size_t) {}) {}

  std::span<const Identity> views() const override { return encoder_->views(); }
  std::size_t dimension() const override { return encoder_->dimension(); }
  void encode(std::span<const Text> texts, std::span<const Matrix<float>> out,
              std::span<Remark> remarks) override {
    source_.vectors(0, texts, out[0], remarks);
  }

 private:
  std::shared_ptr<Encoder> encoder_;
  std::unique_ptr<VectorStore> store_;
  VectorSource source_;
};

bool has_room(const RunPlan& plan) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(plan.store, missing);
  return missing || size < plan.store_cap;
}

bool is_doubtful(const Identity& view) { return view.batch_dependent || !view.doubt.empty(); }

}  // namespace

std::unique_ptr<Encoder> keep_vectors(std::unique_ptr<Encoder> encoder, const RunPlan& plan) {
  const auto views = encoder->views();
  if (plan.store.empty() || views.size() != 1 || is_doubtful(views[0]) || !has_room(plan)) {
    return encoder;
  }
  return std::make_unique<KeptEncoder>(std::move(encoder), plan.store);
}

}  // namespace sonde
