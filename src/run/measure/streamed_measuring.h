#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "run/items/listed_task.h"
#include "run/measure/measurements.h"
#include "store/runs/block_file.h"

namespace sonde {

// Items in a block. A part of a run has the blocks that begin, at a multiple of the items in a
// block, with one of its items.
inline constexpr std::size_t kMostItems = 4096;

// Measures large data sets by one encoder without storing its vectors: block by block each distinct
// text is encoded once, all views are measured, and the measurements are stored.
class StreamedMeasuring {
 public:
  struct Progress {
    std::function<void(std::size_t texts)> done;         // now and then, texts more
    std::function<void(std::span<const Text>)> encoded;  // a block's distinct texts
  };
  // `check_stop`: throws if the run is to end.
  StreamedMeasuring(std::shared_ptr<Encoder> encoder, std::uint32_t number, BlockStore& blocks,
                    std::function<void()> check_stop);

  // Measures the blocks of a task that are not there.
  void fill(std::uint32_t number, const ListedTask& task, const Progress& progress);
  // The output of fill(), block by block. Missing blocks are measured again.
  void each_measured(std::uint32_t number, const ListedTask& task,
                     const std::function<void(const BlockPlace&, const MeasuredBlock&)>& take);
  // The output of fill() for a view. Missing blocks are measured again.
  Measurements read(std::uint32_t number, const ListedTask& task, std::size_t view,
                    const TakeRemark& remark);

  std::uint64_t encoded() const { return encoded_; }  // texts
  std::uint64_t served() const { return served_; }    // texts of blocks that were there

 private:
  using TakeBlock = std::function<void(const BlockPlace&, std::span<const Item>)>;
  void each_block(std::uint32_t number, const ListedTask& task, const TakeBlock& take) const;
  std::optional<MeasuredBlock> find(const BlockPlace& place, const ListedTask& task,
                                    std::span<const Item> items);
  MeasuredBlock measure_block(const ListedTask& task, std::span<const Item> items,
                              const Progress& progress);

  std::shared_ptr<Encoder> encoder_;
  std::uint32_t number_;
  BlockStore& blocks_;
  std::function<void()> check_stop_;
  std::uint64_t encoded_ = 0, served_ = 0;
};

}  // namespace sonde
