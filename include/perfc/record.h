/* perfc/record.h - a record as bytes, and what its header alone says. */
#ifndef PERFC_RECORD_H_
#define PERFC_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A view of one record whose header has been checked. It owns nothing. data
 * points at the 8 header bytes, is 8-byte aligned, and lives as long as its
 * source says: for a ring until the next read or the close of that ring, for a
 * buffer as long as the buffer. The struct never grows. */
struct perfc_record {
  const uint8_t *data;
  uint32_t
      type; /* PERFC_RECORD_*, or a number that this version doesn't know */
  uint16_t misc; /* PERFC_RECORD_MISC_* */
  uint16_t size; /* bytes including the header, at least 8 */
};

/* A variable part of a record, by its place: for arrays count is the number of
 * elements, for strings and bytes the number of bytes, without any terminating
 * NUL. */
struct perfc_range {
  uint16_t offset; /* bytes from the start of the record */
  uint16_t count;
};

/* The CPU's mode when the record was made: PERFC_RECORD_MISC_KERNEL, _USER, ...
 * It is a number, not bits: HYPERVISOR is 3. */
PERFC_API uint32_t perfc_record_cpumode(const struct perfc_record *record);

/* 1 or 0: what the type-dependent misc bits say, and 0 for records of other
 * types.
 *
 *   exact_ip          SAMPLE: ip is the instruction that caused the sample, not
 *                     one a skid later
 *   executable        MMAP, MMAP2: mapped with PROT_EXEC (MMAP_DATA is not set)
 *   comm_exec         COMM: the name changed by execve()
 *   switch_out        SWITCH, SWITCH_CPU_WIDE: away from the task
 *   switch_preempted  the same, while it was still runnable */
PERFC_API int perfc_record_exact_ip(const struct perfc_record *record);
PERFC_API int perfc_record_executable(const struct perfc_record *record);
PERFC_API int perfc_record_comm_exec(const struct perfc_record *record);
PERFC_API int perfc_record_switch_out(const struct perfc_record *record);
PERFC_API int perfc_record_switch_preempted(const struct perfc_record *record);

/* The kernel's name of a record type, "SAMPLE", or NULL for one that this
 * version doesn't know. */
PERFC_API const char *perfc_record_type_name(uint32_t type);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_RECORD_H_ */
