#include "scorers/cut_remark.h"

#include <cstdint>

namespace sonde {

void note_cut(std::size_t total, std::size_t kept, Remark& remark) {
  const auto lost = static_cast<std::uint32_t>(total - kept);
  if (remark.tokens > 0 && lost <= remark.tokens - remark.kept) return;
  remark.tokens = static_cast<std::uint32_t>(total);
  remark.kept = static_cast<std::uint32_t>(kept);
}

}  // namespace sonde
