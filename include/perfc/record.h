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

/* A view of one record whose header has been checked. It owns nothing. The struct
 * never grows. */
struct perfc_record {
  /* The record's bytes, the 8 of the header first. They are 8-byte aligned. The
   * function that fills the struct says how long they live. */
  const uint8_t *data;
  /* PERFC_RECORD_*, or a number that this version doesn't know. */
  uint32_t type;
  /* PERFC_RECORD_MISC_*. misc & PERFC_RECORD_MISC_CPUMODE_MASK is the CPU's mode
   * when the record was made. The mode is a number, PERFC_RECORD_MISC_KERNEL,
   * _USER, ..., not bits: HYPERVISOR is 3. */
  uint16_t misc;
  /* Bytes including the header, at least 8. */
  uint16_t size;
};

/* Where a variable part of a record lies. A copy of the record has it at the same
 * place. */
struct perfc_range {
  /* Bytes from the start of the record. */
  uint16_t offset;
  /* Elements of an array. Bytes of a string, without the terminating NUL. */
  uint16_t count;
};

/* The first element of a range, as a pointer into the record; NULL for an empty
 * range, for one that isn't inside the record, and for NULL arguments. element is
 * the size of one element in bytes: 1 for strings and bytes, 8 for u64. A range of
 * a sample is written only if the sample has that part: look at `present` and
 * `parts` first. */
PERFC_API const void *perfc_record_range(const struct perfc_record *record,
                                         const struct perfc_range *range,
                                         size_t element);

/* The counts within a record: PERF_SAMPLE_READ, or those of PERF_RECORD_READ.
 * perfc_record_read_value gives each. */
struct perfc_read_part {
  /* ns that the event was enabled; with PERFC_FORMAT_TOTAL_TIME_ENABLED. */
  uint64_t time_enabled;
  /* ns that the event was on the PMU; with PERFC_FORMAT_TOTAL_TIME_RUNNING. */
  uint64_t time_running;
  /* PERFC_FORMAT_*: which fields the values have. */
  uint32_t read_format;
  /* Bytes from the start of the record to the first value. */
  uint16_t offset;
  /* How many values: 1, or as many as the group has members. */
  uint16_t nr;
};

/* One count of a read. */
struct perfc_read_value {
  uint64_t value;
  /* With PERFC_FORMAT_ID, else 0. */
  uint64_t id;
  /* Samples lost for want of ring space; with PERFC_FORMAT_LOST (Linux 6.0), else
   * 0. */
  uint64_t lost;
};

/* Gives value `index` of a read part: the event's own, or of a group the leader's
 * first. -EINVAL: NULL, no such index, or the part isn't the record's. */
PERFC_API int perfc_record_read_value(const struct perfc_record *record,
                                      const struct perfc_read_part *part,
                                      uint32_t index,
                                      struct perfc_read_value *value,
                                      size_t value_size);

/* SAMPLE: ip is the instruction that caused the sample, not a later one. */
#define PERFC_RECORD_FLAG_EXACT_IP 0x1
/* MMAP, MMAP2: mapped with PROT_EXEC (MMAP_DATA is not set). */
#define PERFC_RECORD_FLAG_EXECUTABLE 0x2
/* COMM: the name changed by execve(). */
#define PERFC_RECORD_FLAG_COMM_EXEC 0x4
/* SWITCH, SWITCH_CPU_WIDE: away from the task. */
#define PERFC_RECORD_FLAG_SWITCH_OUT 0x8
/* SWITCH, SWITCH_CPU_WIDE: the task was still runnable. */
#define PERFC_RECORD_FLAG_SWITCH_PREEMPTED 0x10

/* What the bits of misc mean for this type: PERFC_RECORD_FLAG_*. The kernel uses
 * one bit of misc for several things, and the type tells which. The arguments are
 * those of a record, or of columns. */
PERFC_API uint32_t perfc_record_flags(uint32_t type, uint16_t misc);

/* The kernel's name of a record type, "SAMPLE", or NULL for a type that this
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
