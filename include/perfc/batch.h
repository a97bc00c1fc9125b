/* perfc/batch.h - many records at a time, as columns.
 *
 * A call from another language into C costs as much as decoding several records. So
 * one call decodes many records into arrays, which every language can view. The
 * arrays have Arrow's layout: fixed-width values, validity bitmaps, int32 offsets.
 *
 * A batch has two tables. Samples are rows of the samples table, with a column for
 * each of their fields. All other records are rows of the records table. Its
 * columns are the fields that all records have; perfc_batch_record gives each row
 * as a record for typed decoding. The column SEQUENCE has the order of the rows of
 * both tables.
 *
 * Threads: one at a time per batch. Columns are borrowed until the next fill, or
 * until the batch is destroyed.
 */
#ifndef PERFC_BATCH_H_
#define PERFC_BATCH_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/record.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perfc_batch perfc_batch;

/* Many rings as one source of records, see stream.h. */
typedef struct perfc_stream perfc_stream;

/* perfc_batch_options.flags */

/* The columns of lists and bytes (call chains, branches, registers, raw data,
 * stacks, AUX data) are views, not copies: they point into the ring, the buffer, or
 * the records of the fill. A ring gets their space back at the next fill or wait. A
 * fill from a stream or from a ring in overwrite mode fails. */
#define PERFC_BATCH_VIEWS 0x1
/* Only the columns of bytes (raw data, stacks, AUX data) are views. They are the
 * longest ones to copy. Lists are copied, so that each row's list begins where the
 * list of the row before ends. */
#define PERFC_BATCH_VIEW_BYTES 0x2

/* Input struct: set size to sizeof. */
struct perfc_batch_options {
  /* sizeof the struct. */
  uint32_t size;
  /* PERFC_BATCH_*. */
  uint32_t flags;
  /* PERFC_SAMPLE_*: the fields that become columns. 0: all fields of the attrs. */
  uint64_t sample_type;
  /* The most rows that one fill gives. 0: as many as fit into the CPU's cache. */
  uint32_t rows;
  /* 0. */
  uint32_t reserved;
};

/* Makes a batch. NULL options are all zero. The caller owns *batch.
 *
 *   -EINVAL  NULL batch, an unknown flag or column, or more rows than int32 offsets
 *            allow
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM */
PERFC_API int perfc_batch_create(const struct perfc_batch_options *options,
                                 perfc_batch **batch,
                                 struct perfc_error *error);

/* Frees the batch. NULL is fine. Exported tables stay valid. */
PERFC_API void perfc_batch_destroy(perfc_batch *batch);

/* Replaces the batch's rows with the next records of the event's ring. Returns the
 * number of rows in both tables. 0: the ring has no records now. SEQUENCE
 * counts from 0 when the batch is made and goes on from fill to fill; after
 * perfc_batch_fill_records it goes on from the last record's.
 *
 * A sample becomes a row of the records table if it can't be decoded, or if no attr
 * matches it. perfc_batch_info.undecodable counts these samples.
 *
 * The space of the records goes back to the kernel during this call. With views it
 * goes back at the next fill or perfc_event_wait, because a ring that is full of
 * views would never end the wait. perfc_next_record may be called on the same ring;
 * it too ends the borrowing of views.
 *
 *   -EINVAL  NULL, or views with a ring in overwrite mode
 *   -ENOMEM  no record was taken
 *   -ESHUTDOWN, -EBUSY, -ENODEV, -EBADFD, -EOWNERDEAD  as perfc_next_record */
PERFC_API int perfc_batch_fill_event(perfc_batch *batch, perfc_event *event);

/* Does the same from a buffer of `size` bytes, which holds records in this
 * machine's byte order and is 8-byte aligned. Returns the number of rows. *consumed becomes the number of bytes
 * that were taken. Pass the other bytes to the next fill. plan must live until the
 * next fill, because perfc_batch_record gives it; with views, data too.
 *
 *   -EBADMSG  the header of the first record can't be right
 *   -EINVAL   NULL, data is misaligned, or the plan has the other byte order
 *   -ENOMEM   no record was taken */
PERFC_API int perfc_batch_fill_bytes(perfc_batch *batch, const perfc_plan *plan,
                                     const void *data, size_t size,
                                     size_t *consumed);

/* Does the same from a stream. Returns the number of rows. The rows are in the stream's order. SEQUENCE is the
 * number of the record in the stream, and SOURCE the number of its ring.
 *
 *   -EINVAL  NULL, or the batch has views
 *   -ENOMEM  no record was taken
 *   -ESHUTDOWN, -EBUSY, -ENODEV, -EOWNERDEAD  as perfc_stream_next_records */
