#include "text/invisible.h"

#include <unicode/uchar.h>

#include <cstdint>

#include "text/unicode.h"

namespace sonde {

bool is_invisible(std::string_view text) {
  constexpr std::uint32_t kUnseen = U_GC_CC_MASK | U_GC_CF_MASK;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    const auto point = static_cast<UChar32>(c);
    const bool ignorable = u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
    if (!is_space(c) && (U_GET_GC_MASK(point) & kUnseen) == 0 && !ignorable) return false;
  }
  return true;
}

}  // namespace sonde
