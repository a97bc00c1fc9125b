/* perfc/tracepoint.h - what the raw data of a tracepoint's samples mean.
 *
 * A tracepoint is opened with perfc_open like any event: type
 * PERFC_TYPE_TRACEPOINT, config its id, sample_type with PERFC_SAMPLE_RAW. The
 * raw data (perfc_sample.raw, the batch's column RAW) are laid out as the
 * tracepoint's format file in tracefs says, which is read here: by name, by id,
 * or from its text, which may come from another machine.
 *
 * One description serves any number of threads at a time. Only open, open_id and
 * parse allocate; all that reads raw data is bounded by it and allocates
 * nothing, and what reads one record may be called from a signal handler.
 */
#ifndef PERFC_TRACEPOINT_H_
#define PERFC_TRACEPOINT_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/batch.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perfc_tracepoint perfc_tracepoint;

/* ---- descriptions --------------------------------------------------------- */

/* Reads the description of "sched:sched_switch". The caller owns *tracepoint.
 *
 *   -EINVAL  NULL, a name without a colon or with a slash, a format file that
 *            isn't understood (error says the line)
 *   -ENOENT  no such tracepoint, or tracefs isn't mounted
 *   -EACCES  tracefs may not be read; it is root's unless mounted otherwise
 *   -EFBIG   a file there is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s and read(2)'s */
PERFC_API int perfc_tracepoint_create(const perfc_host *host, const char *name,
                                      perfc_tracepoint **tracepoint,
                                      struct perfc_error *error);

/* The same by id, the attr's config: reads the ids of all tracepoints until it
 * is found, some milliseconds. Errors as perfc_tracepoint_create, and
 * getdents(2)'s. */
PERFC_API int perfc_tracepoint_create_by_id(const perfc_host *host, uint32_t id,
                                            perfc_tracepoint **tracepoint,
                                            struct perfc_error *error);

/* The same from the text of a format file, `size` bytes, which needs no NUL and
 * isn't kept. It tells neither its system nor its machine's byte order
 * (PERFC_BYTE_ORDER_*). Raw data stay in that order also where the record around
 * them was turned round. -EINVAL: NULL, no byte order, or a text that isn't
 * understood (error says the line). -ENOMEM. */
PERFC_API int perfc_tracepoint_create_from_text(const char *system,
                                                const char *format, size_t size,
                                                uint32_t byte_order,
                                                perfc_tracepoint **tracepoint,
                                                struct perfc_error *error);

/* Frees it. NULL is fine. */
PERFC_API void perfc_tracepoint_destroy(perfc_tracepoint *tracepoint);

/* Result struct. The strings live as long as the tracepoint. */
struct perfc_tracepoint_info {
  uint32_t id;              /* the attr's config, and common_type in raw data */
  uint32_t field_count;     /* with the common fields */
  const char *system;       /* "sched" */
  const char *name;         /* "sched_switch" */
  const char *print_format; /* what follows "print fmt: ", or "" */
};
/* Tells about the tracepoint as a whole. -EINVAL: NULL. */
PERFC_API int perfc_tracepoint_get_info(const perfc_tracepoint *tracepoint,
                                        struct perfc_tracepoint_info *info,
                                        size_t size);

/* What a field is, or each element of an array. The first six are numbers. */
#define PERFC_FIELD_INT 0x0  /* 1, 2, 4 or 8 bytes */
#define PERFC_FIELD_CHAR 0x1 /* a char that stands alone */
#define PERFC_FIELD_BOOL 0x2
#define PERFC_FIELD_POINTER 0x3 /* of kernel or user space */
#define PERFC_FIELD_ENUM 0x4
#define PERFC_FIELD_BITMASK \
  0x5                          /* words, of which bit 0 of the first is bit 0 */
#define PERFC_FIELD_STRING 0x6 /* char[]: bytes up to a NUL, or to the end */
#define PERFC_FIELD_BYTES 0x7  /* structs, and whatever has another size */

#define PERFC_FIELD_SIGNED 0x1
#define PERFC_FIELD_COMMON 0x2 /* common_type, common_pid, ... */
#define PERFC_FIELD_ARRAY 0x4  /* strings too */
#define PERFC_FIELD_LOCATED \
  0x8 /* __data_loc or __rel_loc: says where it lies */
#define PERFC_FIELD_RELATIVE 0x10 /* __rel_loc */

/* Result struct. The strings live as long as the tracepoint. */
struct perfc_tracepoint_field {
  const char *name; /* "prev_comm" */
  const char *type; /* as in C: "char[16]", "__data_loc char[]", "pid_t" */
  uint32_t kind;    /* PERFC_FIELD_INT to _BYTES */
  uint32_t flags;   /* PERFC_FIELD_SIGNED to _RELATIVE */
  uint32_t offset;  /* bytes from the start of raw data */
  uint32_t size;    /* bytes there; 0 with ARRAY: up to the end of the data.
                       LOCATED: of the locations, 4 each */
  uint32_t
      element_size; /* bytes of one element; the size where it's no array */
  uint32_t count; /* elements: 1, an array's, 0 where the data say. LOCATED: of
                     probes' arrays of strings, how many, else 0 */
};

