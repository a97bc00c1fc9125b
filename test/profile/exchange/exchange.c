/* Files that one machine writes and another one reads.
 *
 * exchange write FILE LIST   samples this process and writes FILE; LIST gets a line for
 *                            each record that was written
 * exchange list FILE LIST    LIST gets the same lines, from the records in FILE
 *
 * The lines have what was decoded and a sum of the record's bytes. So two lists are
 * equal if both machines decode the same.
 */
#include <errno.h>
#include <inttypes.h>
#include <perfc/perfc.h>
#include <perfc/profile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kRecords = 256, kBytes = 1 << 20, kRounds = 200 };

static struct perfc_error error;

static void fail(void) {
  char words[1024];
  perfc_error_text(&error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

static int check(int result) {
  if (result < 0) fail();
  return result;
}

static uint64_t sum(const uint8_t *bytes, size_t size) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

static void list_sample(const struct perfc_stream_record *record, FILE *list) {
  struct perfc_sample sample;
  const int failed = perfc_decode_sample(record->plan, &record->record, &sample,
                                         sizeof sample);
  if (failed) {
    fprintf(list, " undecodable %d", failed);
    return;
  }
  fprintf(list, " attr %u ip %#" PRIx64 " pid %u tid %u period %" PRIu64,
          sample.attr_index, sample.ip, sample.pid, sample.tid, sample.period);
  if (sample.present & PERFC_SAMPLE_STACK_USER) {
    fprintf(list, " chain %u regs %u stack %u", sample.callchain.count,
            sample.user_regs.count, sample.stack.count);
  }
}

/* Records that the header was made of differ from file to file. */
static void list_records(const struct perfc_stream_record *records, int count,
                         FILE *list) {
  for (int i = 0; i < count; ++i) {
    const struct perfc_record *record = &records[i].record;
    if (record->type >= PERFC_RECORD_HEADER_ATTR) continue;
    fprintf(list, "%s %" PRIu64, perfc_record_type_name(record->type),
            records[i].time);
    if (record->type == PERFC_RECORD_SAMPLE) list_sample(&records[i], list);
    fprintf(list, " sum %016" PRIx64 "\n", sum(record->data, record->size));
  }
}

static void write_file(perfc_file *source, perfc_writer *writer, FILE *list) {
  struct perfc_stream_record records[kRecords];
  int count;
  while ((count = perfc_file_next_records(source, records, kRecords, &error)) >
         0) {
    list_records(records, count, list);
    check(perfc_writer_write(writer, records, (uint32_t)count, &error));
  }
  if (count != -ESHUTDOWN) fail();
}

static void write_stream(perfc_stream *stream, perfc_writer *writer,
                         FILE *list) {
  struct perfc_stream_record records[kRecords];
  int count;
  while ((count = perfc_stream_next_records(stream, records, kRecords)) > 0) {
    list_records(records, count, list);
    check(perfc_writer_write(writer, records, (uint32_t)count, &error));
  }
}

static void make_samples(void) {
  char *memory = malloc(kBytes);
  if (memory == NULL) exit(1);
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kBytes; ++i)
      ((volatile char *)memory)[i] = (char)(i + round);
  }
  free(memory);
}

/* Two events whose samples differ, so that they are told apart by their ids. */
static perfc_set *open_events(void) {
  const uint64_t common = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                          PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                          PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD;
  struct perfc_target target = {.size = sizeof target};
  struct perfc_attr attr = {.type = PERFC_TYPE_SOFTWARE, .size = sizeof attr};
  perfc_specs *specs;
  perfc_set *set;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 1000000;
  attr.sample_type = common | PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_REGS_USER |
                     PERFC_SAMPLE_STACK_USER;
  attr.sample_regs_user = 0xff;
  attr.sample_stack_user = 512;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_SAMPLE_ID_ALL |
               PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_COMM;
  check(perfc_specs_create(NULL, &specs, &error));
  check(perfc_specs_add(specs, &attr, sizeof attr, "cpu-clock",
                        PERFC_SPEC_NO_LEADER, &error));
  attr.config = PERFC_COUNT_SW_PAGE_FAULTS;
  attr.sample_period = 16;
  attr.sample_type = common | PERFC_SAMPLE_ADDR;
  attr.sample_regs_user = 0;
  attr.sample_stack_user = 0;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_SAMPLE_ID_ALL;
  check(perfc_specs_add(specs, &attr, sizeof attr, "page-faults",
                        PERFC_SPEC_NO_LEADER, &error));
  target.kind = PERFC_TARGET_THREAD;
  check(perfc_set_open(NULL, specs, &target, NULL, &set, &error));
  perfc_specs_destroy(specs);
  return set;
}

static void write_recording(const char *path, FILE *list) {
  struct perfc_writer_options options = {.size = sizeof options, .path = path};
  perfc_set *set = open_events();
  perfc_plan *plan;
  perfc_stream *stream;
  perfc_writer *writer;
  perfc_file *state;
  check(perfc_set_mmap(set, 128, PERFC_SET_MMAP_SHARED, &error));
  check(perfc_set_create_plan(set, &plan, &error));
  check(perfc_stream_create(NULL, NULL, &stream, &error));
  check(perfc_stream_add_set(stream, set, &error));
  check(perfc_writer_create(NULL, &options, &writer, &error));
  check(perfc_file_synthesize(NULL, plan, NULL, 0,
                              PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_FACTS |
                                  PERFC_SYNTHESIZE_BUILD_IDS,
                              &state, &error));
  write_file(state, writer, list);
  check(perfc_set_enable(set));
  make_samples();
  perfc_set_disable(set);
  write_stream(stream, writer, list);
  check(perfc_writer_finish(writer, 0, NULL, 0, &error));
  perfc_writer_destroy(writer);
  perfc_file_close(state);
  perfc_stream_destroy(stream);
  perfc_plan_destroy(plan);
  perfc_set_close(set);
}

static void list_file(const char *path, FILE *list) {
  struct perfc_file_options options = {.size = sizeof options, .path = path};
  struct perfc_stream_record records[kRecords];
  perfc_file *file;
  int count;
  check(perfc_file_open(&options, &file, &error));
  while ((count = perfc_file_next_records(file, records, kRecords, &error)) > 0)
    list_records(records, count, list);
  if (count != -ESHUTDOWN) fail();
  perfc_file_close(file);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: exchange write|list FILE LIST\n");
    return 2;
  }
  FILE *list = fopen(argv[3], "w");
  if (list == NULL) {
    perror(argv[3]);
    return 1;
  }
  if (strcmp(argv[1], "write") == 0)
    write_recording(argv[2], list);
  else
    list_file(argv[2], list);
  return fclose(list) == 0 ? 0 : 1;
}
