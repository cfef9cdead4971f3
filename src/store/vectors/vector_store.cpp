#include "store/vectors/vector_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "store/vectors/store_file.h"
#include "store/vectors/stored_vector.h"

namespace sonde {
namespace {

static_assert(std::endian::native == std::endian::little, "vectors are stored little-endian");
static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4);

std::string_view bytes_of(std::span<const float> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

std::string name_of(const Identity& view) {
  std::string name = view.view;
  for (const auto& [fact, value] : view.facts) {
    name += (name.empty() ? "" : ", ") + fact + " " + value;
  }
  return name;
}

std::optional<std::int64_t> find_view(Database& database, std::string_view what,
                                      std::string_view numerics) {
  Statement find(database, "SELECT id FROM views WHERE what = ? AND numerics = ?");
  find.bind_text(1, what).bind_text(2, numerics);
  return find.step() ? std::optional(find.integer(0)) : std::nullopt;
}

// The records of one view, looked up one by one.
class ViewReader {
 public:
  ViewReader(Database& database, std::int64_t view, const Digest& key)
      : find_(database,
              "SELECT checksum, tokens, kept, unknown, undefined, vector FROM vectors "
              "WHERE view = ? AND text = ?"),
        key_(key) {
    find_.bind(1, view);
  }

  bool read(const Digest& text, std::span<float> out, Remark& remark) {
    find_.reset();
    find_.bind_blob(2, text.short_key());
    if (!find_.step()) return false;
    const auto record = sound_record(find_, 0, key_, text.short_key());
    if (!record) ++damaged_;
    if (!record || record->vector.size() != out.size_bytes()) return false;
    std::memcpy(out.data(), record->vector.data(), out.size_bytes());
    remark = record->remark;
    return true;
  }
  std::uint64_t damaged() const { return damaged_; }

 private:
  Statement find_;
  Digest key_;
  std::uint64_t damaged_ = 0;
};

class SqliteVectorStore final : public VectorStore {
 public:
  explicit SqliteVectorStore(const std::filesystem::path& file) : file_(file) {}

  void read(const Identity& view, std::span<const Digest> texts, Matrix<float> out,
            std::span<Remark> remarks, std::span<std::uint8_t> found) override {
    const std::string what = view.what.hex();
    file_.use([&](Database& database) {
      std::fill(found.begin(), found.end(), std::uint8_t{0});
      const Transaction transaction(database, Transaction::Kind::kRead);
      const auto id = find_view(database, what, view.numerics);
      if (!id) return;
      ViewReader reader(database, *id, view_key(what, view.numerics));
      for (std::size_t i = 0; i < texts.size(); ++i) {
        found[i] = reader.read(texts[i], out[i], remarks[i]) ? 1 : 0;
      }
      file_.damage().records += reader.damaged();
    });
  }

  void look_up(const Identity& view, std::span<const Digest> texts,
               std::span<std::uint8_t> found) override {
    const std::string what = view.what.hex();
    file_.use([&](Database& database) {
      std::fill(found.begin(), found.end(), std::uint8_t{0});
      const Transaction transaction(database, Transaction::Kind::kRead);
      const auto id = find_view(database, what, view.numerics);
      if (!id) return;
      Statement find(database, "SELECT 1 FROM vectors WHERE view = ? AND text = ?");
      find.bind(1, *id);
      for (std::size_t i = 0; i < texts.size(); ++i) {
        find.reset();
        find.bind_blob(2, texts[i].short_key());
        found[i] = find.step() ? 1 : 0;
      }
    });
  }

  void write(const Identity& view, std::span<const Digest> texts, Matrix<const float> vectors,
             std::span<const Remark> remarks) override {
    const std::string what = view.what.hex();
    const Digest key = view_key(what, view.numerics);
    file_.use([&](Database& database) {
      Transaction transaction(database, Transaction::Kind::kWrite);
      RecordWriter writer(database);
      const std::int64_t id = writer.view(what, view.numerics, name_of(view));
      for (std::size_t i = 0; i < texts.size(); ++i) {
        writer.write(id, key, {texts[i].short_key(), remarks[i], bytes_of(vectors[i])});
      }
      writer.verify();
      transaction.commit();
    });
  }

  StoreDamage damage() const override { return file_.damage(); }

 private:
  StoreFile file_;
};

}  // namespace

Digest text_key(const Text& text, bool sided) {
  return digest_of("text 1", text.text,
                   sided ? static_cast<std::uint64_t>(text.side) + 1 : std::uint64_t{0});
}

std::unique_ptr<VectorStore> open_vector_store(const std::filesystem::path& file) {
  return std::make_unique<SqliteVectorStore>(file);
}

}  // namespace sonde
