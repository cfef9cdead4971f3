#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "run/measure.h"
#include "run/plan.h"
#include "store/measured_blocks.h"

namespace sonde {

// Measures large data sets by one encoder without keeping its vectors: block by block each distinct
// text is encoded once, all views are measured, and what was measured is kept.
class StreamedMeasuring {
 public:
  struct Hooks {
    std::function<void(std::size_t texts)> done;         // now and then, texts more
    std::function<void(std::span<const Text>)> encoded;  // a block's distinct texts
    std::function<void()> check_stop;                    // throws where the run is to end
  };
  StreamedMeasuring(std::shared_ptr<Encoder> encoder, std::uint32_t number, MeasuredBlocks& blocks,
                    Hooks hooks);

  // Measures the blocks of a task that are not there.
  void fill(std::uint32_t number, const Task& task);
  // What fill() left of a view; what is no longer there is measured again.
  Measured read(std::uint32_t number, const Task& task, std::size_t view, const TakeRemark& remark);

  std::uint64_t encoded() const { return encoded_; }  // texts
  std::uint64_t served() const { return served_; }    // texts of blocks that were there

 private:
  using TakeBlock = std::function<void(const BlockPlace&, std::span<const Item>)>;
  void each_block(std::uint32_t number, const Task& task, const TakeBlock& take) const;
  std::optional<MeasuredBlock> find(const BlockPlace& place, const Task& task,
                                    std::span<const Item> items);
  MeasuredBlock measure_block(const Task& task, std::span<const Item> items);

  std::shared_ptr<Encoder> encoder_;
  std::uint32_t number_;
  MeasuredBlocks& blocks_;
  Hooks hooks_;
  std::uint64_t encoded_ = 0, served_ = 0;
};

}  // namespace sonde
