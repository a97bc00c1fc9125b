#include "test/bench/floor.h"

#include <string.h>

#include "perfc/uapi.h"
#include "test/bench/workload.h"

static uint64_t u64_at(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint64_t u32_at(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint64_t sum_words(const uint8_t *at, uint64_t count) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) sum += u64_at(at + 8 * i);
  return sum;
}

/* A record that wraps is copied together. */
static const uint8_t *unwrap(const struct bench_ring *ring, uint64_t at,
                             uint64_t size) {
  static uint64_t scratch[0x10000 / 8];
  const uint64_t first = ring->size - at;
  memcpy(scratch, ring->data + at, first);
  memcpy((uint8_t *)scratch + first, ring->data, size - first);
  return (const uint8_t *)scratch;
}

/* The numbers of impl/batch/column_fill.cc, Prefetcher. */
static inline __attribute__((always_inline)) void prefetch(
    const uint8_t *record, uint64_t size) {
  const uint64_t ahead = 8 * 1024;
  const uint64_t small = 512;
  const uint64_t line = 64;
  if (size > small) return;
  for (uint64_t i = 0; i < size; i += line) {
    __builtin_prefetch(record + ahead + i, 0, 2);
  }
}

static inline __attribute__((always_inline)) struct bench_sum walk(
    const struct bench_ring *ring, uint64_t (*sum)(const uint8_t *),
    int ahead) {
  struct bench_sum all = {0, 0};
  const uint8_t *data = ring->data;
  const uint64_t ring_size = ring->size;
  const uint64_t end = ring->end;
  uint64_t size;
  for (uint64_t next = ring->begin; next != end; next += size) {
    const uint64_t at = next & (ring_size - 1);
    const uint8_t *record = data + at;
    const uint64_t header = u64_at(record);
    size = header >> 48;
    if (ahead) prefetch(record, size);
    if ((uint32_t)header != PERFC_RECORD_SAMPLE) continue;
    if (at + size > ring_size) record = unwrap(ring, at, size);
    all.sum += sum(record);
    ++all.records;
  }
  return all;
}

/* header, ip, pid, tid, time, cpu, reserved, period */
static inline uint64_t sum_plain(const uint8_t *record) {
  return u64_at(record + 8) + u32_at(record + 16) + u32_at(record + 20) +
         u64_at(record + 24) + u32_at(record + 32) + u64_at(record + 40);
}

/* The same, nr, chain. */
static inline uint64_t sum_chain(const uint8_t *record) {
  return sum_plain(record) + sum_words(record + 56, u64_at(record + 48));
}

/* header, ip, pid, tid, time, nr, chain, abi, registers, size, stack, size that
 * is really stack */
static inline uint64_t sum_stack(const uint8_t *record) {
  const uint64_t nr = u64_at(record + 32);
  const uint8_t *abi = record + 40 + 8 * nr;
  const uint8_t *stack_size = abi + 8 + 8 * BENCH_REGISTERS;
  const uint8_t *stack = stack_size + 8;
  const uint64_t size = u64_at(stack_size);
  return u64_at(record + 8) + u32_at(record + 16) + u32_at(record + 20) +
         u64_at(record + 24) + sum_words(record + 40, nr) + u64_at(abi) +
         sum_words(abi + 8, BENCH_REGISTERS) + size + u64_at(stack) +
         u64_at(stack + size);
}

struct bench_sum floor_plain(const struct bench_ring *ring) {
  return walk(ring, sum_plain, 0);
}

struct bench_sum floor_chain(const struct bench_ring *ring) {
  return walk(ring, sum_chain, 0);
}

struct bench_sum floor_stack(const struct bench_ring *ring) {
  return walk(ring, sum_stack, 0);
}

struct bench_sum floor_plain_ahead(const struct bench_ring *ring) {
  return walk(ring, sum_plain, 1);
}

struct bench_sum floor_chain_ahead(const struct bench_ring *ring) {
  return walk(ring, sum_chain, 1);
}

struct bench_sum floor_stack_ahead(const struct bench_ring *ring) {
  return walk(ring, sum_stack, 1);
}
