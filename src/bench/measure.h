#pragma once

#include <cstdint>
#include <functional>

#include "bench/plan.h"
#include "bench/vector_source.h"

namespace sonde {

// How a subject is asked about a block of items: vectors a text, or similarities a row.
struct Answers {
  MatrixOf<float> vectors;
  std::vector<double> similarities;
  std::vector<Remark> remarks;  // one a text; empty for scorers
};

using Ask = std::function<Answers(std::span<const Item>)>;

Ask ask_encoder(VectorSource& source, std::size_t view);
Ask ask_scorer(Scorer& scorer);

struct Measured {
  Fitted fitted;
  std::vector<double> values;  // rows x measurements
};

using TakeRemark = std::function<void(const Item&, std::uint32_t text, const Remark&)>;

// Fits, then measures a subject on a task, block by block. `remark` hears of
// texts that were cut or have no vector; `check_stop` throws where the run is to end.
Measured measure(const Task& task, const Ask& ask, const TakeRemark& remark,
                 const std::function<void()>& check_stop);

}  // namespace sonde
