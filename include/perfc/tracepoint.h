/* perfc/tracepoint.h - the raw data of tracepoint samples, read by field.
 *
 * A tracepoint is opened with perfc_open like any event: type
 * PERFC_TYPE_TRACEPOINT, config its id, sample_type with PERFC_SAMPLE_RAW. Its
 * samples carry raw data (perfc_sample.raw, the batch's column RAW). The
 * tracepoint's format file in tracefs describes the fields of these data. A
 * perfc_tracepoint is such a description, made by the tracepoint's name, by its id,
 * or from the text of a format file, which may come from another machine.
 *
 * Threads: any number of threads may use one tracepoint at the same time, until one
 * of them destroys it.
 *
 * Memory: only the three create functions allocate. No function reads beyond the raw
 * data that it was given.
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

/* Reads the format file of a tracepoint, "sched:sched_switch". The caller owns
 * *tracepoint.
 *
 *   -EINVAL  NULL, a name without a colon or with a slash, a format file that the
 *            library doesn't understand (error says the line)
 *   -ENOENT  there is no such tracepoint, or tracefs isn't mounted
 *   -EACCES  the caller may not read tracefs. Only root may, unless it was mounted
 *            otherwise
 *   -EFBIG   a file of tracefs is longer than any that the kernel writes
 *   -ENOMEM, open(2)'s and read(2)'s */
PERFC_API int perfc_tracepoint_create(const perfc_host *host, const char *name,
                                      perfc_tracepoint **tracepoint,
                                      struct perfc_error *error);

/* Finds a tracepoint by its id, which is the attr's config. The search reads
 * the ids of all tracepoints until it finds this one. That takes some milliseconds.
 * The caller owns *tracepoint. Errors as perfc_tracepoint_create, and getdents(2)'s. */
PERFC_API int perfc_tracepoint_create_by_id(const perfc_host *host, uint32_t id,
                                            perfc_tracepoint **tracepoint,
                                            struct perfc_error *error);

/* Reads the text of a format file: `size` bytes, without a NUL. The text is not
 * kept. The caller owns *tracepoint. A format file doesn't contain
 * the name of its system and its machine's byte order (PERFC_BYTE_ORDER_*), so
 * the caller passes both. Raw data stay in that byte order even if the record
 * around them was converted to this machine's.
 *
 *   -EINVAL  NULL, an unknown byte order, or a text that the library doesn't
 *            understand (error says the line)
 *   -ENOMEM */
PERFC_API int perfc_tracepoint_create_from_text(const char *system,
                                                const char *format, size_t size,
                                                uint32_t byte_order,
                                                perfc_tracepoint **tracepoint,
                                                struct perfc_error *error);

/* Frees the tracepoint. NULL is fine. */
PERFC_API void perfc_tracepoint_destroy(perfc_tracepoint *tracepoint);

/* A tracepoint as a whole. Result struct. The strings are borrowed until the
 * tracepoint is destroyed. */
struct perfc_tracepoint_info {
  /* The attr's config, and the field common_type in raw data. */
  uint32_t id;
  /* The number of fields, with the common fields. */
  uint32_t field_count;
  /* "sched" */
  const char *system;
  /* "sched_switch" */
  const char *name;
  /* The text behind "print fmt: ", or "". */
  const char *print_format;
};
/* Fills in *info. -EINVAL: NULL. */
PERFC_API int perfc_tracepoint_get_info(const perfc_tracepoint *tracepoint,
                                        struct perfc_tracepoint_info *info,
                                        size_t size);

/* perfc_tracepoint_field.kind: the kind of a field, or of each element of an array.
 * INT to BITMASK are numbers. */

