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

// What an encoder's view gave on the items of a block.
struct MeasuredView {
  std::vector<double> values;       // rows x measurements
  std::vector<TextRemark> remarks;  // with neither task nor subject
};

struct MeasuredBlock {
  std::uint64_t texts = 0;  // distinct ones, that were encoded
  std::vector<MeasuredView> views;
};

// Which items by which encoder; `items` is a digest of them.
struct BlockPlace {
  std::uint32_t task = 0;
  std::uint32_t encoder = 0;
  std::uint64_t block = 0;  // its first item, or another number of its own
  Digest items;             // see digest_of_items
};

Digest digest_of_items(std::span<const Digest> digests);

// Where blocks are kept.
class BlockStore {
 public:
  virtual ~BlockStore() = default;
  // Nothing where the block of these items is not there or damaged.
  virtual std::optional<MeasuredBlock> find(const BlockPlace& place, std::size_t views) = 0;
  virtual void keep(const BlockPlace& place, const MeasuredBlock& block) = 0;
};

// What a run has measured of data sets whose vectors are not kept, block by block, so that a
// stopped run goes on. What keep() has taken when it returns survives a kill at any moment. One
// thread at a time. Errors of all calls: kOutside.
class MeasuredBlocks final : public BlockStore {
 public:
  // Opens the file or makes it. One that is damaged or of another plan is made anew. Errors:
  // kInput where it is something else.
  MeasuredBlocks(const std::filesystem::path& file, const std::string& plan);
  ~MeasuredBlocks() override;

  std::optional<MeasuredBlock> find(const BlockPlace& place, std::size_t views) override;
  void keep(const BlockPlace& place, const MeasuredBlock& block) override;

 private:
  struct Open;
  void make();

  std::filesystem::path file_;
  std::string plan_;
  std::unique_ptr<Open> open_;
};

// Whatever the plan; leaves what is something else.
void remove_measured_blocks(const std::filesystem::path& file);

}  // namespace sonde