/* Field `index`, in the order of the format file. -EINVAL: NULL, or no such
 * index. */
PERFC_API int perfc_tracepoint_get_field(const perfc_tracepoint *tracepoint,
                                         uint32_t index,
                                         struct perfc_tracepoint_field *field,
                                         size_t size);

/* The index of the first field of that name. -ENOENT: there is none. -EINVAL:
 * NULL. */
PERFC_API int perfc_tracepoint_find_field(const perfc_tracepoint *tracepoint,
                                          const char *name);

/* ---- one record ----------------------------------------------------------- */

/* raw and raw_size are the bytes of perfc_sample.raw (see perfc_record_range) and
 * its count, any alignment. The functions below do not look whether the data are of this
 * tracepoint. Of their errnos
 *
 *   EINVAL   is NULL, no such field, or that its kind is another
 *   EBADMSG  is that the data end before the field does, or it lies outside of
 *            them
 *   ENODATA  is that there is no element `index`; 0 for what is no array */

/* 1 if common_type says that the data are of this tracepoint, else 0. */
PERFC_API int perfc_tracepoint_matches(const perfc_tracepoint *tracepoint,
                                       const void *raw, size_t raw_size);

/* A number, or one of an array of them. Signed ones are sign-extended: cast to
 * int64_t. -EINVAL, -EBADMSG, -ENODATA. */
PERFC_API int perfc_tracepoint_value(const perfc_tracepoint *tracepoint,
                                     const void *raw, size_t raw_size,
                                     uint32_t field, uint32_t index,
                                     uint64_t *value);

/* Where a field's bytes lie, of any kind: offset and length in bytes, from the
 * start of raw. Numbers there have the tracepoint's byte order. index is not 0
 * only for probes' arrays of strings. -EINVAL, -EBADMSG, -ENODATA. */
PERFC_API int perfc_tracepoint_range(const perfc_tracepoint *tracepoint,
                                     const void *raw, size_t raw_size,
                                     uint32_t field, uint32_t index,
                                     uint32_t *offset, uint32_t *length);

/* The same of a string, without its NUL. -EINVAL, -EBADMSG, -ENODATA. */
PERFC_API int perfc_tracepoint_string(const perfc_tracepoint *tracepoint,
                                      const void *raw, size_t raw_size,
                                      uint32_t field, uint32_t index,
                                      uint32_t *offset, uint32_t *length);

/* Writes a field as text: numbers decimal, or hexadecimal as the print format
 * has them, pointers hexadecimal, arrays as [1,2], bits as 0-3,5, bytes as
 * hexadecimal digits, strings as they are but for control characters and
 * backslashes (\x1b). Writes at most `size` bytes including a NUL and returns
 * the length of the whole text, as snprintf does. buffer may be NULL if size is
 * 0. -EINVAL, -EBADMSG. */
PERFC_API int perfc_tracepoint_format_field(const perfc_tracepoint *tracepoint,
                                            const void *raw, size_t raw_size,
                                            uint32_t field, char *buffer,
                                            size_t size);

/* All but the common fields: "prev_comm=bash prev_pid=12 ...". -EINVAL, -EBADMSG.
 */
PERFC_API int perfc_tracepoint_format(const perfc_tracepoint *tracepoint,
                                      const void *raw, size_t raw_size,
                                      char *buffer, size_t size);

/* ---- columns -------------------------------------------------------------- */

/* What a column was made of. */
struct perfc_tracepoint_rows {
  uint64_t rows;      /* of the samples table */
  uint64_t present;   /* rows that have the field */
  uint64_t others;    /* rows of other events */
  uint64_t malformed; /* rows whose data are too short, or point outside */
};

/* One field of all samples in a batch, by its column RAW. Row i of the samples
 * table is absent if its raw data are another tracepoint's, or have no such
 * element, or are malformed: the value is 0 then, and bit i % 8 of byte i / 8 of
 * validity as well, as in Arrow's bitmaps. validity may be NULL, else it has room
 * for (capacity + 7) / 8 bytes. rows may be NULL. Both return the number of
 * rows. -ENOSPC, of both: the batch has more rows than `capacity`; nothing was
 * written. */

/* Numbers: a u64 each `stride` bytes, at least 8, sign-extended for signed
 * fields. -EINVAL: NULL, no such field, one that is no number, a smaller stride.
 * -ENOSPC. */
PERFC_API int perfc_tracepoint_column_values(
    const perfc_tracepoint *tracepoint, const perfc_batch *batch,
    uint32_t field, uint32_t index, void *values, size_t stride,
    uint8_t *validity, size_t capacity, struct perfc_tracepoint_rows *rows);

/* Strings without their NUL, arrays, bytes: where they lie in the column RAW, in
 * bytes from perfc_column.values, and how many bytes they have. -EINVAL: NULL, or
 * no such field. -ENOSPC. */
PERFC_API int perfc_tracepoint_column_ranges(
    const perfc_tracepoint *tracepoint, const perfc_batch *batch,
    uint32_t field, uint32_t index, int32_t *offsets, int32_t *lengths,
    uint8_t *validity, size_t capacity, struct perfc_tracepoint_rows *rows);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_TRACEPOINT_H_ */
