// Watches a variable with a hardware breakpoint, and prints which functions
// wrote to it.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "perfc/perfc.h"

static volatile uint64_t watched;

__attribute__((noinline)) static void first_writer(void) { watched = 1; }
__attribute__((noinline)) static void second_writer(void) { watched = 2; }

static void check(int result, const struct perfc_error *error) {
  char words[1024];
  if (result >= 0) return;
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

// The function with the highest start address that isn't above ip.
static const char *writer_at(uint64_t ip) {
  uint64_t first = (uint64_t)(uintptr_t)first_writer;
  uint64_t second = (uint64_t)(uintptr_t)second_writer;
  if (ip < first) return ip < second ? "?" : "second_writer";
  if (ip < second || second < first) return "first_writer";
  return "second_writer";
}

int main(void) {
  struct perfc_attr attr = {
      .type = PERFC_TYPE_BREAKPOINT,
      .bp_type = PERFC_HW_BREAKPOINT_W,
      .config1 = (uint64_t)(uintptr_t)&watched,  // bp_addr
      .config2 = PERFC_HW_BREAKPOINT_LEN_8,      // bp_len
      .sample_period = 1,                        // every write
      .sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_ADDR,
      .flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV,
  };
  struct perfc_error error = {0};
  perfc_event *event = NULL;
  check(perfc_open(NULL, &attr, sizeof attr, 0, -1, NULL, 0, &event, &error),
        &error);
  check(perfc_mmap(event, 1, 0, &error), &error);

  first_writer();
  second_writer();
  first_writer();

  struct perfc_record record;
  struct perfc_sample sample;
  int writes = 0;
  while (perfc_next_record(event, &record) == 1) {
    if (record.type != PERFC_RECORD_SAMPLE) continue;
    if (perfc_decode_sample(perfc_event_plan(event), &record, &sample,
                            sizeof sample) < 0) {
      return 1;
    }
    printf("write %d to %#" PRIx64 " by thread %" PRIu32 " at %#" PRIx64
           " in %s\n",
           ++writes, sample.addr, sample.tid, sample.ip, writer_at(sample.ip));
  }
  perfc_close(event);
  return 0;
}
