#include "report/page_bundle.h"

#ifdef SONDE_PAGE
// As it is on disk: a literal of this size would take the compiler long, and more memory than the
// program.
__asm__(
    ".pushsection .rodata\n"
    ".globl sonde_page_begin\n"
    ".globl sonde_page_end\n"
    "sonde_page_begin:\n"
    ".incbin \"" SONDE_PAGE
    "\"\n"
    "sonde_page_end:\n"
    ".byte 0\n"
    ".popsection\n");
extern "C" {
extern const char sonde_page_begin[];  // NOLINT
extern const char sonde_page_end[];    // NOLINT
}

#endif

namespace sonde {

std::string_view page_bundle() {
#ifdef SONDE_PAGE
  return {sonde_page_begin, sonde_page_end};
#else
  return {};
#endif
}

}  // namespace sonde
