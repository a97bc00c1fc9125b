/* perfc/batch.h - many records at a time, as columns.
 *
 * A call across a language's border costs as much as decoding several records,
 * so a batch decodes many in one call, into arrays that every language can
 * view. The layout is Arrow's: fixed-width values, validity bitmaps, int32
 * offsets.
 *
 * Samples are one table. All other records are a second one: what they have in
 * common as columns, and their bytes, which perfc_batch_record views for typed
 * decoding. Every row has its sequence number, so the order between the tables
 * is kept.
 *
 * Threads: one at a time per batch. Columns live until the next fill or destroy of
 * the batch.
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

/* Call chains, raw data, branches, registers, stacks and AUX data stay where
 * they are: their columns point into the ring, which doesn't get its space back
 * until the next fill or wait, or into the buffer or the records that were
 * passed. Not for streams, and rings in overwrite mode. */
#define PERFC_BATCH_VIEWS 0x1
/* The same of raw data, stacks and AUX data alone, whose copies cost most; lists
 * are short, and copied they lie one behind the other. */
#define PERFC_BATCH_VIEW_BYTES 0x2

/* Input struct: set size to sizeof. */
struct perfc_batch_options {
  uint32_t size;
  uint32_t flags;    /* PERFC_BATCH_* */
  uint64_t columns;  /* PERFC_SAMPLE_* to decode; 0: all that the attrs have */
  uint32_t rows;     /* rows of a fill at most; 0: as many as fit the cache */
  uint32_t reserved; /* 0 */
};

/* Makes a batch; NULL options are all zero. The caller owns *batch.
 * -EINVAL: NULL batch, unknown flags or columns, more rows than int32 offsets
 * reach. -E2BIG: options has an unknown tail. -ENOMEM. */
PERFC_API int perfc_batch_create(const struct perfc_batch_options *options,
                                 perfc_batch **batch,
                                 struct perfc_error *error);

/* Frees it. NULL is fine. What was exported lives on. */
PERFC_API void perfc_batch_destroy(perfc_batch *batch);

/* Replaces the batch's rows with the next records of the event's ring, and
 * returns how many there are, in both tables. SEQUENCE is one more than that of
 * the row before, 0 for the batch's first row. The space of the records goes
 * back to the kernel by one store: here, or with views at the next fill. Mixing
 * with perfc_next_record on the same ring is fine; it ends the borrowing of
 * views, and so does perfc_event_wait: a ring that is full of them would never wake it.
 *
 * A sample that can't be decoded, or is matched to no attr, becomes a row of
 * the records table and is counted in perfc_batch_info. 0 rows, -ESHUTDOWN,
 * -EBUSY, -ENODEV, -EBADFD, -EOWNERDEAD: as perfc_next_record. -EINVAL: NULL, or
 * views with a ring in overwrite mode. -ENOMEM: nothing was taken. */
PERFC_API int perfc_batch_fill_event(perfc_batch *batch, perfc_event *event);

/* The same from bytes: `size` bytes of records in this machine's byte order,
 * 8-byte aligned. *consumed says how many of them were taken; the rest is for
 * the next fill. -EBADMSG: the first header can't be right. -EINVAL: NULL or
 * misaligned, or the plan is of the other byte order. -ENOMEM: nothing was taken.
 */
PERFC_API int perfc_batch_fill_bytes(perfc_batch *batch, const perfc_plan *plan,
                                     const void *data, size_t size,
                                     size_t *consumed);

/* Replaces a batch's rows with the next records of the stream, as
 * perfc_batch_fill_event does for one ring. Rows are in the stream's order, and
 * have PERFC_COLUMN_SOURCE. SEQUENCE is the record's number in the stream.
 *
 *   -EINVAL  NULL, or the batch has views
 *   -ENOMEM  nothing was taken
 *   -ESHUTDOWN, -EBUSY, -ENODEV, -EOWNERDEAD  as perfc_stream_next_records */
