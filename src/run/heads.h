#pragma once

#include <cstddef>
#include <vector>

#include "sonde/observer.h"
#include "sonde/result.h"
#include "sonde/run.h"

namespace sonde {

// How well learned heads of several sizes do, each trained with several seeds.
struct HeadsPlan {
  RunPlan run;                                   // its scorers name the heads, no file is written
  std::vector<std::vector<std::size_t>> hidden;  // units of the hidden layers, for each size
  std::size_t seeds = 20;                        // 1, 2, ... of the network and of its split
};

// For each head, data set and size, in slices "hidden=60,10": `spearman`, the mean over seeds of
// the correlation of gold values and predictions, with the 95% interval of that mean (Student's t),
// `spearman.deviation` between seeds, `weights`, the number of them without biases. Seeds with an
// undefined correlation are left out and counted. Errors: as run(), kUsage if no head is named.
std::vector<Result> learn_heads(const HeadsPlan& plan, Observer& observer);

}  // namespace sonde
