#include "perfc/version.h"

#define PERFC_TEXT_OF(x) #x
#define PERFC_TEXT(x) PERFC_TEXT_OF(x)

const char *perfc_version() {
  return PERFC_TEXT(PERFC_VERSION_MAJOR) "." PERFC_TEXT(
      PERFC_VERSION_MINOR) "." PERFC_TEXT(PERFC_VERSION_PATCH);
}

uint32_t perfc_version_number() {
  return PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 |
         PERFC_VERSION_PATCH;
}
