/* Tests the sampler on a machine that is made up, by libperfc-testing: it needs
 * no PMU, no privilege, and not even perf events. */
#include "sampler.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfc/testing.h"

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                        \
    }                                                                 \
  } while (0)

/* A sample with PERFC_SAMPLE_IP, as the kernel writes it. */
struct sample {
  uint32_t type;
  uint16_t misc;
  uint16_t size;
  uint64_t ip;
};

static perfc_testing *machine;
static struct perfc_testing_event event;

/* What the kernel does while the sampler waits: three samples, and the thread's
 * end. */
static void WriteSamples(void *unused) {
  static const uint64_t ips[] = {0x401000, 0x402000, 0x401000};
  (void)unused;
  CHECK(perfc_testing_get_event(machine, 0, &event, sizeof event) == 0);
  for (int i = 0; i < 3; ++i) {
    const struct sample sample = {PERFC_RECORD_SAMPLE, 0, sizeof sample,
                                  ips[i]};
    CHECK(perfc_testing_write(machine, event.fd, &sample, sizeof sample) == 0);
  }
  CHECK(perfc_testing_exit(machine, event.fd) == 0);
  CHECK(perfc_testing_on_wait(machine, NULL, NULL) == 0);
}

static void SamplesAreCountedByAddress(void) {
  struct profile profile;
  CHECK(perfc_testing_on_wait(machine, WriteSamples, NULL) == 0);
  CHECK(sample_thread(70, 10, &profile, NULL) == 0);
  CHECK(event.pid == 70 && event.enabled);
  CHECK(profile.samples == 3 && profile.count == 2);
  CHECK(profile.spots[0].ip == 0x401000 && profile.spots[0].samples == 2);
}

static void WithoutAPmuTheClockSamples(void) {
  struct profile profile;
  CHECK(perfc_testing_refuse(machine, PERFC_TYPE_HARDWARE,
                             PERFC_TESTING_ANY_CONFIG, ENOENT) == 0);
  CHECK(perfc_testing_on_wait(machine, WriteSamples, NULL) == 0);
  CHECK(sample_thread(70, 10, &profile, NULL) == 0);
  CHECK(profile.samples == 3);
}

static void WhereItMayNotTheErrorSaysSo(void) {
  struct profile profile;
  struct perfc_error error;
  CHECK(perfc_testing_fail(machine, PERFC_CALL_PERF_EVENT_OPEN, EACCES, 1) ==
        0);
  CHECK(sample_thread(70, 10, &profile, &error) == -EACCES);
  CHECK(error.call == PERFC_CALL_PERF_EVENT_OPEN);
}

static void WithoutMemoryForTheRingNothingStaysOpen(void) {
  struct profile profile;
  CHECK(perfc_testing_fail(machine, PERFC_CALL_MMAP, ENOMEM, 2) == 0);
  CHECK(sample_thread(70, 10, &profile, NULL) == -ENOMEM);
}

static void Run(void (*test)(void)) {
  CHECK(perfc_testing_create(&machine) == 0);
  perfc_testing_use(machine);
  test();
  CHECK(perfc_testing_open_fds(machine) == 0);
  CHECK(perfc_testing_mappings(machine) == 0);
  perfc_testing_destroy(machine);
}

int main(void) {
  Run(SamplesAreCountedByAddress);
  Run(WithoutAPmuTheClockSamples);
  Run(WhereItMayNotTheErrorSaysSo);
  Run(WithoutMemoryForTheRingNothingStaysOpen);
  puts("4 tests passed");
  return 0;
}