/* An integer of 1, 2, 4 or 8 bytes. */
#define PERFC_FIELD_KIND_INT 0x0
/* A single char. */
#define PERFC_FIELD_KIND_CHAR 0x1
/* A bool. */
#define PERFC_FIELD_KIND_BOOL 0x2
/* An address in the kernel or in user space. */
#define PERFC_FIELD_KIND_POINTER 0x3
/* An enum. */
#define PERFC_FIELD_KIND_ENUM 0x4
/* A bitmask: an array of words. Bit 0 of the first word is bit 0 of the mask. */
#define PERFC_FIELD_KIND_BITMASK 0x5
/* An array of char, which ends at its first NUL or at its last byte. */
#define PERFC_FIELD_KIND_STRING 0x6
/* A struct, or any type of another size. */
#define PERFC_FIELD_KIND_BYTES 0x7

/* perfc_tracepoint_field.flags */

/* The numbers are signed. */
#define PERFC_FIELD_FLAG_SIGNED 0x1
/* One of the fields that every tracepoint has: common_type, common_pid, ... */
#define PERFC_FIELD_FLAG_COMMON 0x2
/* An array. Strings are arrays too. */
#define PERFC_FIELD_FLAG_ARRAY 0x4
/* __data_loc or __rel_loc: the field holds the place and the length of its bytes,
 * which lie elsewhere in the raw data. */
#define PERFC_FIELD_FLAG_LOCATED 0x8
/* __rel_loc: the place is counted from the end of the location. */
#define PERFC_FIELD_FLAG_RELATIVE 0x10

/* One field. Result struct. The strings are borrowed until the tracepoint is
 * destroyed. */
struct perfc_tracepoint_field {
  /* "prev_comm" */
  const char *name;
  /* The type as in C: "char[16]", "__data_loc char[]", "pid_t". */
  const char *type;
  /* PERFC_FIELD_KIND_*. */
  uint32_t kind;
  /* PERFC_FIELD_FLAG_*. */
  uint32_t flags;
  /* Bytes from the start of the raw data to the field. */
  uint32_t offset;
  /* Bytes of the field. 0 of an array that reaches to the end of the raw data. A
   * LOCATED field has 4 bytes for each location. */
  uint32_t size;
  /* Bytes of one element. Equals `size` if the field is no array. */
  uint32_t element_size;
  /* Number of elements: 1 for a field that is no array, 0 if only the raw data tell.
   * A LOCATED array of strings, which probes have: the number of strings. Other
   * LOCATED fields: 0. */
  uint32_t count;
};

/* Fills in *field with field `index`, in the order of the format file. -EINVAL:
 * NULL, or no such index. */
PERFC_API int perfc_tracepoint_get_field(const perfc_tracepoint *tracepoint,
                                         uint32_t index,
                                         struct perfc_tracepoint_field *field,
                                         size_t size);

/* Returns the index of the first field with that name. -ENOENT: no field has it.
 * -EINVAL: NULL. */
PERFC_API int perfc_tracepoint_find_field(const perfc_tracepoint *tracepoint,
                                          const char *name);

/* ---- one record ----------------------------------------------------------- */

/* Returns 1 if common_type says that the data are of this tracepoint, else 0, also for
 * NULL. No function below looks at common_type. raw are the bytes of perfc_sample.raw
 * (perfc_record_range gives them), raw_size is their number; any alignment will do. */
PERFC_API int perfc_tracepoint_matches(const perfc_tracepoint *tracepoint,
                                       const void *raw, size_t raw_size);

/* Reads a number. `field` is the index of a field. `index` is that of an element of
 * an array, and 0 of a field that is no array. Signed numbers are sign-extended; cast
 * *value to int64_t.
 *
 *   -EINVAL   NULL, no such field, or a field that is no number
 *   -ENODATA  there is no element `index`
 *   -EBADMSG  the data end before the field does, or the field's location points
 *             outside of the data */
PERFC_API int perfc_tracepoint_value(const perfc_tracepoint *tracepoint,
                                     const void *raw, size_t raw_size,
                                     uint32_t field, uint32_t index,
                                     uint64_t *value);

