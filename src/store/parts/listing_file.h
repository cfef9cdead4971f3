#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "data/stretches.h"
#include "sonde/digest.h"
#include "store/database/schema.h"

namespace sonde {

// The data sets of a run after listing (`sonde run --listing`), so that its parts need read no more
// than their own items.

extern const Schema kListingSchema;

// A stretch with the counts before it in its data set.
struct ListedStretch : Stretch {
  std::uint64_t items = 0;  // in the sample
  std::uint64_t rows = 0;   // in all items
};

// A record whose item is equal to `before` earlier ones.
struct RepeatedRecord {
  std::uint64_t record = 0;
  std::uint32_t before = 0;
};

// Stretches in a row, with the repeated records among theirs.
struct StretchBlock {
  std::vector<ListedStretch> stretches;
  std::vector<RepeatedRecord> repeated;
};
inline constexpr std::size_t kStretchesInBlock = 1024;

// A data set as a probe reads it.
struct ListedData {
  std::string name;
  std::string probe;          // probe spec
  Digest form;                // how the file is read
  bool in_stretches = false;  // else the rest is meaningless: parts list it themselves
  Digest file;
  std::uint64_t size = 0;                                   // bytes of the file
  std::uint64_t sample = 0;                                 // the greatest hash within the limit
  std::uint64_t items = 0, rows = 0, texts = 0, bytes = 0;  // in the sample
  std::uint64_t whole_items = 0, whole_rows = 0;
  Digest digests;  // over item digests
  std::map<std::string, std::uint64_t> left_out;
  std::map<std::string, std::vector<std::uint64_t>> lines;  // lines of the first left-out ones
  std::string first;                                        // item's sentences
  std::uint64_t quoted = 0;
  std::uint64_t stretches = 0;

  std::uint64_t blocks() const { return (stretches + kStretchesInBlock - 1) / kStretchesInBlock; }
};

struct ListingHead {
  std::string version;  // sonde's
  std::string limit;
  std::uint64_t seed = 0;
  bool strict = false;
  std::vector<ListedData> data;
};

// Writes the file whole at finish(), and claims its place until then. Errors: kOutside.
class ListingWriter {
 public:
  explicit ListingWriter(const std::filesystem::path& file);
  ~ListingWriter();

  void add(std::uint32_t data, std::uint64_t number, const StretchBlock& block);
  void finish(const ListingHead& head);

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

// Safe from several threads. Errors of all calls: kInput, the file is damaged.
class ListingFile {
 public:
  // Errors: kInput if it is missing or not a listing, or of a newer schema.
  explicit ListingFile(std::filesystem::path file);
  ~ListingFile();

  const std::filesystem::path& path() const { return file_; }
  const ListingHead& head() const { return head_; }
  StretchBlock block(std::uint32_t data, std::uint64_t number) const;
  // All of them, contiguous from the first record to the file's end.
  std::vector<ListedStretch> stretches(std::uint32_t data) const;

 private:
  struct Open;
  template <class Work>
  auto reading(const Work& work) const;

  std::filesystem::path file_;
  mutable std::mutex turn_;
  std::unique_ptr<Open> open_;
  ListingHead head_;
};

// Errors: as of run_parts.h.
std::string to_json(const ListingHead& head);
ListingHead listing_head_from_json(std::string_view json);

}  // namespace sonde
