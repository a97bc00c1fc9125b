// Measures a function with a group, and prints the quality of each count.
#include <inttypes.h>
#include <stdio.h>

#include "perfc/perfc.h"

enum { kCounters = 3 };

static const struct {
  uint32_t type;
  uint32_t config;
  const char *name;
} kTable[kCounters] = {
    {PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_TASK_CLOCK, "ns"},
    {PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_PAGE_FAULTS, "page faults"},
    {PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_INSTRUCTIONS, "instructions"},
};

static volatile char memory[1000 * 4096];

static void work(void) {
  for (int i = 0; i < 1000; ++i) memory[i * 4096] = 1;
}

static const char *trust(const struct perfc_count *count) {
  if (count->quality & PERFC_QUALITY_EXACT) return "exact";
  if (count->quality & PERFC_QUALITY_SCALED) return "an estimate";
  return "it had no counter";
}

// A group of the calling thread, of the counters that this machine has.
static int open_group(perfc_set **set, struct perfc_error *error) {
  const struct perfc_set_options options = {.size = sizeof options,
                                            .flags = PERFC_SET_OPEN_TOLERANT};
  perfc_specs *specs;
  int result = perfc_specs_create(NULL, &specs, error);
  if (result < 0) return result;
  for (uint32_t i = 0; result >= 0 && i < kCounters; ++i) {
    const struct perfc_attr attr = {
        .type = kTable[i].type,
        .config = kTable[i].config,
        .flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV,
        .read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED |
                       PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_GROUP |
                       PERFC_FORMAT_ID};
    result = perfc_specs_add(specs, &attr, sizeof attr, kTable[i].name,
                             i == 0 ? PERFC_SPEC_NO_LEADER : 0, error);
  }
  if (result >= 0)
    result = perfc_set_open(NULL, specs, NULL, &options, set, error);
  perfc_specs_destroy(specs);
  return result;
}

int main(void) {
  struct perfc_count counts[kCounters];
  struct perfc_error error;
  perfc_set *set;
  if (open_group(&set, &error) < 0) {
    char words[1024];
    perfc_error_text(&error, words, sizeof words);
    fprintf(stderr, "%s\n", words);
    return 1;
  }
  perfc_set_enable(set);
  work();
  perfc_set_disable(set);
  if (perfc_set_read(set, counts, sizeof counts[0], kCounters) < 0) return 1;
  for (int i = 0; i < kCounters; ++i) {
    if (counts[i].fields != 0)
      printf("%s: %" PRIu64 " (%s)\n", kTable[i].name, counts[i].scaled,
             trust(&counts[i]));
    else
      printf("%s: not on this machine\n", kTable[i].name);
  }
  perfc_set_close(set);
  return 0;
}
