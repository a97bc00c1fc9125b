#include "test/bench/drain.h"

#include <string.h>

#include "perfc/perfc.h"

static uint64_t u64_at(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint64_t sum_words(const struct perfc_record *record,
                          struct perfc_range words) {
  const uint8_t *at = record->data + words.offset;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < words.count; ++i) sum += u64_at(at + 8 * i);
  return sum;
}

typedef uint64_t summer(const struct perfc_record *,
                        const struct perfc_sample *);

static inline __attribute__((always_inline)) struct bench_sum drain(
    perfc_event *event, summer *sum) {
  const perfc_plan *plan = perfc_event_plan(event);
  struct bench_sum all = {0, 0};
  struct perfc_record record;
  struct perfc_sample sample;
  while (perfc_next_record(event, &record) == 1) {
    if (perfc_decode_sample(plan, &record, &sample, sizeof sample) != 0) {
      continue;
    }
    all.sum += sum(&record, &sample);
    ++all.records;
  }
  return all;
}

static inline uint64_t sum_plain(const struct perfc_record *record,
                                 const struct perfc_sample *sample) {
  (void)record;
  return sample->ip + sample->pid + sample->tid + sample->time + sample->cpu +
         sample->period;
}

static inline uint64_t sum_chain(const struct perfc_record *record,
                                 const struct perfc_sample *sample) {
  return sum_plain(record, sample) + sum_words(record, sample->callchain);
}

static inline uint64_t sum_stack(const struct perfc_record *record,
                                 const struct perfc_sample *sample) {
  return sample->ip + sample->pid + sample->tid + sample->time +
         sum_words(record, sample->callchain) + sample->user_abi +
         sum_words(record, sample->user_regs) + sample->stack.count +
         u64_at(record->data + sample->stack.offset) + sample->stack_dyn_size;
}

struct bench_sum drain_plain(perfc_event *event) {
  return drain(event, sum_plain);
}

struct bench_sum drain_stream_plain(perfc_stream *stream) {
  struct bench_sum all = {0, 0};
  struct perfc_stream_record next;
  struct perfc_sample sample;
  while (perfc_stream_next_records(stream, &next, 1) == 1) {
    const perfc_plan *plan = next.plan;
    if (perfc_decode_sample(plan, &next.record, &sample, sizeof sample) != 0) {
      continue;
    }
    all.sum += sum_plain(&next.record, &sample);
    ++all.records;
  }
  return all;
}

struct bench_sum drain_chain(perfc_event *event) {
  return drain(event, sum_chain);
}

struct bench_sum drain_stack(perfc_event *event) {
  return drain(event, sum_stack);
}
