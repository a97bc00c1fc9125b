/* Where a thread spends its time: the profiler that sampler_test.c tests. */
#ifndef EXAMPLES_SAMPLER_SAMPLER_H_
#define EXAMPLES_SAMPLER_SAMPLER_H_

#include <stdint.h>

#include "perfc/perfc.h"

struct hot_spot {
  uint64_t ip;
  uint64_t samples;
};

struct profile {
  struct hot_spot spots[64];
  uint32_t count;
  uint64_t samples; /* all of them */
  uint64_t lost;
};

/* Samples a thread until it exits, or for `seconds`: by cycles, or where the
 * machine counts none by the CPU's clock. Returns 0 or a negative errno. */
int sample_thread(int pid, int seconds, struct profile *profile,
                  struct perfc_error *error);

#endif
