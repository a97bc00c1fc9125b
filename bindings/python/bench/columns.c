// ns per record to fill batches from a file of records and sum their columns in C.
// usage: columns FILE SAMPLE_TYPE RECORDS
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "perfc/perfc.h"

static uint64_t sum(const struct perfc_column *column) {
  uint64_t total = 0;
  uint64_t count = column->offsets ? column->value_count : column->rows;
  const uint64_t *wide = column->values;
  const uint32_t *narrow = column->values;
  if (column->width == 8)
    for (uint64_t i = 0; i < count; ++i) total += wide[i];
  else
    for (uint64_t i = 0; i < count; ++i) total += narrow[i];
  return total;
}

static uint64_t columns(perfc_batch *batch, const perfc_plan *plan,
                        const char *data, size_t size) {
  static const uint32_t kWanted[] = {
      PERFC_COLUMN_IP,   PERFC_COLUMN_PID,    PERFC_COLUMN_TID,
      PERFC_COLUMN_TIME, PERFC_COLUMN_PERIOD, PERFC_COLUMN_CALLCHAIN};
  uint64_t total = 0;
  size_t taken = 0;
  for (size_t at = 0; at < size; at += taken) {
    if (perfc_batch_fill_bytes(batch, plan, data + at, size - at, &taken) < 0)
      exit(1);
    for (size_t i = 0; i < sizeof kWanted / sizeof *kWanted; ++i) {
      struct perfc_column column;
      if (perfc_batch_column(batch, PERFC_TABLE_SAMPLES, kWanted[i], &column,
                             sizeof column) == 0)
        total += sum(&column);
    }
  }
  return total;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  struct perfc_attr attr = {.type = PERFC_TYPE_SOFTWARE,
                            .sample_type = strtoull(argv[2], NULL, 0)};
  const double records = strtod(argv[3], NULL);
  perfc_plan *plan = NULL;
  perfc_batch *batch = NULL;
  const int fd = open(argv[1], O_RDONLY | O_CLOEXEC);
  const off_t size = lseek(fd, 0, SEEK_END);
  char *data = aligned_alloc(64, ((size_t)size + 63) / 64 * 64);
  if (pread(fd, data, (size_t)size, 0) != size ||
      perfc_plan_create(&attr, sizeof attr, NULL, 0, 0, &plan, NULL) < 0 ||
      perfc_batch_create(NULL, &batch, NULL) < 0)
    return 1;
  double best = 1e18;
  uint64_t total = 0;
  for (int round = 0; round < 50; ++round) {
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    total += columns(batch, plan, data, (size_t)size);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ns = (double)(end.tv_sec - begin.tv_sec) * 1e9 +
                (double)(end.tv_nsec - begin.tv_nsec);
    if (ns / records < best) best = ns / records;
  }
  printf("%.1f %" PRIu64 "\n", best, total / 50);
}
