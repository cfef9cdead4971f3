// Room: store.
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

// What a store had to mend since it was opened.
struct StoreDamage {
  std::uint64_t records = 0;  // whose checksum was wrong: treated as absent
  bool rebuilt = false;       // the file was no sound database; it was set aside
  std::filesystem::path set_aside;
};

// Keeps vectors by (identity, text). A record has a checksum over its key, its
// numbers and its remark: what is damaged counts as absent and is written anew;
// nothing wrong is ever served. Two processes may use one file at once. A write is durable
// once write() has returned and survives a kill at any moment. One thread at a time.
class VectorStore {
 public:
  virtual ~VectorStore() = default;

  // found[i] = 1 and row i of `out` and remarks[i] filled where texts[i] has a
  // sound record of out.columns() numbers; else found[i] = 0 and the row is left alone.
  virtual void read(const Identity& view, std::span<const Digest> texts, Matrix<float> out,
                    std::span<Remark> remarks, std::span<std::uint8_t> found) = 0;
  // Keeps a vector a text; an earlier record of the same key is replaced.
  virtual void write(const Identity& view, std::span<const Digest> texts,
                     Matrix<const float> vectors, std::span<const Remark> remarks) = 0;
  virtual StoreDamage damage() const = 0;
};

// Opens or makes the store. Errors: kOutside where the file can't be written.
std::unique_ptr<VectorStore> open_vector_store(const std::filesystem::path& file);

struct StoredView {
  std::string what;  // digest, hexadecimal
  std::string numerics;
  std::string name;  // for people, as last used: the identity's facts in short
  std::uint64_t vectors = 0;
  std::uint64_t bytes = 0;
};

// The views kept in a store, largest first. Errors: kInput where it is no store.
std::vector<StoredView> stored_views(const std::filesystem::path& file);

// Removes the views whose `what` digest begins with one of the prefixes (all
// views for "all") and gives the space back; returns the number of vectors removed.
std::uint64_t prune_store(const std::filesystem::path& file, std::span<const std::string> prefixes);

}  // namespace sonde
