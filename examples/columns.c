// Samples a program on every CPU, merges the rings into one stream by time, and
// sums its samples per thread and per function directly from the columns.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perfc/perfc.h"

enum { kMostCpus = 64, kMostSums = 64 };

struct sum {
  char name[64];
  uint64_t samples;
};

static void fail(const struct perfc_error *error) {
  char words[1024];
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

static void add(struct sum *sums, const char *name) {
  int i = 0;
  while (i < kMostSums - 1 && sums[i].samples && strcmp(sums[i].name, name))
    ++i;
  snprintf(sums[i].name, sizeof sums[i].name, "%s", name);
  ++sums[i].samples;
}

static void print(const char *title, const struct sum *sums) {
  printf("%s\n", title);
  for (int i = 0; i < kMostSums && sums[i].samples; ++i) {
    printf("%7" PRIu64 "  %s\n", sums[i].samples, sums[i].name);
  }
}

// The program: two threads, one of which works three times as much.
__attribute__((noinline)) void *less(void *work) {
  for (volatile uint64_t i = 0; i < 50000000; ++i) continue;
  return work;
}
__attribute__((noinline)) void *more(void *work) {
  for (volatile uint64_t i = 0; i < 150000000; ++i) continue;
  return work;
}
static void program(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, less, NULL);
  pthread_create(&threads[1], NULL, more, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

// inherit follows new threads. An inherited event can be mapped only if it is
// opened for one CPU.
static int open_on_cpus(pid_t pid, perfc_stream *stream, perfc_event **events) {
  struct perfc_attr attr = {
      .type = PERFC_TYPE_SOFTWARE,
      .config = PERFC_COUNT_SW_CPU_CLOCK,
      .sample_period = 1000000,  // ns
      .sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME,
      .flags = PERFC_ATTR_INHERIT | PERFC_ATTR_EXCLUDE_KERNEL |
               PERFC_ATTR_SAMPLE_ID_ALL,
  };
  struct perfc_error error = {0};
  const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  int count = 0;
  for (; count < cpus && count < kMostCpus; ++count) {
    if (perfc_open(NULL, &attr, sizeof attr, pid, count, NULL, 0,
                   &events[count], &error) < 0 ||
        perfc_mmap(events[count], 16, 0, &error) < 0 ||
        perfc_stream_add_event(stream, events[count], &error) < 0) {
      fail(&error);
    }
  }
  return count;
}

static void sum_batch(const perfc_batch *batch, struct sum *threads,
                      struct sum *functions) {
  struct perfc_column tid, ip;
  if (perfc_batch_column(batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_TID, &tid,
                         sizeof tid) < 0 ||
      perfc_batch_column(batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_IP, &ip,
                         sizeof ip) < 0) {
    return;  // No samples among these records.
  }
  for (uint64_t row = 0; row < ip.rows; ++row) {
    char thread[32];
    Dl_info symbol = {0};
    snprintf(thread, sizeof thread, "thread %" PRIu32,
             ((const uint32_t *)tid.values)[row]);
    add(threads, thread);
    // The child is a copy of this program, so both have the same addresses.
    dladdr((void *)(uintptr_t)((const uint64_t *)ip.values)[row], &symbol);
    add(functions, symbol.dli_sname ? symbol.dli_sname : "(other)");
  }
}

int main(void) {
  static struct sum threads[kMostSums], functions[kMostSums];
  perfc_event *events[kMostCpus];
  struct perfc_error error = {0};
  perfc_stream *stream = NULL;
  perfc_batch *batch = NULL;
  int start[2];
  if (pipe(start) != 0) return 1;
  const pid_t pid = fork();
  if (pid == 0) {
    char go;
    if (read(start[0], &go, 1) == 1) program();
    _exit(0);
  }
  if (perfc_stream_create(NULL, NULL, &stream, &error) < 0 ||
      perfc_batch_create(NULL, &batch, &error) < 0) {
    fail(&error);
  }
  const int count = open_on_cpus(pid, stream, events);
  if (write(start[1], "!", 1) != 1) return 1;

  // Read until the program has exited and its rings are drained.
  while (perfc_stream_wait(stream, -1, &error) > 0) {
    while (perfc_batch_fill_stream(batch, stream) > 0) {
      sum_batch(batch, threads, functions);
    }
  }
  waitpid(pid, NULL, 0);
  print("samples by thread", threads);
  print("samples by function", functions);
  perfc_batch_destroy(batch);
  perfc_stream_destroy(stream);
  for (int i = 0; i < count; ++i) perfc_close(events[i]);
  return functions[0].samples > 0 ? 0 : 1;
}