PERFC_API int perfc_batch_fill_stream(perfc_batch *batch, perfc_stream *stream);

/* Does the same from `count` records of the caller, which may come from any source.
 * Returns the number of rows. Each record is decoded by its own plan. SEQUENCE and SOURCE are those of the
 * records. The records are in this machine's byte order, also if their plan has the
 * other one, as perfc_plan_view_record gives them.
 *
 * *taken becomes the number of records that became rows. Pass the other records to
 * the next fill. A fill has the columns of all plans that this function has seen
 * with this batch so far.
 *
 * If the batch has views, the bytes of the records must live until the next fill,
 * and the fill ends before a record that lies 2 GiB away from the others.
 *
 *   -EINVAL   NULL, or the first record has no plan
 *   -EBADMSG  the first record's data are misaligned, or don't begin with a header
 *             of the record's size, or a kernel's record doesn't consist of words of
 *             8 bytes
 *   -ENOMEM   no record was taken */
PERFC_API int perfc_batch_fill_records(
    perfc_batch *batch, const struct perfc_stream_record *records,
    uint32_t count, uint32_t *taken);

/* Facts of the last fill. Result struct. */
struct perfc_batch_info {
  /* Rows of the samples table. */
  uint64_t samples;
  /* Rows of the records table. */
  uint64_t records;
  /* SEQUENCE of the next row from a ring or a buffer: one more than that of the last
   * row. */
  uint64_t sequence;
  /* Samples that became rows of the records table, since the batch was made. */
  uint64_t undecodable;
  /* 1: the fill ended because the batch was full. */
  uint32_t full;
  /* 1: the fill ended early, because int32 offsets would have overflowed. */
  uint32_t overflow;
};
/* Fills in *info. -EINVAL: NULL. */
PERFC_API int perfc_batch_get_info(const perfc_batch *batch,
                                   struct perfc_batch_info *info, size_t size);

/* The tables. The samples table has all columns except TYPE. The records table has
 * SEQUENCE to TYPE. Both have SOURCE after perfc_batch_fill_stream and
 * perfc_batch_fill_records. Most columns are the members of struct perfc_sample
 * with the same name. */
#define PERFC_TABLE_SAMPLES 0x0
#define PERFC_TABLE_RECORDS 0x1

/* u64: number of the record; the function that filled the batch says from where it
 * counts. */
#define PERFC_COLUMN_SEQUENCE 0x0
/* u32: index of the record's attr in its plan. Null if the attr isn't known. */
#define PERFC_COLUMN_ATTR_INDEX 0x1
/* u16: perfc_record.misc. */
#define PERFC_COLUMN_MISC 0x2
/* u32. */
#define PERFC_COLUMN_PID 0x3
/* u32. */
#define PERFC_COLUMN_TID 0x4
/* u64, in nanoseconds. */
#define PERFC_COLUMN_TIME 0x5
/* u32. */
#define PERFC_COLUMN_CPU 0x6
/* u64. Records table: IDENTIFIER if the trailer has no ID. */
#define PERFC_COLUMN_ID 0x7
/* Bytes. Records table: the whole record, with zeros up to a multiple of 8 bytes, which
 * only records of the perf tool need. */
