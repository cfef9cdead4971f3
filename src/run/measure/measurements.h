#pragma once

#include <cstdint>
#include <functional>

#include "run/items/listed_task.h"
#include "run/vectors/vector_source.h"
#include "sonde/scorer.h"

namespace sonde {

// A subject's output for a block of items: one vector per text, or one similarity per row.
struct Answers {
  MatrixOf<float> vectors;
  std::vector<std::uint32_t> columns;  // for sparse vectors, see Block
  std::size_t width = 0;
  std::vector<double> similarities;
  std::vector<Remark> remarks;  // one per text (empty for scorers)
};

using Ask = std::function<Answers(std::span<const Item>)>;

Ask ask_encoder(VectorSource& source, std::size_t view);
Ask ask_scorer(Scorer& scorer);

struct Measurements {
  Fitted fitted;
  std::vector<double> values;  // rows x measurements
};

using TakeRemark = std::function<void(const Item&, std::uint32_t text, const Remark&)>;

// The texts of the items, in order, and how many rows they have.
std::vector<Text> texts_of(std::span<const Item> items);
std::size_t count_rows(std::span<const Item> items);

// Reports the items' texts (a remark per text) that were cut, have no vector or unknown words.
void tell_remarks(std::span<const Item> items, std::span<const Remark> remarks,
                  const TakeRemark& take);

// Items in a block, so that their vectors don't take more than some ten MiB. Sparse vectors are
// computed item by item, so that the columns that are summed depend on no other item.
std::size_t block_size(const Encoder& encoder);
inline constexpr std::size_t kScoredAtOnce = 512;  // items in a scorer's block

// Fits, then measures a subject on a task, in blocks of `block` items. `remark` receives texts that
// were cut, have no vector or unknown words. `check_stop` throws if the run is to end.
Measurements measure(const ListedTask& task, const Ask& ask, std::size_t block,
                     const TakeRemark& remark, const std::function<void()>& check_stop);

}  // namespace sonde
