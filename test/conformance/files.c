/* files.c FILE: writes a perf.data file with two threads, "alpha" of 8 samples and "beta" of 2. */
#include <stdio.h>
#include <string.h>

#include "perfc/perfc.h"
#include "perfc/profile.h"

enum { kSamples = 10, kId = 77 };

struct comm {
  uint32_t type;
  uint16_t misc, size;
  uint32_t pid, tid;
  char name[8];
  uint32_t trailer_pid, trailer_tid;
  uint64_t time, id;
};

struct sample {
  uint32_t type;
  uint16_t misc, size;
  uint64_t id, ip;
  uint32_t pid, tid;
  uint64_t time;
};

static perfc_plan *make_plan(void) {
  const uint64_t id = kId;
  perfc_plan *plan = NULL;
  struct perfc_attr attr = {0};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                     PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_COMM;
  if (perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, NULL) == 0)
    perfc_plan_add_attr(plan, &attr, sizeof attr, &id, 1, NULL);
  return plan;
}

static void put(struct perfc_stream_record *out, const void *data,
                const perfc_plan *plan, uint64_t time) {
  memset(out, 0, sizeof *out);
  perfc_plan_view_record(plan, data, sizeof(struct comm), NULL, 0,
                         &out->record);
  out->plan = plan;
  out->time = time;
  out->position = PERFC_NO_POSITION;
}

int main(int argc, char **argv) {
  struct comm comms[] = {
      {PERFC_RECORD_COMM, 0, 48, 10, 10, "alpha", 10, 10, 100, kId},
      {PERFC_RECORD_COMM, 0, 48, 20, 20, "beta", 20, 20, 110, kId}};
  struct {
    struct sample sample;
    uint64_t rest;
  } samples[kSamples];
  struct perfc_stream_record records[2 + kSamples];
  struct perfc_writer_options options = {0};
  struct perfc_writer_result result;
  struct perfc_error error;
  perfc_writer *writer = NULL;
  perfc_plan *plan = make_plan();
  uint32_t i;
  char text[1024];
  if (argc != 2 || plan == NULL) return 2;
  for (i = 0; i < 2; ++i) put(&records[i], &comms[i], plan, comms[i].time);
  for (i = 0; i < kSamples; ++i) {
    const uint32_t pid = i % 5 == 0 ? 20 : 10;
    struct sample one = {PERFC_RECORD_SAMPLE,
                         PERFC_RECORD_MISC_USER,
                         sizeof one,
                         kId,
                         0x1000 + i,
                         pid,
                         pid,
                         200 + i};
    samples[i].sample = one;
    samples[i].rest = 0;
    put(&records[2 + i], &samples[i], plan, one.time);
  }
  options.size = sizeof options;
  options.path = argv[1];
  if (perfc_writer_create(NULL, &options, &writer, &error) < 0 ||
      perfc_writer_write(writer, records, 2 + kSamples, &error) < 0 ||
      perfc_writer_finish(writer, 0, &result, sizeof result, &error) < 0) {
    perfc_error_text(&error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    return 1;
  }
  perfc_writer_destroy(writer);
  perfc_plan_destroy(plan);
  return 0;
}
