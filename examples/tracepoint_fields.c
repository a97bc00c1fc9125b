// Traces the files that this thread opens, by the fields of a tracepoint.
#define _DEFAULT_SOURCE  // O_CLOEXEC
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "perfc/perfc.h"

static void check(int result, const struct perfc_error *error) {
  char words[1024];
  if (result >= 0) return;
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

static const char kName[] = "syscalls:sys_enter_openat";

int main(void) {
  struct perfc_error error = {0};
  perfc_tracepoint *tracepoint = NULL;
  perfc_event *event = NULL;
  check(perfc_tracepoint_create(NULL, kName, &tracepoint, &error), &error);
  check(perfc_open_string(NULL, kName, PERFC_SAMPLE_TID | PERFC_SAMPLE_RAW,
                          PERFC_CALLING_THREAD, PERFC_ANY_CPU, &event, &error),
        &error);
  check(perfc_mmap(event, PERFC_MMAP_DEFAULT_PAGES, 0, &error), &error);

  perfc_ioctl(event, PERFC_IOC_ENABLE, 0, NULL);
  close(open("/proc/self/comm", O_RDONLY | O_CLOEXEC));
  perfc_ioctl(event, PERFC_IOC_DISABLE, 0, NULL);

  int flags = perfc_tracepoint_find_field(tracepoint, "flags");
  if (flags < 0) return 1;
  struct perfc_record record;
  struct perfc_sample sample;
  while (perfc_next_record(event, &record) == 1) {
    if (perfc_decode_sample(perfc_event_plan(event), &record, &sample,
                            sizeof sample) < 0)
      continue;
    const void *raw = perfc_record_range(&record, &sample.raw, 1);
    char text[256];
    uint64_t value = 0;
    perfc_tracepoint_value(tracepoint, raw, sample.raw.count, (uint32_t)flags,
                           0, &value);
    perfc_tracepoint_text(tracepoint, raw, sample.raw.count, PERFC_FIELD_ALL,
                          text, sizeof text);
    printf("thread %" PRIu32 " (%s): %s\n", sample.tid,
           value & O_CLOEXEC ? "close-on-exec" : "inherited", text);
  }
  perfc_close(event);
  perfc_tracepoint_destroy(tracepoint);
}
