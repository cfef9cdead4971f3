// Preloaded into a program, sets its calendar clock ahead by $CLOCK_AHEAD seconds. Times of files
// and clocks that measure durations stay as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

#define REAL(name)                                               \
  static __typeof__(&name) real;                                 \
  if (real == NULL) {                                            \
    real = (__typeof__(&name))(intptr_t)dlsym(RTLD_NEXT, #name); \
  }

static time_t ahead(void) {
  const char* seconds = getenv("CLOCK_AHEAD");
  return seconds == NULL ? 0 : atol(seconds);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  REAL(clock_gettime)
  const int failed = real(clock, now);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += ahead();
  return failed;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  REAL(gettimeofday)
  const int failed = real(now, zone);
  now->tv_sec += ahead();
  return failed;
}

time_t time(time_t* now) {
  REAL(time)
  const time_t then = real(NULL) + ahead();
  if (now != NULL) *now = then;
  return then;
}
