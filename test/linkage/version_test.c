// The library that was loaded and the headers are of one version.

#include "perfc/version.h"

#include <stdio.h>

int main(void) {
  const uint32_t headers = PERFC_VERSION_MAJOR << 16 |
                           PERFC_VERSION_MINOR << 8 | PERFC_VERSION_PATCH;
  if (perfc_version() != headers) {
    fprintf(stderr, "perfc_version() is %#x, the headers are %#x\n",
            perfc_version(), headers);
    return 1;
  }
  return 0;
}
