#include <utility>

#include "store/database/found_file.h"
#include "store/vectors/stored_vector.h"
#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

class PartedStore final : public VectorStore {
 public:
  PartedStore(std::unique_ptr<VectorStore> lasting, fs::path passing)
      : lasting_(std::move(lasting)), passing_file_(std::move(passing)) {
    remove_if_ours(passing_file_, kStoreSchema);  // left by a run that was killed
  }
  ~PartedStore() override {
    passing_.reset();
    try {
      remove_if_ours(passing_file_, kStoreSchema);
    } catch (const std::exception&) {  // the next run tries again
    }
  }

  void read(const Identity& view, std::span<const Digest> texts, Matrix<float> out,
            std::span<Remark> remarks, std::span<std::uint8_t> found) override {
    of(view).read(view, texts, out, remarks, found);
  }
  void look_up(const Identity& view, std::span<const Digest> texts,
               std::span<std::uint8_t> found) override {
    of(view).look_up(view, texts, found);
  }
  void write(const Identity& view, std::span<const Digest> texts, Matrix<const float> vectors,
             std::span<const Remark> remarks) override {
    of(view).write(view, texts, vectors, remarks);
  }
  StoreDamage damage() const override { return lasting_->damage(); }
  bool full() const override { return lasting_->full(); }

 private:
  VectorStore& of(const Identity& view) {
    if (view.doubt.empty()) return *lasting_;
    if (!passing_) passing_ = open_vector_store(passing_file_);
    return *passing_;
  }

  std::unique_ptr<VectorStore> lasting_;
  fs::path passing_file_;
  std::unique_ptr<VectorStore> passing_;
};

}  // namespace

std::unique_ptr<VectorStore> part_doubtful(std::unique_ptr<VectorStore> lasting,
                                           const fs::path& passing) {
  return std::make_unique<PartedStore>(std::move(lasting), passing);
}

}  // namespace sonde