PERFC_API int perfc_batch_fill_stream(perfc_batch *batch, perfc_stream *stream);

/* Replaces the batch's rows with records that the caller holds, of any source,
 * each decoded by its own plan. SEQUENCE and SOURCE are those of the records. The
 * records are in this machine's byte order, as perfc_plan_view_record gives them,
 * whatever the order of their plan. Returns the number of rows in both tables.
 *
 * *taken says how many of the records became rows. The rest is for the next fill,
 * which also has the columns of the plans that the fills by this function before
 * it had. If the batch has views, the bytes of the records must live until the
 * next fill; a fill then ends before a record that lies 2 GiB away from the
 * others.
 *
 *   -EINVAL   NULL, or the first record has no plan
 *   -EBADMSG  the first record's data are misaligned, or don't begin with a header
 *             of its size
 *   -ENOMEM   nothing was taken */
PERFC_API int perfc_batch_fill_records(
    perfc_batch *batch, const struct perfc_stream_record *records,
    uint32_t count, uint32_t *taken);

/* What a fill did. Result struct. */
struct perfc_batch_info {
  /* Rows of the samples table. */
  uint64_t samples;
  /* Rows of the records table. */
  uint64_t records;
  /* SEQUENCE of the next row that a ring or bytes give: one more than that of the
   * last row. */
  uint64_t sequence;
  /* Samples among the rows of the records table, since the batch was made. */
  uint64_t undecodable;
  /* 1: the fill ended because the batch was full. */
  uint32_t full;
  /* 1: the fill ended early, before int32 offsets overflowed. */
  uint32_t overflow;
};
/* Tells what the last fill did. -EINVAL: NULL. */
PERFC_API int perfc_batch_get_info(const perfc_batch *batch,
                                   struct perfc_batch_info *result,
                                   size_t size);

/* The tables. */
#define PERFC_TABLE_SAMPLES 0x0
#define PERFC_TABLE_RECORDS 0x1

/* Columns. The samples table has all but TYPE: the fields of struct perfc_sample,
 * u64 unless the comment says otherwise. The records table has SEQUENCE to TYPE.
 * SOURCE is there, in both, after perfc_batch_fill_stream and
 * perfc_batch_fill_records. */
#define PERFC_COLUMN_SEQUENCE 0x0   /* number of the record, see the fill */
#define PERFC_COLUMN_ATTR_INDEX 0x1 /* u32: attr of the plan. Null if unknown */
#define PERFC_COLUMN_MISC 0x2       /* u16: header.misc */
#define PERFC_COLUMN_PID 0x3        /* u32 */
#define PERFC_COLUMN_TID 0x4        /* u32 */
#define PERFC_COLUMN_TIME 0x5
#define PERFC_COLUMN_CPU 0x6   /* u32 */
#define PERFC_COLUMN_ID 0x7    /* of records IDENTIFIER, if there is no ID */
#define PERFC_COLUMN_RAW 0x8   /* bytes: of records the whole record */
#define PERFC_COLUMN_TYPE 0x9  /* u32: PERFC_RECORD_* */
#define PERFC_COLUMN_PARTS 0xa /* u32: PERFC_PART_* */
#define PERFC_COLUMN_IDENTIFIER 0xb
#define PERFC_COLUMN_IP 0xc
#define PERFC_COLUMN_ADDR 0xd
#define PERFC_COLUMN_STREAM_ID 0xe
#define PERFC_COLUMN_PERIOD 0xf
#define PERFC_COLUMN_TIME_ENABLED 0x10
#define PERFC_COLUMN_TIME_RUNNING 0x11
#define PERFC_COLUMN_READ_VALUES 0x12 /* lists of three u64: value, id, lost */
#define PERFC_COLUMN_CALLCHAIN 0x13   /* lists */
#define PERFC_COLUMN_BRANCHES 0x14    /* lists of three u64: from, to, flags */
#define PERFC_COLUMN_BRANCH_HW_IDX 0x15
#define PERFC_COLUMN_BRANCH_COUNTERS 0x16 /* lists */
#define PERFC_COLUMN_USER_ABI 0x17
#define PERFC_COLUMN_USER_REGS 0x18 /* lists */
#define PERFC_COLUMN_STACK 0x19     /* bytes */
#define PERFC_COLUMN_STACK_DYN_SIZE 0x1a
#define PERFC_COLUMN_WEIGHT 0x1b
#define PERFC_COLUMN_WEIGHT_VAR1_DW 0x1c /* u32 */
#define PERFC_COLUMN_WEIGHT_VAR2_W 0x1d  /* u16 */
#define PERFC_COLUMN_WEIGHT_VAR3_W 0x1e  /* u16 */
#define PERFC_COLUMN_DATA_SRC 0x1f
#define PERFC_COLUMN_TRANSACTION 0x20
#define PERFC_COLUMN_INTR_ABI 0x21
#define PERFC_COLUMN_INTR_REGS 0x22 /* lists */
#define PERFC_COLUMN_PHYS_ADDR 0x23
#define PERFC_COLUMN_CGROUP 0x24
#define PERFC_COLUMN_DATA_PAGE_SIZE 0x25
#define PERFC_COLUMN_CODE_PAGE_SIZE 0x26
#define PERFC_COLUMN_AUX 0x27    /* bytes */
#define PERFC_COLUMN_REST 0x28   /* bytes; PARTS says which */
#define PERFC_COLUMN_SOURCE 0x29 /* u32: perfc_stream_record.source */
#define PERFC_COLUMN_COUNT 0x2a

