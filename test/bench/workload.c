/* Compiled with frame pointers, along which the kernel walks the call chain. */
#include "test/bench/workload.h"

#include <unistd.h>

#include "perfc/uapi.h"
#include "test/bench/drain.h"
#include "test/bench/floor.h"

/* So that a chain has about 20 entries. */
#define DEPTH 10

/* Only the ring itself tells how long a record is. */
static void hit_until_full(const struct perfc_mmap_page *ring) {
  const volatile uint64_t *head = &ring->data_head;
  uint64_t longest = 0;
  uint64_t before = *head;
  const uint64_t full = ring->data_tail + ring->data_size;
  do {
    getpid();
    const uint64_t size = *head - before;
    before += size;
    if (size > longest) longest = size;
    /* Two more come from whatever is called until the event is disabled. */
  } while (longest != 0 && before + 3 * longest <= full);
}

/* The compiler can make no loop of it: something is left to do after the call.
 */
static __attribute__((noinline)) int recurse(const struct perfc_mmap_page *ring,
                                             int depth) {
  if (depth == 0) {
    hit_until_full(ring);
    return 0;
  }
  const int below = recurse(ring, depth - 1);
  __asm__ volatile("" ::: "memory");
  return below + 1;
}

static void fill_flat(const struct perfc_mmap_page *ring) {
  hit_until_full(ring);
}

static void fill_deep(const struct perfc_mmap_page *ring) {
  recurse(ring, DEPTH);
}

const struct bench_workload bench_workloads[BENCH_WORKLOADS] = {
    {
        .name = "W1 IP|TID|TIME|CPU|PERIOD",
        .tracepoint = "syscalls/sys_enter_getpid",
        .sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                       PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD,
        .fill = fill_flat,
        .floor = floor_plain,
        .floor_ahead = floor_plain_ahead,
        .drain = drain_plain,
    },
    {
        .name = "W2 W1|CALLCHAIN",
        .tracepoint = "raw_syscalls/sys_enter",
        .sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                       PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD |
                       PERFC_SAMPLE_CALLCHAIN,
        .fill = fill_deep,
        .floor = floor_chain,
        .floor_ahead = floor_chain_ahead,
        .drain = drain_chain,
    },
    {
        .name = "W3 IP|TID|TIME|CALLCHAIN|REGS|STACK",
        .tracepoint = "syscalls/sys_enter_getpid",
        .sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                       PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_REGS_USER |
                       PERFC_SAMPLE_STACK_USER,
        .registers = BENCH_REGISTER_MASK,
        .stack = 8192,
        .fill = fill_deep,
        .floor = floor_stack,
        .floor_ahead = floor_stack_ahead,
        .drain = drain_stack,
    },
};