#define PERFC_COLUMN_RAW 0x8
/* u32: PERFC_RECORD_*. */
#define PERFC_COLUMN_TYPE 0x9
/* u32: PERFC_PART_*. */
#define PERFC_COLUMN_PARTS 0xa
/* u64. */
#define PERFC_COLUMN_IDENTIFIER 0xb
/* u64. */
#define PERFC_COLUMN_IP 0xc
/* u64. */
#define PERFC_COLUMN_ADDR 0xd
/* u64. */
#define PERFC_COLUMN_STREAM_ID 0xe
/* u64. */
#define PERFC_COLUMN_PERIOD 0xf
/* u64. */
#define PERFC_COLUMN_TIME_ENABLED 0x10
/* u64. */
#define PERFC_COLUMN_TIME_RUNNING 0x11
/* Lists of three u64: value, id, lost. */
#define PERFC_COLUMN_READ_VALUES 0x12
/* Lists of u64. */
#define PERFC_COLUMN_CALLCHAIN 0x13
/* Lists of three u64: from, to, flags. */
#define PERFC_COLUMN_BRANCHES 0x14
/* u64. */
#define PERFC_COLUMN_BRANCH_HW_IDX 0x15
/* Lists of u64. */
#define PERFC_COLUMN_BRANCH_COUNTERS 0x16
/* u64. */
#define PERFC_COLUMN_USER_ABI 0x17
/* Lists of u64. */
#define PERFC_COLUMN_USER_REGS 0x18
/* Bytes. */
#define PERFC_COLUMN_STACK 0x19
/* u64. */
#define PERFC_COLUMN_STACK_DYN_SIZE 0x1a
/* u64. */
#define PERFC_COLUMN_WEIGHT 0x1b
/* u32. */
#define PERFC_COLUMN_WEIGHT_VAR1_DW 0x1c
/* u16. */
#define PERFC_COLUMN_WEIGHT_VAR2_W 0x1d
/* u16. */
#define PERFC_COLUMN_WEIGHT_VAR3_W 0x1e
/* u64. */
#define PERFC_COLUMN_DATA_SRC 0x1f
/* u64. */
#define PERFC_COLUMN_TRANSACTION 0x20
/* u64. */
#define PERFC_COLUMN_INTR_ABI 0x21
/* Lists of u64. */
#define PERFC_COLUMN_INTR_REGS 0x22
/* u64. */
#define PERFC_COLUMN_PHYS_ADDR 0x23
/* u64. */
#define PERFC_COLUMN_CGROUP 0x24
/* u64. */
#define PERFC_COLUMN_DATA_PAGE_SIZE 0x25
/* u64. */
#define PERFC_COLUMN_CODE_PAGE_SIZE 0x26
/* Bytes. */
#define PERFC_COLUMN_AUX 0x27
/* Bytes. PARTS says whether they are PARTIAL or LEFT_OVER. */
#define PERFC_COLUMN_REST 0x28
/* u32: perfc_stream_record.source. */
#define PERFC_COLUMN_SOURCE 0x29

/* The number of columns. It grows with new versions. */
#define PERFC_COLUMN_COUNT 0x2a

/* One column. Result struct. The arrays are borrowed until the next fill. */
struct perfc_column {
  /* Numbers: one for each row. Lists and bytes: the elements of all rows. */
  const void *values;
  /* A bitmap: row i has a value if bit i % 8 of byte i / 8 is 1. NULL: all rows have
   * one. */
  const uint8_t *validity;
  /* Lists and bytes: the index of the first element of each row. If sizes is NULL,
   * there is one more index, the end of the last row. Numbers: NULL. */
  const int32_t *offsets;
  /* Views: the number of elements of each row. Otherwise NULL. */
  const int32_t *sizes;
  /* Rows of the table. */
  uint64_t rows;
  /* Rows without a value. */
  uint64_t null_count;
  /* Elements in values. */
  uint64_t value_count;
  /* Bytes of a number or element. */
  uint32_t width;
  /* 0. */
  uint32_t reserved;
};

/* Fills in *out with a column of a table. -ENODATA: no row of the table has the
 * column. -EINVAL: NULL, or no such table or column. */
PERFC_API int perfc_batch_column(const perfc_batch *batch, uint32_t table,
                                 uint32_t column, struct perfc_column *out,
                                 size_t size);

/* Returns the name of a column, as in struct perfc_sample. NULL: there is no such
 * column. The string is static. */
PERFC_API const char *perfc_column_name(uint32_t column);

/* Fills in *record with row `row` of the records table, for typed decoding. Its
 * bytes are borrowed until the next fill. Its plan is borrowed as long as the source
 * is open; after perfc_batch_fill_bytes and perfc_batch_fill_records it is the
 * caller's.
 *
 * After perfc_batch_fill_stream and perfc_batch_fill_records all members are those
 * of the stream's or the caller's record, except that tail is NULL. After the other
 * fills sequence is the row's SEQUENCE, time is that of the record's trailer (or
 * 0), and source is 0. -EINVAL: NULL, or no such row. */
PERFC_API int perfc_batch_record(const perfc_batch *batch, uint64_t row,
                                 struct perfc_stream_record *record);

struct ArrowSchema;
struct ArrowArray;
/* Exports a table through the Arrow C Data Interface: a struct array with one child
 * for each column that the plan may have. docs/columns.md has the children's types.
 * *schema and *array are the structs of Arrow's specification. They are copies,
 * which the caller releases at any time and in any thread, also after the batch is
 * destroyed. The batch doesn't change.
 *
 *   -EINVAL  NULL, or no such table
 *   -ENOMEM  nothing was written */
PERFC_API int perfc_batch_export_arrow(const perfc_batch *batch, uint32_t table,
                                       struct ArrowSchema *schema,
                                       struct ArrowArray *array,
                                       struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_BATCH_H_ */
