// Counts one function: its instructions, or on a machine that can't count
// those (a VM, most often) the nanoseconds it ran; and its page faults.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "perfc/perfc.h"

static void fail(const struct perfc_error *error) {
  char words[1024];
  perfc_error_text(error, words, sizeof words);
  fprintf(stderr, "%s\n", words);
  exit(1);
}

// The function. Touching new memory gives a page fault for each page.
static uint64_t sum_of_squares(uint64_t count) {
  uint64_t *squares = malloc(count * sizeof *squares);
  uint64_t sum = 0;
  if (!squares) return 0;
  for (uint64_t i = 0; i < count; ++i) squares[i] = i * i;
  for (uint64_t i = 0; i < count; ++i) sum += squares[i];
  free(squares);
  return sum;
}

static int try_open(const char *name, perfc_event **event,
                    struct perfc_error *error) {
  return perfc_open_string(NULL, name, 0, PERFC_CALLING_THREAD, PERFC_ANY_CPU,
                           event, error);
}

static void print_count(const char *name, const perfc_event *event) {
  struct perfc_count count;
  if (perfc_read(event, &count, sizeof count) < 0) exit(1);
  if (count.quality & PERFC_QUALITY_NEVER_RAN) {
    printf("%s: not counted, other events had the PMU\n", name);
    return;
  }
  printf("%s: %" PRIu64, name, count.scaled);
  // If events take turns on the PMU, this event ran only a part of the time.
  if (count.quality & PERFC_QUALITY_SCALED) printf(" (scaled)");
  printf("\n");
}

int main(void) {
  struct perfc_error error = {0};
  const char *name = "instructions";
  perfc_event *main_event = NULL;
  perfc_event *faults = NULL;
  if (try_open("instructions:u", &main_event, &error) == -ENOENT) {
    name = "nanoseconds";
    if (try_open("task-clock:u", &main_event, &error) < 0) fail(&error);
  }
  if (!main_event) fail(&error);
  if (try_open("page-faults:u", &faults, &error) < 0) fail(&error);

  if (perfc_ioctl(main_event, PERFC_IOC_ENABLE, 0, NULL) < 0 ||
      perfc_ioctl(faults, PERFC_IOC_ENABLE, 0, NULL) < 0)
    return 1;
  uint64_t sum = sum_of_squares(1000000);
  if (perfc_ioctl(faults, PERFC_IOC_DISABLE, 0, NULL) < 0 ||
      perfc_ioctl(main_event, PERFC_IOC_DISABLE, 0, NULL) < 0)
    return 1;

  printf("sum: %" PRIu64 "\n", sum);
  print_count(name, main_event);
  print_count("page faults", faults);
  perfc_close(faults);
  perfc_close(main_event);
  return 0;
}
