#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sonde/digest.h"
#include "sonde/item.h"
#include "sonde/matrix.h"
#include "sonde/subject.h"

namespace sonde {

// The key of a text in the store. The side counts only for a sided subject.
Digest text_key(const Text& text, bool sided);

// Repairs of a store since it was opened.
struct StoreDamage {
  std::uint64_t records = 0;        // met with a wrong checksum: treated as absent
  bool rebuilt = false;             // the file was an unsound database and was set aside
  std::filesystem::path set_aside;  // FILE.damaged-N (its readable data are in the new one)
};

// Stores vectors by (identity, text) in a SQLite file. A record has a checksum over its key, its
// numbers and its remark: damaged ones count as absent and are rewritten. Nothing wrong is ever
// served. Several processes may use one file at once, also while one of them repairs it. FILE.lock
// separates them. Data survive a kill at any moment once write() returns. A power cut can undo the
// last writes, each as a whole. One thread at a time. Errors of all calls: kOutside, the disk is
// full or the file can't be written.
class VectorStore {
 public:
  virtual ~VectorStore() = default;

  // found[i] = 1 and row i of `out` and remarks[i] filled if texts[i] has a sound record of
  // out.columns() numbers. Otherwise found[i] = 0 and the row is left alone.
  virtual void read(const Identity& view, std::span<const Digest> texts, Matrix<float> out,
                    std::span<Remark> remarks, std::span<std::uint8_t> found) = 0;
  // Whether the texts have records, damaged ones included: quicker than to read them.
  virtual void look_up(const Identity& view, std::span<const Digest> texts,
                       std::span<std::uint8_t> found) = 0;
  // Stores one vector per text. An earlier record of the same key is replaced.
  virtual void write(const Identity& view, std::span<const Digest> texts,
                     Matrix<const float> vectors, std::span<const Remark> remarks) = 0;
  virtual StoreDamage damage() const = 0;
  // Whether vectors were stored beyond a cap. See open_capped_store.
  virtual bool full() const { return false; }
};

// Opens or makes the store, its folder too. Repairs an unsound database. Errors: kOutside if the
// file can't be written, kInput if it is the database of another program or of a newer schema.
std::unique_ptr<VectorStore> open_vector_store(const std::filesystem::path& file);

// The same, but a store whose file has `cap` bytes takes no more: later vectors are stored in
// another store at `beyond`, made on demand, and served from there. The caller must remove that
// one. A call may take the file past the cap by the data it writes.
std::unique_ptr<VectorStore> open_capped_store(const std::filesystem::path& file, std::uint64_t cap,
                                               const std::filesystem::path& beyond);

// `lasting` for all views but doubtful ones (Identity::doubt). Theirs are stored in a store at
// `passing`, which begins empty and is removed at the end.
std::unique_ptr<VectorStore> part_doubtful(std::unique_ptr<VectorStore> lasting,
                                           const std::filesystem::path& passing);

struct StoredView {
  std::string what;  // digest, hexadecimal
  std::string numerics;
  std::string name;  // for people, as last used: the identity's facts in short
  std::uint64_t vectors = 0;
  std::uint64_t bytes = 0;  // in the vectors
};

// The views in a store, largest first. Errors: kInput if it is not a store or is damaged.
std::vector<StoredView> stored_views(const std::filesystem::path& file);

// Removes the views whose `what` digest begins with one of the prefixes (all views for "all") and
// gives the space back. Returns the number of vectors removed. Errors: as above, kUsage for an
// empty prefix.
std::uint64_t prune_store(const std::filesystem::path& file, std::span<const std::string> prefixes);

}  // namespace sonde
