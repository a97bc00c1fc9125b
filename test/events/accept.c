/* Stands before a program's syscall(2): every perf_event_open succeeds, with a
 * dummy event instead of the one that was asked for, whose attr is written down.
 * So the perf tool shows what it makes of events that this machine lacks.
 *
 * $ATTR_LOG gets a line for each: fd, group fd, attr in hexadecimal.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef long (*Syscall)(long number, ...);

/* What the kernel checks of a dummy event that samples. */
static const unsigned long long kRefusedSamples =
    PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
    PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_AUX;

static long OpenDummy(Syscall real, const struct perf_event_attr *asked,
                      long pid, long cpu) {
  struct perf_event_attr dummy;
  memset(&dummy, 0, sizeof dummy);
  dummy.type = PERF_TYPE_SOFTWARE;
  dummy.size = sizeof dummy;
  dummy.config = PERF_COUNT_SW_DUMMY;
  dummy.read_format = asked->read_format;
  dummy.sample_type = asked->sample_type & ~kRefusedSamples;
  dummy.sample_id_all = asked->sample_id_all;
  dummy.disabled = asked->disabled;
  dummy.inherit = asked->inherit;
  dummy.enable_on_exec = asked->enable_on_exec;
  dummy.watermark = asked->watermark;
  dummy.wakeup_events = asked->wakeup_events;
  dummy.write_backward = asked->write_backward;
  return real(SYS_perf_event_open, &dummy, pid, cpu, -1L, PERF_FLAG_FD_CLOEXEC,
              0L);
}

static void WriteDown(const struct perf_event_attr *attr, long fd, long group) {
  const char *path = getenv("ATTR_LOG");
  char line[2048];
  int length;
  int log;
  unsigned i;
  if (path == NULL || attr->size == 0) return;
  length = sprintf(line, "%ld %d ", fd, (int)group);
  for (i = 0; i < attr->size && i < 512; ++i) {
    length += sprintf(line + length, "%02x", ((const unsigned char *)attr)[i]);
  }
  line[length++] = '\n';
  log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log < 0 || write(log, line, (size_t)length) != length) abort();
  close(log);
}

__attribute__((visibility("default"))) long syscall(long number, ...) {
  const Syscall real = (Syscall)dlsym(RTLD_NEXT, "syscall");
  long argument[6];
  va_list list;
  long fd;
  int i;
  va_start(list, number);
  for (i = 0; i < 6; ++i) argument[i] = va_arg(list, long);
  va_end(list);
  if (number != SYS_perf_event_open) {
    return real(number, argument[0], argument[1], argument[2], argument[3],
                argument[4], argument[5]);
  }
  fd = OpenDummy(real, (const void *)argument[0], argument[1], argument[2]);
  if (fd >= 0) WriteDown((const void *)argument[0], fd, argument[3]);
  return fd;
}
