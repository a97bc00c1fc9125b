/* A machine with a tracing PMU, for programs that know nothing of the test kit:
 * preloaded with libperfc-testing. Each wait brings a piece of AUX data and the
 * record that names it, the second around the area's end; the third wait brings
 * the target's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfc/perfc.h"
#include "perfc/testing.h"

#define PAGE 4096

struct record {
  uint32_t type;
  uint16_t misc;
  uint16_t size;
  struct perfc_record_aux aux;
};

static perfc_testing *machine;
static uint64_t written;

static void must(int result) {
  if (result == 0) return;
  fprintf(stderr, "aux_machine: %s\n", strerror(-result));
  exit(1);
}

static void trace(int fd, uint64_t size) {
  const struct record record = {
      PERFC_RECORD_AUX, 0, sizeof record, {written, size, 0}};
  uint8_t data[PAGE];
  for (uint64_t i = 0; i < size; ++i) data[i] = (uint8_t)(written + i);
  must(perfc_testing_write_aux(machine, fd, data, size));
  must(perfc_testing_write(machine, fd, &record, sizeof record));
  written += size;
}

static void on_wait(void *unused) {
  struct perfc_testing_event event;
  (void)unused;
  must(perfc_testing_get_event(machine, 0, &event, sizeof event));
  if (written == 0) {
    trace(event.fd, 4090);
  } else if (written == 4090) {
    trace(event.fd, 10);
  } else {
    must(perfc_testing_exit(machine, event.fd));
  }
}

__attribute__((constructor)) static void begin(void) {
  must(perfc_testing_create(&machine));
  perfc_testing_use(machine);
  must(perfc_testing_on_wait(machine, on_wait, NULL));
}
