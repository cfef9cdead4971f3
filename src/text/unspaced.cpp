#include "text/unspaced.h"

#include <unicode/uchar.h>

namespace sonde {

bool is_unspaced(char32_t c) {
  const int breaks = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_LINE_BREAK);
  return breaks == U_LB_IDEOGRAPHIC || breaks == U_LB_COMPLEX_CONTEXT ||
         breaks == U_LB_CONDITIONAL_JAPANESE_STARTER;
}

}  // namespace sonde
