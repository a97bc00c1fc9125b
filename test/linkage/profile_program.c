/* A program as an embedder links it with both libraries: it writes the state of its own process into
 * a compressed file, and reads that. Needs no privilege. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "perfc/perfc.h"
#include "perfc/profile.h"

enum { kCapacity = 64 };

static perfc_plan *PlanOfTaskClock(void) {
  struct perfc_attr attr;
  memset(&attr, 0, sizeof(attr));
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof(attr);
  attr.config = PERFC_COUNT_SW_TASK_CLOCK;
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  perfc_plan *plan = NULL;
  if (perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, NULL) == 0)
    perfc_plan_add_attr(plan, &attr, sizeof(attr), NULL, 0, NULL);
  return plan;
}

/* Takes all records, and writes them unless `to` is NULL. Returns the number of COMM records. */
static int Take(perfc_file *from, perfc_writer *to, struct perfc_error *error) {
  struct perfc_stream_record records[kCapacity];
  int comms = 0;
  for (;;) {
    const int count = perfc_file_next_records(from, records, kCapacity, error);
    if (count == -ESHUTDOWN) return comms;
    if (count < 0) return count;
    for (int i = 0; i < count; ++i)
      comms += records[i].record.type == PERFC_RECORD_COMM;
    if (to == NULL) continue;
    const int written = perfc_writer_write(to, records, (uint32_t)count, error);
    if (written < 0) return written;
  }
}

static int Writes(int fd, struct perfc_error *error) {
  struct perfc_writer_options options;
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  options.flags = PERFC_WRITER_FD;
  options.fd = fd;
  options.zstd_level = 1;
  const int32_t pid = (int32_t)getpid();
  perfc_plan *plan = PlanOfTaskClock();
  perfc_file *tasks = NULL;
  perfc_writer *writer = NULL;
  struct perfc_writer_result result;
  int comms = perfc_file_synthesize(NULL, plan, &pid, 1, PERFC_SYNTHESIZE_TASKS,
                                    &tasks, error);
  if (comms == 0) comms = perfc_writer_create(NULL, &options, &writer, error);
  if (comms == 0) comms = Take(tasks, writer, error);
  if (comms > 0 &&
      perfc_writer_finish(writer, 0, &result, sizeof(result), error) < 0)
    comms = 0;
  perfc_writer_destroy(writer);
  perfc_file_close(tasks);
  perfc_plan_destroy(plan);
  return comms;
}

static int Reads(int fd, struct perfc_error *error) {
  struct perfc_file_options options;
  memset(&options, 0, sizeof(options));
  options.size = sizeof(options);
  options.flags = PERFC_FILE_FD;
  options.fd = fd;
  perfc_file *file = NULL;
  int comms = perfc_file_open(&options, &file, error);
  if (comms == 0) comms = Take(file, NULL, error);
  perfc_file_close(file);
  return comms;
}

int main(void) {
  struct perfc_error error;
  memset(&error, 0, sizeof(error));
  const int fd = memfd_create("perf.data", 0);
  const int written = Writes(fd, &error);
  const int read = Reads(fd, &error);
  close(fd);
  if (written > 0 && written == read) return 0;
  char words[512] = "";
  perfc_error_text(&error, words, sizeof(words));
  fprintf(stderr, "%d names of threads written, %d read: %s\n", written, read,
          words);
  return 1;
}
