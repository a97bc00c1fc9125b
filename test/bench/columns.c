#include "test/bench/columns.h"

#include <string.h>

static int column_of(const perfc_batch *batch, uint32_t which,
                     struct perfc_column *column) {
  return perfc_batch_column(batch, PERFC_TABLE_SAMPLES, which, column,
                            sizeof *column) == 0;
}

static uint64_t sum_u64(const uint64_t *values, uint64_t count) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) sum += values[i];
  return sum;
}

static uint64_t sum_u32(const uint32_t *values, uint64_t count) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) sum += values[i];
  return sum;
}

static uint64_t sum_numbers(const perfc_batch *batch, uint32_t which) {
  struct perfc_column column;
  if (!column_of(batch, which, &column)) return 0;
  return column.width == 8 ? sum_u64(column.values, column.rows)
                           : sum_u32(column.values, column.rows);
}

static uint64_t size_of(const struct perfc_column *column, uint64_t row) {
  if (column->sizes) return (uint64_t)column->sizes[row];
  return (uint64_t)(column->offsets[row + 1] - column->offsets[row]);
}

static uint64_t sum_lists(const perfc_batch *batch, uint32_t which) {
  struct perfc_column column;
  uint64_t sum = 0;
  if (!column_of(batch, which, &column)) return 0;
  /* Copied elements lie one behind the other. */
  if (!column.sizes) return sum_u64(column.values, column.value_count);
  for (uint64_t row = 0; row < column.rows; ++row) {
    sum += sum_u64((const uint64_t *)column.values + column.offsets[row],
                   size_of(&column, row));
  }
  return sum;
}

/* The size of each stack and its first word. */
static uint64_t sum_stacks(const perfc_batch *batch) {
  struct perfc_column column;
  uint64_t sum = 0;
  if (!column_of(batch, PERFC_COLUMN_STACK, &column)) return 0;
  for (uint64_t row = 0; row < column.rows; ++row) {
    uint64_t first;
    memcpy(&first, (const uint8_t *)column.values + column.offsets[row],
           sizeof first);
    sum += first + size_of(&column, row);
  }
  return sum;
}

uint64_t columns_sum_batch(const perfc_batch *batch) {
  static const uint32_t numbers[] = {
      PERFC_COLUMN_IP,       PERFC_COLUMN_PID,           PERFC_COLUMN_TID,
      PERFC_COLUMN_TIME,     PERFC_COLUMN_CPU,           PERFC_COLUMN_PERIOD,
      PERFC_COLUMN_USER_ABI, PERFC_COLUMN_STACK_DYN_SIZE};
  uint64_t sum = 0;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    sum += sum_numbers(batch, numbers[i]);
  }
  return sum + sum_lists(batch, PERFC_COLUMN_CALLCHAIN) +
         sum_lists(batch, PERFC_COLUMN_USER_REGS) + sum_stacks(batch);
}

static inline __attribute__((always_inline)) struct bench_sum drain(
    perfc_batch *batch, perfc_event *event, int sums) {
  struct bench_sum all = {0, 0};
  struct perfc_batch_info result;
  while (perfc_batch_fill_event(batch, event) > 0) {
    perfc_batch_get_info(batch, &result, sizeof result);
    all.records += result.samples;
    if (sums) all.sum += columns_sum_batch(batch);
  }
  return all;
}

struct bench_sum columns_fill(perfc_batch *batch, perfc_event *event) {
  return drain(batch, event, 0);
}

struct bench_sum columns_sum(perfc_batch *batch, perfc_event *event) {
  return drain(batch, event, 1);
}
