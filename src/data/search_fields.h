#pragma once

#include <vector>

#include "sonde/item.h"

namespace sonde {

// The columns of a query and of the passage that is right for it, with their other names.
inline std::vector<Field> query_and_passage() {
  return {{"query", {"question"}}, {"passage", {"document", "answer", "positive", "context"}}};
}

}  // namespace sonde
