// Traces this thread's system calls by a tracepoint, and decodes the raw bytes
// of its samples as the tracepoint's format file describes them.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perfc/perfc.h"

static const char *const kRoots[] = {"/sys/kernel/tracing",
                                     "/sys/kernel/debug/tracing"};

// Opens a file of the tracepoint raw_syscalls:sys_enter.
static FILE *open_format(const char *name) {
  char path[256];
  for (size_t i = 0; i < sizeof kRoots / sizeof kRoots[0]; ++i) {
    snprintf(path, sizeof path, "%s/events/raw_syscalls/sys_enter/%s",
             kRoots[i], name);
    FILE *file = fopen(path, "re");
    if (file || errno == EACCES) return file;
  }
  return NULL;
}

static FILE *open_format_or_exit(const char *name) {
  FILE *file = open_format(name);
  if (file) return file;
  fprintf(stderr, errno == EACCES ? "tracefs is not readable: try as root\n"
                                  : "no tracefs: try mount -t tracefs tracefs "
                                    "/sys/kernel/tracing\n");
  exit(2);
}

static uint64_t read_id(void) {
  uint64_t id = 0;
  FILE *file = open_format_or_exit("id");
  if (fscanf(file, "%" SCNu64, &id) != 1) exit(2);
  fclose(file);
  return id;
}

// "	field:long id;	offset:8;	size:8;	signed:1;"
static unsigned offset_of(const char *field) {
  char line[256];
  unsigned offset = 0;
  FILE *file = open_format_or_exit("format");
  while (fgets(line, sizeof line, file)) {
    char *at = strstr(line, field);
    if (at && sscanf(at + strlen(field), " offset:%u", &offset) == 1) break;
  }
  fclose(file);
  return offset;
}

static void check(int result, const struct perfc_error *error) {
  char words[1024];
  if (result >= 0) return;
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

int main(void) {
  struct perfc_attr attr = {
      .type = PERFC_TYPE_TRACEPOINT,
      .config = read_id(),
      .sample_period = 1,  // every one
      .sample_type = PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME | PERFC_SAMPLE_RAW,
      .flags = PERFC_ATTR_DISABLED,
  };
  unsigned id_offset = offset_of(" id;");
  unsigned args_offset = offset_of(" args[6];");
  struct perfc_error error = {0};
  perfc_event *event = NULL;
  check(perfc_open(NULL, &attr, sizeof attr, 0, -1, NULL, 0, &event, &error),
        &error);
  check(perfc_mmap(event, 0, 0, &error), &error);

  perfc_enable(event, 0);
  syscall(SYS_getppid);
  syscall(SYS_close, 12345);
  perfc_disable(event, 0);

  struct perfc_record record;
  struct perfc_sample sample;
  while (perfc_next_record(event, &record) == 1) {
    if (record.type != PERFC_RECORD_SAMPLE) continue;
    if (perfc_decode_sample(perfc_event_plan(event), &record, &sample,
                            sizeof sample) < 0) {
      return 1;
    }
    const uint8_t *raw = perfc_sample_raw(&record, &sample);
    int64_t id = 0;
    uint64_t first_argument = 0;
    if (!raw || sample.raw.count < args_offset + sizeof first_argument)
      return 1;
    // Raw bytes are only 4-byte aligned.
    memcpy(&id, raw + id_offset, sizeof id);
    memcpy(&first_argument, raw + args_offset, sizeof first_argument);
    printf("thread %" PRIu32 " called %" PRId64 "(%" PRIu64 ", ...)\n",
           sample.tid, id, first_argument);
  }
  perfc_close(event);
  return 0;
}
