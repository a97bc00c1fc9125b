/* What the kernel is made to write into the rings. */
#ifndef TEST_BENCH_WORKLOAD_H_
#define TEST_BENCH_WORKLOAD_H_

#include <stdint.h>

#include "perfc/attr.h"
#include "perfc/event.h"
#include "test/bench/ring.h"

/* Those that a stack is unwound with. */
#if defined(__x86_64__)
#define BENCH_REGISTER_MASK PERFC_REGS_X86_64_UNWIND
#define BENCH_REGISTERS 17
#else
#define BENCH_REGISTER_MASK PERFC_REGS_ARM64_UNWIND
#define BENCH_REGISTERS 33
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct bench_workload {
  const char *name;
  const char *tracepoint; /* system/name */
  uint64_t sample_type;
  uint64_t registers;
  uint32_t stack;
  /* Hits the tracepoint until the ring has no room for more. */
  void (*fill)(const struct perfc_mmap_page *ring);
  struct bench_sum (*floor)(const struct bench_ring *ring);
  struct bench_sum (*floor_ahead)(const struct bench_ring *ring);
  /* perfc_next_record and perfc_decode_sample until the ring is empty. The sum
   * of a record that can't be decoded is missing. */
  struct bench_sum (*drain)(perfc_event *event);
};

#define BENCH_WORKLOADS 3
extern const struct bench_workload bench_workloads[BENCH_WORKLOADS];

#ifdef __cplusplus
}
#endif

#endif /* TEST_BENCH_WORKLOAD_H_ */
