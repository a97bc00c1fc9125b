/* A program as an embedder links it: it makes a plan, and has an error put into
 * words. Needs no privilege. */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "perfc/perfc.h"

static struct perfc_attr TaskClock(void) {
  struct perfc_attr attr;
  memset(&attr, 0, sizeof(attr));
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof(attr);
  attr.config = PERFC_COUNT_SW_TASK_CLOCK;
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID;
  return attr;
}

static int MakesAPlan(void) {
  const struct perfc_attr attr = TaskClock();
  perfc_plan *plan = NULL;
  int result = perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, NULL);
  if (result == 0)
    result = perfc_plan_add_attr(plan, &attr, sizeof(attr), NULL, 0, NULL);
  const int count = perfc_plan_attr_count(plan);
  perfc_plan_destroy(plan);
  return result == 0 && count == 1;
}

static int ExplainsAnError(void) {
  const struct perfc_attr attr = TaskClock();
  struct perfc_error error;
  memset(&error, 0, sizeof(error));
  perfc_plan *plan = NULL;
  perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, NULL);
  const int result = perfc_plan_add_attr(plan, &attr, 8, NULL, 0, &error);
  perfc_plan_destroy(plan);
  char words[512] = "";
  const int length = perfc_error_text(&error, words, sizeof(words));
  return result == -E2BIG && length > 0 && words[0] != '\0';
}

int main(void) {
  if (!MakesAPlan() || !ExplainsAnError()) {
    fprintf(stderr, "libperfc %#x: no plan, or no words\n", perfc_version());
    return 1;
  }
  return 0;
}
