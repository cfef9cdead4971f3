// Preloaded into a program, hides AVX-512 and AMX from it: CPUID, which everything asks that chooses
// instructions, then answers as on a processor without them. Linux lets the instruction fault; the fault's
// handler asks it and takes the bits out. Where the processor can't, the program ends with exit code 77.
#define _GNU_SOURCE
#include <cpuid.h>
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { kCpuidFaults = 0x1012 };  // ARCH_SET_CPUID

static long let_fault(int faults) { return syscall(SYS_arch_prctl, kCpuidFaults, !faults); }

static void hide(unsigned leaf, unsigned subleaf, unsigned* r) {
  if (leaf != 7) return;
  if (subleaf == 0) {
    const unsigned avx512 = 1U << 16 | 1U << 17 | 1U << 21 | 1U << 26 | 1U << 27 | 1U << 28 | 1U << 30 | 1U << 31;
    r[1] &= ~avx512;
    r[2] &= ~(1U << 1 | 1U << 6 | 1U << 11 | 1U << 12 | 1U << 14);
    r[3] &= ~(1U << 2 | 1U << 3 | 1U << 8 | 1U << 22 | 1U << 23 | 1U << 24 | 1U << 25);
  } else if (subleaf == 1) {
    r[0] &= ~(1U << 5 | 1U << 21);
  }
}

static void on_fault(int number, siginfo_t* info, void* context) {
  (void)info;
  greg_t* at = ((ucontext_t*)context)->uc_mcontext.gregs;
  const unsigned char* code = (const unsigned char*)at[REG_RIP];
  if (code[0] != 0x0f || code[1] != 0xa2) {  // a fault of its own
    signal(number, SIG_DFL);
    return;
  }
  const unsigned leaf = (unsigned)at[REG_RAX], subleaf = (unsigned)at[REG_RCX];
  unsigned r[4];
  let_fault(0);
  __cpuid_count(leaf, subleaf, r[0], r[1], r[2], r[3]);
  let_fault(1);
  hide(leaf, subleaf, r);
  at[REG_RAX] = r[0];
  at[REG_RBX] = r[1];
  at[REG_RCX] = r[2];
  at[REG_RDX] = r[3];
  at[REG_RIP] += 2;
}

// The handler stays, whoever wants one of his own.
int sigaction(int number, const struct sigaction* action, struct sigaction* before) {
  static int (*real)(int, const struct sigaction*, struct sigaction*);
  if (real == NULL) real = (__typeof__(real))(intptr_t)dlsym(RTLD_NEXT, "sigaction");
  return real(number, number == SIGSEGV ? NULL : action, before);
}

__attribute__((constructor)) static void begin(void) {
  struct sigaction action = {0};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  int (*real)(int, const struct sigaction*, struct sigaction*) =
      (__typeof__(real))(intptr_t)dlsym(RTLD_NEXT, "sigaction");
  if (real(SIGSEGV, &action, NULL) != 0 || let_fault(1) != 0) _exit(77);
}
