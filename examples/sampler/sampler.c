#include "sampler.h"

#include <errno.h>
#include <string.h>

static int OpenBy(uint32_t type, uint64_t config, int pid, perfc_event **event,
                  struct perfc_error *error) {
  struct perfc_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.type = type;
  attr.size = sizeof attr;
  attr.config = config;
  attr.sample_period = 1000; /* Hz */
  attr.flags = PERFC_ATTR_FREQ | PERFC_ATTR_EXCLUDE_KERNEL;
  attr.sample_type = PERFC_SAMPLE_IP;
  attr.read_format = PERFC_FORMAT_LOST;
  return perfc_open(NULL, &attr, sizeof attr, pid, PERFC_ANY_CPU, NULL, 0,
                    event, error);
}

static int Open(int pid, perfc_event **event, struct perfc_error *error) {
  const int result =
      OpenBy(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES, pid, event, error);
  if (result != -ENOENT && result != -EOPNOTSUPP) return result;
  return OpenBy(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_CPU_CLOCK, pid, event,
                error);
}

static void Add(struct profile *profile, uint64_t ip) {
  const uint32_t room = sizeof profile->spots / sizeof profile->spots[0];
  uint32_t i = 0;
  ++profile->samples;
  while (i < profile->count && profile->spots[i].ip != ip) ++i;
  if (i == room) return;
  if (i == profile->count) profile->spots[profile->count++].ip = ip;
  ++profile->spots[i].samples;
}

static void Drain(perfc_event *event, struct profile *profile) {
  const perfc_plan *plan = perfc_event_plan(event);
  struct perfc_record record;
  struct perfc_sample sample;
  while (perfc_next_record(event, &record) == 1) {
    if (record.type == PERFC_RECORD_SAMPLE &&
        perfc_decode_sample(plan, &record, &sample, sizeof sample) == 0) {
      Add(profile, sample.ip);
    }
  }
}

static int Run(perfc_event *event, int seconds, struct profile *profile,
               struct perfc_error *error) {
  struct perfc_losses losses;
  int result = perfc_mmap(event, PERFC_MMAP_DEFAULT_PAGES, 0, error);
  for (int i = 0; result >= 0 && i < seconds; ++i) {
    result = perfc_event_wait(event, 1000, error);
    Drain(event, profile);
  }
  if (result < 0 && result != -ESHUTDOWN) return result;
  result = perfc_event_losses(event, &losses, sizeof losses);
  profile->lost = losses.read_lost_set ? losses.read_lost : losses.lost;
  return result;
}

int sample_thread(int pid, int seconds, struct profile *profile,
                  struct perfc_error *error) {
  perfc_event *event;
  memset(profile, 0, sizeof *profile);
  int result = Open(pid, &event, error);
  if (result < 0) return result;
  result = Run(event, seconds, profile, error);
  perfc_close(event);
  return result;
}
