#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sonde/digest.h"
#include "sonde/run_file.h"

namespace sonde {

// The output of an encoder's view on the items of a block.
struct MeasuredView {
  std::vector<double> values;       // rows x measurements
  std::vector<TextRemark> remarks;  // have neither task nor subject
};

struct MeasuredBlock {
  std::uint64_t texts = 0;  // distinct ones, that were encoded
  std::vector<MeasuredView> views;
};

// The items and their encoder. `items` is a digest of the items.
struct BlockPlace {
  std::uint32_t task = 0;
  std::uint32_t encoder = 0;
  std::uint64_t block = 0;  // its first item, or another unique number
  Digest items;             // see digest_of_items
};

Digest digest_of_items(std::span<const Digest> digests);

// A store of blocks.
class BlockStore {
 public:
  virtual ~BlockStore() = default;
  // Nothing if the block of these items is missing or damaged.
  virtual std::optional<MeasuredBlock> find(const BlockPlace& place, std::size_t views) = 0;
  virtual void keep(const BlockPlace& place, const MeasuredBlock& block) = 0;
};

// A run's measurements of data sets whose vectors are not stored, block by block, so that a stopped
// run resumes. Data survive a kill at any moment once keep() returns. One thread at a time. Errors
// of all calls: kOutside.
class BlockFile final : public BlockStore {
 public:
  // Opens the file or makes it. One that is damaged or of another plan is replaced. Errors: kInput
  // if it is something else.
  BlockFile(const std::filesystem::path& file, const std::string& plan);
  ~BlockFile() override;

  std::optional<MeasuredBlock> find(const BlockPlace& place, std::size_t views) override;
  void keep(const BlockPlace& place, const MeasuredBlock& block) override;

 private:
  struct Open;
  void make();

  std::filesystem::path file_;
  std::string plan_;
  std::unique_ptr<Open> open_;
};

// Removes the file of any plan. Leaves other files.
void remove_block_file(const std::filesystem::path& file);

}  // namespace sonde
