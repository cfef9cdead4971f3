#pragma once

#include <cstddef>
#include <span>

#include "engine/folders/model_folder.h"
#include "sonde/matrix.h"

namespace sonde {

// Which of a sentence's tokens pooling sees.
struct PooledTokens {
  std::size_t first = 0;  // tokens before it are left out (a prompt)
  std::size_t mask = 0;   // place of [MASK], for Pooling::kMask (past the last token if cut off)
};

// Pools states (tokens x numbers) into `out`, summing in double in the order of the tokens.
// Pooling::kPooler gives the first token: its dense layer is a step of the head. NaN if no token is
// left.
void pool(Pooling pooling, Matrix<const float> states, const PooledTokens& tokens,
          std::span<double> out);

}  // namespace sonde
