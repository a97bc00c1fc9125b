/* perfc/version.h - the version of the library, and the mark of its functions.
 *
 * Threads: any.
 */
#ifndef PERFC_VERSION_H_
#define PERFC_VERSION_H_

#include <stdint.h>

/* Stands before each function of the ABI. The rest of the library is hidden. */
#define PERFC_API __attribute__((visibility("default")))

/* The version of these headers. Functions, constants and the tails of structs
 * come with a minor version. Until 1.0 a minor version may also break the ABI,
 * and then it changes the soname. */
#define PERFC_VERSION_MAJOR 0
#define PERFC_VERSION_MINOR 1
#define PERFC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that was loaded: MAJOR << 16 | MINOR << 8 | PATCH.
 * A later version is a larger number. */
PERFC_API uint32_t perfc_version(void);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_VERSION_H_ */