/* One column. Result struct. */
struct perfc_column {
  /* Numbers: one per row. Lists and bytes: their elements. */
  const void *values;
  /* Row i has the column if bit i % 8 of byte i / 8 is set. NULL: all have. */
  const uint8_t *validity;
  /* Lists and bytes: the first element of each row. Without sizes there is one
   * more, the end of the last row. */
  const int32_t *offsets;
  /* Views: how many elements each row has. Else NULL. */
  const int32_t *sizes;
  uint64_t rows;
  uint64_t null_count;
  uint64_t value_count; /* elements behind values */
  uint32_t width;       /* bytes of a value or element */
  uint32_t reserved;
};

/* Looks at a column. -ENODATA: no row of the batch has it. -EINVAL: NULL, or no
 * such table or column. */
PERFC_API int perfc_batch_column(const perfc_batch *batch, uint32_t table,
                                 uint32_t column, struct perfc_column *out,
                                 size_t size);

/* A column's name, as in struct perfc_sample, or NULL if there is no such column.
 * The text is static. */
PERFC_API const char *perfc_column_name(uint32_t column);

/* Gives row `row` of the records table as a record for typed decoding, with its
 * plan and its SEQUENCE. The bytes are borrowed until the next fill, the plan as
 * long as the source is open. time, position, source, flags and tail_size are
 * those of the stream's or the caller's record; `tail` is NULL. After
 * perfc_batch_fill_event and perfc_batch_fill_bytes time is that of the record's
 * trailer, or 0, and source is 0. -EINVAL: NULL, or no such row. */
PERFC_API int perfc_batch_record(const perfc_batch *batch, uint64_t row,
                                 struct perfc_stream_record *record);

/* Hands a table over through the Arrow C Data Interface: a struct array with
 * one child per column that is present. The two structs are the ones of Arrow's
 * specification (docs/columns.md says which types the children have); they are
 * the caller's to release, at any time, in any thread, also after the batch is
 * gone: the export copies. The batch stays as it is. -EINVAL: NULL, or no such
 * table. -ENOMEM: nothing was written. */
struct ArrowSchema;
struct ArrowArray;
PERFC_API int perfc_batch_export_arrow(const perfc_batch *batch, uint32_t table,
                                       struct ArrowSchema *schema,
                                       struct ArrowArray *array,
                                       struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_BATCH_H_ */
