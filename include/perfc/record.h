/* perfc/record.h - a record as bytes, and the facts that need no attr.
 *
 * Threads: any. No function here changes anything or allocates memory.
 */
#ifndef PERFC_RECORD_H_
#define PERFC_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes records of one or more attrs, see decode.h. */
typedef struct perfc_plan perfc_plan;

/* One record. The library has checked its header. The struct owns nothing, and never
 * grows. */
struct perfc_record {
  /* The record's bytes, beginning with the 8 bytes of the header. They are 8-byte
   * aligned, and borrowed; the function that fills in the struct says until when. */
  const uint8_t *data;
  /* PERFC_RECORD_*, or a number that this version doesn't know. */
  uint32_t type;
  /* PERFC_RECORD_MISC_*. The CPU's mode at the time of the record is
   * misc & PERFC_RECORD_MISC_CPUMODE_MASK. Compare the mode with
   * PERFC_RECORD_MISC_KERNEL, _USER and so on: it is a number, not a set of bits. */
  uint16_t misc;
  /* Bytes of the record, with the header: at least 8. */
  uint16_t size;
};

/* The place of an array or a string in a record. It is the same in a copy of the
 * record. */
struct perfc_range {
  /* Bytes from the start of the record. */
  uint16_t offset;
  /* Elements of an array, or bytes of a string without its NUL. */
  uint16_t count;
};

/* Returns a pointer to the first element of a range. The pointer is borrowed as
 * long as record->data is. element is the size of one element in bytes: 1 for
 * strings and bytes, 8 for u64. Returns NULL if the range is empty, if it isn't
 * inside the record, or if an argument is NULL.
 *
 * A sample's range is written only if the sample has that field, so look at
 * `present` and `parts` of the sample first. */
PERFC_API const void *perfc_record_range(const struct perfc_record *record,
                                         const struct perfc_range *range,
                                         size_t element);

/* The counts in a record: those of PERF_SAMPLE_READ, or of a PERF_RECORD_READ.
 * perfc_record_read_value reads each of them. The struct never grows. */
struct perfc_read_part {
  /* Nanoseconds for which the event was enabled. Valid with
   * PERFC_FORMAT_TOTAL_TIME_ENABLED. */
  uint64_t time_enabled;
  /* Nanoseconds for which the event was on the PMU. Valid with
   * PERFC_FORMAT_TOTAL_TIME_RUNNING. */
  uint64_t time_running;
  /* PERFC_FORMAT_* of the event's attr: the fields of each value. */
  uint32_t read_format;
  /* Bytes from the start of the record to the first value. */
  uint16_t offset;
  /* Number of values: 1, or one for each member of the group. */
  uint16_t nr;
};

/* One of these counts. Result struct. */
struct perfc_read_value {
  /* The raw count. */
  uint64_t value;
  /* The kernel's id of the event. 0 without PERFC_FORMAT_ID. */
  uint64_t id;
  /* Samples lost because the ring was full, since the event was opened. 0 without
   * PERFC_FORMAT_LOST (Linux 6.0). */
  uint64_t lost;
};

/* Fills in *value with count `index` of a part. In a group index 0 is the leader.
 * -EINVAL: NULL, no such index, or the part isn't inside the record. */
PERFC_API int perfc_record_read_value(const struct perfc_record *record,
                                      const struct perfc_read_part *part,
                                      uint32_t index,
                                      struct perfc_read_value *value,
                                      size_t value_size);

/* Flags of perfc_record_flags. */

/* SAMPLE: ip is exactly the instruction that caused the sample. */
#define PERFC_RECORD_FLAG_EXACT_IP 0x1
/* MMAP, MMAP2: the mapping has PROT_EXEC (PERFC_RECORD_MISC_MMAP_DATA isn't set). */
#define PERFC_RECORD_FLAG_EXECUTABLE 0x2
/* COMM: the thread's name changed by execve(2). */
#define PERFC_RECORD_FLAG_COMM_EXEC 0x4
/* SWITCH, SWITCH_CPU_WIDE: the CPU left the task. Otherwise it came to the task. */
#define PERFC_RECORD_FLAG_SWITCH_OUT 0x8
/* SWITCH, SWITCH_CPU_WIDE: the task was still runnable when the CPU left it. */
#define PERFC_RECORD_FLAG_SWITCH_PREEMPTED 0x10

/* Returns the PERFC_RECORD_FLAG_* of a record, from its type and misc. A bit of
 * misc has a different meaning in each record type; this function knows them. The
 * arguments may come from struct perfc_record, or from the columns TYPE and MISC. */
PERFC_API uint32_t perfc_record_flags(uint32_t type, uint16_t misc);

/* Returns the name of a record type without PERF_RECORD_, such as "SAMPLE". It is the
 * kernel's name or, from type 64 on, the perf tool's. NULL: this version doesn't know
 * the type. The string is static. */
PERFC_API const char *perfc_record_type_name(uint32_t type);

/* ---- a record of many sources ---------------------------------------------- */

/* perfc_stream_record.position of a record that comes from no file. */
#define PERFC_NO_POSITION 0xffffffffffffffff

/* perfc_stream_record.flags. Later versions may set other bits. */

/* The record has no time of its own; `time` is the time of the record before it. */
#define PERFC_STREAM_RECORD_TIME_GUESSED 0x1
/* The record's time is before the time of a record that was handed out already. */
#define PERFC_STREAM_RECORD_LATE 0x2
/* The record was made from the header of a file, and isn't in the file itself. */
#define PERFC_STREAM_RECORD_HEADER 0x4
/* The record was made from the state of this machine, and the kernel didn't write it.
 * Its time is 0. */
#define PERFC_STREAM_RECORD_SYNTHESIZED 0x8
/* The tail goes on: the next record is the same again, with the next bytes of its
 * tail. */
#define PERFC_STREAM_RECORD_MORE 0x10

/* A record together with the plan that decodes it and its place among the records
 * of its source. The source is a stream, a file, or the caller's own program. The
 * struct never grows. */
struct perfc_stream_record {
  /* Borrowed; the function that fills in the struct says until when. */
  struct perfc_record record;
  /* Decodes the record. Borrowed as long as the source is open. */
  const perfc_plan *plan;
  /* Nanoseconds of the source's clock. Sources hand records out in the order of
   * time. */
  uint64_t time;
  /* The record's number in its source, from 0 on. */
  uint64_t sequence;
  /* The byte at which the record begins in its file, or PERFC_NO_POSITION. */
  uint64_t position;
  /* Bytes that follow the record in a file and aren't part of it, as those of a
   * PERF_RECORD_AUXTRACE. NULL: there are none, or they weren't read. */
  const uint8_t *tail;
  /* Bytes that follow the record, read or not; 0 if there are none. */
  uint64_t tail_size;
  /* The number of the ring in its stream (perfc_stream_event), or of the file among
   * several files. */
  uint32_t source;
  /* PERFC_STREAM_RECORD_*. */
  uint32_t flags;
};

#ifdef __cplusplus
}
#endif

#endif /* PERFC_RECORD_H_ */
