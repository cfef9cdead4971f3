#include <algorithm>
#include <utility>

#include "store/vectors/vector_store.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

// The texts missing in a store, and their places.
struct Lacking {
  Lacking(std::span<const Digest> texts, std::span<const std::uint8_t> found) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (found[i]) continue;
      rows.push_back(i);
      keys.push_back(texts[i]);
    }
  }
  std::vector<std::size_t> rows;
  std::vector<Digest> keys;
};

class CappedStore final : public VectorStore {
 public:
  CappedStore(const fs::path& file, std::uint64_t cap, fs::path beyond)
      : file_(file), cap_(cap), beyond_file_(std::move(beyond)), store_(open_vector_store(file)) {
    // Left by a run that was stopped.
    if (has_no_room() && fs::exists(beyond_file_)) beyond_ = open_vector_store(beyond_file_);
  }

  void read(const Identity& view, std::span<const Digest> texts, Matrix<float> out,
            std::span<Remark> remarks, std::span<std::uint8_t> found) override {
    store_->read(view, texts, out, remarks, found);
    if (!beyond_) return;
    const Lacking lacking(texts, found);
    MatrixOf<float> vectors(lacking.keys.size(), out.columns());
    std::vector<Remark> own(lacking.keys.size());
    std::vector<std::uint8_t> here(lacking.keys.size());
    beyond_->read(view, lacking.keys, vectors.view(), own, here);
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (!here[i]) continue;
      const std::size_t row = lacking.rows[i];
      std::ranges::copy(vectors[i], out[row].begin());
      remarks[row] = own[i];
      found[row] = 1;
    }
  }

  void look_up(const Identity& view, std::span<const Digest> texts,
               std::span<std::uint8_t> found) override {
    store_->look_up(view, texts, found);
    if (!beyond_) return;
    const Lacking lacking(texts, found);
    std::vector<std::uint8_t> here(lacking.keys.size());
    beyond_->look_up(view, lacking.keys, here);
    for (std::size_t i = 0; i < here.size(); ++i) found[lacking.rows[i]] = here[i];
  }

  void write(const Identity& view, std::span<const Digest> texts, Matrix<const float> vectors,
             std::span<const Remark> remarks) override {
    if (!beyond_ && has_no_room()) beyond_ = open_vector_store(beyond_file_);
    (beyond_ ? beyond_ : store_)->write(view, texts, vectors, remarks);
  }

  StoreDamage damage() const override {
    StoreDamage damage = store_->damage();
    if (!beyond_) return damage;
    const StoreDamage more = beyond_->damage();
    damage.records += more.records;
    if (more.rebuilt && !damage.rebuilt) damage.set_aside = more.set_aside;
    damage.rebuilt = damage.rebuilt || more.rebuilt;
    return damage;
  }

  bool full() const override { return beyond_ != nullptr; }

 private:
  // The log is not counted: it is written into the file every few MiB.
  bool has_no_room() const {
    std::error_code error;
    const auto size = fs::file_size(file_, error);
    return !error && size >= cap_;
  }

  fs::path file_;
  std::uint64_t cap_;
  fs::path beyond_file_;
  std::unique_ptr<VectorStore> store_;
  std::unique_ptr<VectorStore> beyond_;
};

}  // namespace

std::unique_ptr<VectorStore> open_capped_store(const fs::path& file, std::uint64_t cap,
                                               const fs::path& beyond) {
  return std::make_unique<CappedStore>(file, cap, beyond);
}

}  // namespace sonde
