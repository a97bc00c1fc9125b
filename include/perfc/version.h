// Version of the library, and how its functions are declared.

#ifndef PERFC_VERSION_H_
#define PERFC_VERSION_H_

#include <stdint.h>

// Marks a function of the ABI. Everything else in the library is hidden.
#define PERFC_API __attribute__((visibility("default")))

// Version of these headers. Functions, constants and the tails of structs are
// added with a minor version; until 1.0 a minor version may break the ABI, and
// then it changes the soname.
#define PERFC_VERSION_MAJOR 0
#define PERFC_VERSION_MINOR 1
#define PERFC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

// Returns the version of the library that was loaded, as "MAJOR.MINOR.PATCH".
//
// The string is static: never NULL, not to be freed, gone once the library is
// unloaded. Any thread may call this at any time, also in a signal handler and
// in a forked child.
PERFC_API const char *perfc_version(void);

// Returns the version of the library that was loaded, as
// MAJOR << 16 | MINOR << 8 | PATCH, which orders versions of the library.
//
// Any thread may call this at any time, also in a signal handler and in a
// forked child.
PERFC_API uint32_t perfc_version_number(void);

#ifdef __cplusplus
}
#endif

#endif  // PERFC_VERSION_H_
