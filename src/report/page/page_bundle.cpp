#include "report/page/page_bundle.h"

#ifdef SONDE_PAGE
// As they are on disk: literals of this size would take the compiler long, and more memory than the
// program.
#define SONDE_EMBED(name, file)                                                        \
  __asm__(".pushsection .rodata\n.globl " #name "_begin\n.globl " #name "_end\n" #name \
          "_begin:\n.incbin \"" file "\"\n" #name "_end:\n.byte 0\n.popsection\n");    \
  extern "C" {                                                                         \
  extern const char name##_begin[]; /* NOLINT */                                       \
  extern const char name##_end[];   /* NOLINT */                                       \
  }

SONDE_EMBED(sonde_page, SONDE_PAGE)
SONDE_EMBED(sonde_rate_page, SONDE_RATE_PAGE)
#endif

namespace sonde {

std::string_view page_bundle() {
#ifdef SONDE_PAGE
  return {sonde_page_begin, sonde_page_end};
#else
  return {};
#endif
}

std::string_view rate_bundle() {
#ifdef SONDE_PAGE
  return {sonde_rate_page_begin, sonde_rate_page_end};
#else
  return {};
#endif
}

}  // namespace sonde
