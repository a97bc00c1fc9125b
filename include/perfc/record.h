/* perfc/record.h - a record as bytes, and what its header alone says. */
#ifndef PERFC_RECORD_H_
#define PERFC_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to decode records of one or more attrs, see decode.h. */
typedef struct perfc_plan perfc_plan;

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

/* One count in a read of an event or group: of a READ record, or of a sample's read
 * part. */
struct perfc_read_value {
  uint64_t value;
  /* The event's id, with PERFC_FORMAT_ID, else 0. */
  uint64_t id;
  /* Samples lost for want of ring space, with PERFC_FORMAT_LOST (Linux 6.0), else
   * 0. */
  uint64_t lost;
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

/* ---- a record of many sources ---------------------------------------------- */

/* perfc_stream_record.position of a record that lies in no file. */
#define PERFC_NO_POSITION 0xffffffffffffffff

/* perfc_stream_record.flags. Later versions may set other bits. */

/* The record has no time of its own; `time` is that of the record before it. */
#define PERFC_STREAM_RECORD_TIME_GUESSED 0x1
/* Its time is before that of a record handed out already. */
#define PERFC_STREAM_RECORD_LATE 0x2

/* A record with everything that is needed to use it apart from its source, which
 * may be a stream's ring, a file, or the caller's own program. The struct never
 * grows. */
struct perfc_stream_record {
  /* Borrowed until the call says that filled it in. */
  struct perfc_record record;
  /* Decodes the record. Borrowed as long as the source is open. */
  const perfc_plan *plan;
  /* ns in the source's clock. Records of one source are ordered by it. */
  uint64_t time;
  /* The record's number in its stream, from 0 on. */
  uint64_t sequence;
  /* Of a record in a file: the byte at which it begins. Else
   * PERFC_NO_POSITION. */
  uint64_t position;
  /* Bytes that follow the record in a file and are no part of it, as behind
   * PERF_RECORD_AUXTRACE. NULL and 0: none. NULL and a size: so many bytes lie in
   * the file behind the record, and weren't read. */
  const uint8_t *tail;
  uint64_t tail_size;
  /* The number of the ring in its stream (perfc_stream_event), or of the file
   * among several. */
  uint32_t source;
  /* PERFC_STREAM_RECORD_*. */
  uint32_t flags;
};

#ifdef __cplusplus
}
#endif

#endif /* PERFC_RECORD_H_ */