/* Finds the bytes of a field of any kind. *offset is counted in bytes from raw,
 * *length is in bytes. A string is given without its NUL, an array as a whole. The
 * numbers in the bytes have the tracepoint's byte order. index is 0, except in a
 * LOCATED array of strings: there it is the number of the string.
 *
 *   -EINVAL   NULL, or no such field
 *   -ENODATA  there is no string `index`, or the index of another field isn't 0
 *   -EBADMSG  as perfc_tracepoint_value */
PERFC_API int perfc_tracepoint_range(const perfc_tracepoint *tracepoint,
                                     const void *raw, size_t raw_size,
                                     uint32_t field, uint32_t index,
                                     uint32_t *offset, uint32_t *length);

/* `field` of perfc_tracepoint_text: all fields except the common ones. */
#define PERFC_FIELD_ALL 0xffffffff

/* Writes a field as text, or with PERFC_FIELD_ALL the names and texts of all
 * fields: "prev_comm=bash prev_pid=12 ...". Numbers are decimal, or hexadecimal if
 * the print format prints this field so. Pointers are hexadecimal. An array is
 * [1,2], a bitmask 0-3,5, and bytes are hexadecimal digits. In strings, control
 * characters and backslashes become \x1b and the like.
 *
 * Writes at most `size` bytes including a NUL, and returns the length of the whole
 * text, as snprintf does. buffer may be NULL if size is 0.
 *
 *   -EINVAL   tracepoint or raw is NULL, buffer is NULL and size isn't 0, or no such
 *             field
 *   -EBADMSG  as perfc_tracepoint_value */
PERFC_API int perfc_tracepoint_text(const perfc_tracepoint *tracepoint,
                                    const void *raw, size_t raw_size,
                                    uint32_t field, char *buffer, size_t size);

/* ---- columns -------------------------------------------------------------- */

/* The rows behind a column. Result struct. */
struct perfc_tracepoint_rows {
  /* Rows of the samples table. */
  uint64_t rows;
  /* Rows that have the field. */
  uint64_t present;
  /* Rows of other events. */
  uint64_t others;
  /* Rows whose raw data end before the field does, or whose location points outside
   * of the data. */
  uint64_t malformed;
};

/* Reads one number of every sample in a batch, from the batch's column RAW. Returns
 * the number of rows. A row is absent if its raw data are of another tracepoint, lack
 * element `index`, or are malformed.
 *
 * values has one u64 every `stride` bytes, sign-extended if the field is signed, and 0
 * in absent rows. stride is at least 8. validity is a bitmap as Arrow has it: bit i %
 * 8 of byte i / 8 is 1 if row i has the field, else 0. validity may be NULL; otherwise
 * it has room for (capacity + 7) / 8 bytes. *rows is a struct of rows_size bytes; rows
 * may be NULL.
 *
 *   -EINVAL  NULL, no such field, a field that is no number, or a smaller stride
 *   -ENOSPC  the batch has more rows than `capacity`; nothing was written */
PERFC_API int perfc_tracepoint_column_values(
    const perfc_tracepoint *tracepoint, const perfc_batch *batch,
    uint32_t field, uint32_t index, void *values, size_t stride,
    uint8_t *validity, uint32_t capacity, struct perfc_tracepoint_rows *rows,
    size_t rows_size);

/* Finds the bytes of one field of every sample in a batch, as perfc_tracepoint_range
 * does. Offsets are counted in bytes from perfc_column.values of the column RAW,
 * lengths are in bytes; both are 0 in absent rows. Returns the number of rows.
 * validity and rows are those of perfc_tracepoint_column_values.
 *
 *   -EINVAL  NULL, or no such field
 *   -ENOSPC  the batch has more rows than `capacity`; nothing was written */
PERFC_API int perfc_tracepoint_column_ranges(
    const perfc_tracepoint *tracepoint, const perfc_batch *batch,
    uint32_t field, uint32_t index, int32_t *offsets, int32_t *lengths,
    uint8_t *validity, uint32_t capacity, struct perfc_tracepoint_rows *rows,
    size_t rows_size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_TRACEPOINT_H_ */
