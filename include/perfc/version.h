/* perfc/version.h - the version of the library, and the macro that marks its
 * functions.
 *
 * Threads: any.
 */
#ifndef PERFC_VERSION_H_
#define PERFC_VERSION_H_

#include <stdint.h>

/* Marks each function of the ABI. All other symbols of the library are hidden. */
#define PERFC_API __attribute__((visibility("default")))

/* The version of these headers. A minor version may add functions, constants and
 * members at the end of structs. While the soname is libperfc.so.0, a minor version
 * may also break the ABI: build programs anew for it. */
#define PERFC_VERSION_MAJOR 0
#define PERFC_VERSION_MINOR 1
#define PERFC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the loaded library: MAJOR << 16 | MINOR << 8 | PATCH.
 * A later version is a larger number. */
PERFC_API uint32_t perfc_version(void);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_VERSION_H_ */
