// Builds a file into the program as it is on disk: the compiler would take long over a literal of
// that size.
#pragma once

#define SONDE_EMBED(name, file)                                                        \
  __asm__(".pushsection .rodata\n.globl " #name "_begin\n.globl " #name "_end\n" #name \
          "_begin:\n.incbin \"" file "\"\n" #name "_end:\n.byte 0\n.popsection\n");    \
  extern "C" {                                                                         \
  extern const char name##_begin[]; /* NOLINT */                                       \
  extern const char name##_end[];   /* NOLINT */                                       \
  }
