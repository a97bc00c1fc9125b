// Samples the whole machine: a set over all CPUs, its rings in one stream.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "perfc/perfc.h"

static void check(int result, const struct perfc_error *error) {
  if (result >= 0) return;
  char words[1024];
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

int main(void) {
  const uint64_t fields =
      PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU;
  struct perfc_target machine = {sizeof machine, PERFC_TARGET_CPUS, .pid = 0};
  struct perfc_set_options options = {.size = sizeof options,
                                      .fallbacks = PERFC_FALLBACK_ALL};
  struct perfc_error error;
  perfc_specs *specs;
  perfc_set *set;
  perfc_stream *stream;
  check(perfc_specs_create(NULL, &specs, &error), &error);
  check(perfc_specs_parse(specs, "cycles/freq=999/", fields, &error), &error);
  check(perfc_set_open(NULL, specs, &machine, &options, &set, &error), &error);
  char report[4096];
  perfc_report_text(perfc_set_report(set), PERFC_REPORT_ALL, report,
                    sizeof report);
  fputs(report, stdout);
  check(perfc_set_mmap(set, PERFC_PAGES_FIT, 0, &error), &error);
  check(perfc_stream_create(NULL, NULL, &stream, &error), &error);
  check(perfc_stream_add_set(stream, set, &error), &error);
  if (perfc_set_enable(set) < 0) return 1;
  for (time_t end = time(NULL) + 1; time(NULL) <= end;) {
    struct perfc_stream_record record;
    perfc_stream_wait(stream, 100, &error);
    while (perfc_stream_next_records(stream, &record, 1) == 1) {
      struct perfc_sample s;
      if (perfc_decode_sample(record.plan, &record.record, &s, sizeof s))
        continue;
      printf("%" PRIu64 " CPU %" PRIu32 " thread %" PRIu32 "\n", s.time, s.cpu,
             s.tid);
    }
  }
  perfc_stream_destroy(stream);
  perfc_set_close(set);
  perfc_specs_destroy(specs);
}
