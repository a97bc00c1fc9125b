// The five verbs: open an event, ioctl it on, mmap its ring, take records out
// of that, and decode them. Samples where this thread spends its time.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "perfc/perfc.h"

static void check(int result, const struct perfc_error *error) {
  char words[1024];
  if (result >= 0) return;
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

static void work(void) {
  for (volatile uint64_t i = 0; i < 200000000; ++i) continue;
}

int main(void) {
  struct perfc_error error = {0};
  perfc_event *event = NULL;
  check(
      perfc_open_string(NULL, "cpu-clock:u",
                        PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME,
                        PERFC_CALLING_THREAD, PERFC_ANY_CPU, &event, &error),
      &error);
  check(perfc_mmap(event, PERFC_MMAP_DEFAULT_PAGES, 0, &error), &error);
  if (perfc_ioctl(event, PERFC_IOC_ENABLE, 0, NULL) < 0) return 1;
  work();
  if (perfc_ioctl(event, PERFC_IOC_DISABLE, 0, NULL) < 0) return 1;

  const perfc_plan *plan = perfc_event_plan(event);
  struct perfc_record record;
  struct perfc_sample sample;
  int samples = 0;
  while (perfc_next_record(event, &record) == 1) {
    if (record.type != PERFC_RECORD_SAMPLE) continue;
    if (perfc_decode_sample(plan, &record, &sample, sizeof sample) < 0) break;
    if (++samples > 5) continue;
    printf("%.6f s: thread %" PRIu32 " at %#" PRIx64 "\n",
           (double)sample.time / 1e9, sample.tid, sample.ip);
  }
  printf("%d samples\n", samples);
  perfc_close(event);
  return samples > 0 ? 0 : 1;
}
