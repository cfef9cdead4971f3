#pragma once

#include <memory>

#include "run/items/listed_task.h"
#include "run/vectors/vector_source.h"

namespace sonde {

// An encoder that is fitted on the original texts of a task. It stores no vectors.
std::unique_ptr<VectorSource> fit_encoder(const ListedTask& task, const Encoder& encoder);

}  // namespace sonde
