#include "perfc/version.h"

uint32_t perfc_version() {
  return PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 |
         PERFC_VERSION_PATCH;
}
