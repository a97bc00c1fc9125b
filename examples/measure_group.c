// Measures a function with a group, and says how far each count can be trusted.
#include <inttypes.h>
#include <stdio.h>

#include "perfc/perfc.h"

enum { kCounters = 3 };

static const struct perfc_attr kAttrs[kCounters] = {
    {.type = PERFC_TYPE_SOFTWARE, .config = PERFC_COUNT_SW_TASK_CLOCK},
    {.type = PERFC_TYPE_SOFTWARE, .config = PERFC_COUNT_SW_PAGE_FAULTS},
    {.type = PERFC_TYPE_HARDWARE, .config = PERFC_COUNT_HW_INSTRUCTIONS},
};
static const char *const kNames[] = {"ns", "page faults", "instructions"};

static volatile char memory[1000 * 4096];

static void work(void) {
  for (int i = 0; i < 1000; ++i) memory[i * 4096] = 1;
}

static const char *trust(const struct perfc_count *count) {
  if (count->quality & PERFC_QUALITY_EXACT) return "exact";
  if (count->quality & PERFC_QUALITY_SCALED) return "an estimate";
  return "it had no counter";
}

int main(void) {
  struct perfc_profiler_options options = {.size = sizeof options};
  struct perfc_count counts[kCounters];
  struct perfc_error error;
  perfc_profiler *profiler;
  uint64_t present;
  options.flags = PERFC_PROFILER_GROUP;
  options.attr_flags = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  if (perfc_profiler_create_attrs(NULL, kAttrs, sizeof kAttrs[0], kCounters,
                                  PERFC_CALLING_THREAD, PERFC_ANY_CPU, &options,
                                  &profiler, &error) < 0) {
    char words[1024];
    perfc_error_text(&error, words, sizeof words);
    fprintf(stderr, "%s\n", words);
    return 1;
  }
  perfc_profiler_start(profiler);
  work();
  perfc_profiler_stop(profiler);
  if (perfc_profiler_profile(profiler, counts, sizeof counts[0], kCounters,
                             &present) < 0)
    return 1;
  for (int i = 0; i < kCounters; ++i) {
    if (present >> i & 1)
      printf("%s: %" PRIu64 " (%s)\n", kNames[i], counts[i].scaled,
             trust(&counts[i]));
    else
      printf("%s: not on this machine\n", kNames[i]);
  }
  perfc_profiler_destroy(profiler);
  return 0;
}
