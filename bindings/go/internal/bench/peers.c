#include "test/bench/peers.h"

#include "_cgo_export.h"
#include "perfc/uapi.h"

static struct bench_sum drain(void *reader, const struct bench_ring *ring) {
  (void)ring;
  return go_drain((uintptr_t)reader);
}

static void close_reader(void *reader) { go_close((uintptr_t)reader); }

// A reader by its number in openers.
#define OPEN(number)                                                \
  static void *open_##number(int fd, const void *attr, size_t size, \
                             uint32_t pages) {                      \
    return (void *)go_open(number, fd, (void *)attr, size, pages);  \
  }
OPEN(0)
OPEN(1)
OPEN(2)
OPEN(3)

#define READ_NEXT                                           \
  (PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | \
   PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER)

bench_peers_function bench_peers;

const struct bench_peer *bench_peers(uint32_t *count) {
  static const struct bench_peer peers[] = {
      {"Go: columns, summed", 0, 0, open_0, drain, close_reader},
      {"Go: Next", 0, 0, open_1, drain, close_reader},
      {"Go perf: ReadRecord", 0, 0, open_2, drain, close_reader},
      {"Go perfreader: ReadNext", BENCH_LACKS_STACK_SIZE, READ_NEXT, open_3,
       drain, close_reader},
  };
  *count = sizeof peers / sizeof *peers;
  return peers;
}
