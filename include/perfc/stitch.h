/* perfc/stitch.h - deferred call chains (Linux 6.19), put into their samples.
 *
 * With attr.defer_callchain the kernel doesn't unwind the user's stack when it
 * takes a sample. The sample's call chain ends with PERFC_CONTEXT_USER_DEFERRED and
 * a cookie. When the thread returns to user space, the kernel writes the user's
 * part as a PERF_RECORD_CALLCHAIN_DEFERRED with the same cookie. One such record
 * may belong to several samples. A stitcher holds samples back until their deferred
 * part comes:
 *
 *   perfc_stitch_push(stitch, &records[i]);
 *   while (perfc_stitch_next_record(stitch, &stitched) == 1) ...
 *
 * All other records pass through at once, so a held sample comes after records that
 * are later than it. Push records in the order of time: the kernel may use a cookie
 * again, and the exit of a thread ends the waiting of its samples.
 *
 * Threads: one at a time per stitcher. A stitcher is only memory, so after fork()
 * the child has a copy of its own.
 */
#ifndef PERFC_STITCH_H_
#define PERFC_STITCH_H_

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

typedef struct perfc_stitch perfc_stitch;

/* perfc_stitch_options.max_bytes: the default, the least, and the most. */
#define PERFC_STITCH_DEFAULT_BYTES 0x400000
#define PERFC_STITCH_LEAST_BYTES 0x40000
#define PERFC_STITCH_MOST_BYTES 0x80000000

/* Input struct: set size to sizeof. */
struct perfc_stitch_options {
  /* sizeof the struct. */
  uint32_t size;
  /* 0. */
  uint32_t reserved;
  /* Bytes of memory for held samples. 0: PERFC_STITCH_DEFAULT_BYTES. */
  uint64_t max_bytes;
};

/* Makes a stitcher, with all the memory that it ever needs. NULL options are all
 * zero. The caller owns *stitch.
 *
 *   -EINVAL  NULL stitch, or max_bytes is below the least or above the most
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM */
PERFC_API int perfc_stitch_create(const struct perfc_stitch_options *options,
                                  perfc_stitch **stitch,
                                  struct perfc_error *error);

/* Frees the stitcher and the samples that it holds. NULL is fine. */
PERFC_API void perfc_stitch_destroy(perfc_stitch *stitch);

/* Gives the stitcher the next record, which is in this machine's byte order. The
 * record's bytes are borrowed until perfc_stitch_next_record has returned 0; the
 * stitcher copies records that it holds longer. It uses record->plan only during
 * this call. All members of *record come out again with the record. The pointers
 * plan and tail come out unchanged; keep the things that they point to until then.
 *
 *   -EAGAIN  since the last push or flush, perfc_stitch_next_record has returned
 *            neither 0 nor a PASSED record: take out the records first
 *   -EINVAL  NULL, or a NULL plan */
PERFC_API int perfc_stitch_push(perfc_stitch *stitch,
                                const struct perfc_stream_record *record);

/* perfc_stitched_record.state */

/* The record is as it was pushed. */
#define PERFC_STITCH_PASSED 0x0
/* A sample into whose call chain the deferred part was put. */
#define PERFC_STITCH_SPLICED 0x1
/* A sample as it was pushed. Its call chain ends with marker and cookie, because its
 * deferred part hasn't come. */
#define PERFC_STITCH_UNMATCHED 0x2
/* A sample as it was pushed. Its call chain ends with marker and cookie, because the
 * record with the whole call chain would be longer than 65528 bytes. */
#define PERFC_STITCH_OVERSIZED 0x3

/* A record that comes out of a stitcher. The struct never grows. */
struct perfc_stitched_record {
  /* The members as they were pushed. Only a SPLICED sample has another record. The
   * record's bytes are borrowed until the next call with the stitcher. */
  struct perfc_stream_record pushed;
  /* PERFC_STITCH_*. */
  uint32_t state;
  /* 0. */
  uint32_t reserved;
};

/* Takes out the next record. Returns 1, or 0 if no record comes before the next
 * push.
 *
 * In the call chain of a SPLICED sample the deferred entries replace marker and
 * cookie. They begin with a context marker of their own. The record's header has
 * the new size.
 *
 * A deferred part belongs to the samples with its cookie, and if both records have
 * PERF_SAMPLE_TID, only to those of its thread. The PERF_RECORD_CALLCHAIN_DEFERRED
 * itself comes out after its samples, but only if it has no samples, or if one of
 * them is OVERSIZED.
 *
 * A sample comes out UNMATCHED in three cases: the stitcher needs its memory for a
 * newer sample (the oldest goes first), a PERF_RECORD_EXIT of its thread was pushed
 * (the samples come out before it), or perfc_stitch_flush was called. -EINVAL:
 * NULL. */
PERFC_API int perfc_stitch_next_record(perfc_stitch *stitch,
                                       struct perfc_stitched_record *record);

/* Ends the waiting of all held samples: perfc_stitch_next_record hands them out as
 * UNMATCHED. -EAGAIN: as perfc_stitch_push. -EINVAL: NULL. */
PERFC_API int perfc_stitch_flush(perfc_stitch *stitch);

/* The counts of a stitcher since it was made. Result struct. */
struct perfc_stitch_info {
  /* Samples that the stitcher holds now. */
  uint64_t held;
  /* SPLICED samples. */
  uint64_t matched;
  /* UNMATCHED samples. */
  uint64_t unmatched;
  /* OVERSIZED samples. */
  uint64_t oversized;
  /* Deferred parts to which no sample belonged. */
  uint64_t unclaimed;
};
/* Fills in *info. -EINVAL: NULL. */
PERFC_API int perfc_stitch_get_info(const perfc_stitch *stitch,
                                    struct perfc_stitch_info *info,
                                    size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_STITCH_H_ */
