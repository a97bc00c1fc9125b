// The library that was loaded and the headers are of one version.

#include "perfc/version.h"

#include <stdio.h>
#include <string.h>

int main(void) {
  char expected[32];
  snprintf(expected, sizeof(expected), "%d.%d.%d", PERFC_VERSION_MAJOR,
           PERFC_VERSION_MINOR, PERFC_VERSION_PATCH);
  if (strcmp(perfc_version(), expected) != 0) {
    fprintf(stderr, "perfc_version() is %s, the headers are %s\n",
            perfc_version(), expected);
    return 1;
  }
  uint32_t number = PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 |
                    PERFC_VERSION_PATCH;
  if (perfc_version_number() != number) {
    fprintf(stderr, "perfc_version_number() is %#x, not %#x\n",
            perfc_version_number(), number);
    return 1;
  }
  return 0;
}
