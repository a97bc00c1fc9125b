/* perfc/stitch.h - deferred call chains (Linux 6.19), put into their samples.
 *
 * With attr.defer_callchain the kernel doesn't unwind the user's stack within
 * the sample. The sample's call chain ends with PERFC_CONTEXT_USER_DEFERRED and
 * a cookie, and a PERF_RECORD_CALLCHAIN_DEFERRED with that cookie follows when
 * the thread goes back to user space; one may serve several samples. A stitcher
 * holds such samples until then:
 *
 *   perfc_stitch_push(stitch, &records[i]);
 *   while (perfc_stitch_next_record(stitch, &stitched) == 1) ...
 *
 * All other records pass through, so held samples come after records that are
 * later than they are. Push in the order of time: a cookie may come back, and a
 * thread's exit ends the waiting.
 *
 * It is memory and nothing else. Threads: one at a time per stitcher. After
 * fork() the child has one of its own.
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

/* Bytes for the samples that wait: unless told, and the limits. */
#define PERFC_STITCH_DEFAULT_BYTES 0x400000
#define PERFC_STITCH_LEAST_BYTES 0x40000
#define PERFC_STITCH_MOST_BYTES 0x80000000

/* Input struct: set size to sizeof. */
struct perfc_stitch_options {
  uint32_t size;
  uint32_t reserved;  /* 0 */
  uint64_t max_bytes; /* 0: PERFC_STITCH_DEFAULT_BYTES */
};

/* Makes a stitcher; NULL options are all zero. It takes all its memory here.
 * The caller owns *stitch. -EINVAL: NULL stitch, or max_bytes beyond the
 * limits. -E2BIG: options has an unknown tail. -ENOMEM. */
PERFC_API int perfc_stitch_create(const struct perfc_stitch_options *options,
                                  perfc_stitch **stitch,
                                  struct perfc_error *error);

/* Frees it, with the samples that wait. NULL is fine. */
PERFC_API void perfc_stitch_destroy(perfc_stitch *stitch);

/* Takes the next record, in this machine's byte order. It is borrowed until
 * perfc_stitch_next_record has returned 0; a record that waits longer is copied.
 * The plan is used in this call alone; all of *record is handed back later.
 *
 *   -EAGAIN  perfc_stitch_next_record hasn't returned 0 since the last push or
 *            flush
 *   -EINVAL  NULL, or a NULL plan */
PERFC_API int perfc_stitch_push(perfc_stitch *stitch,
                                const struct perfc_stream_record *record);

/* perfc_stitched_record.state */

/* The record is as it was pushed. */
#define PERFC_STITCH_PASSED 0x0
/* A sample with its whole call chain. */
#define PERFC_STITCH_SPLICED 0x1
/* A sample as it was pushed, whose chain ends with marker and cookie: the
 * deferred part hasn't come. */
#define PERFC_STITCH_UNMATCHED 0x2
/* The same: with its whole chain the record would be beyond 65528 bytes. */
#define PERFC_STITCH_OVERSIZED 0x3

/* A record of a stitcher. The struct never grows. */
struct perfc_stitched_record {
  /* As it was pushed, but for the record of a SPLICED sample. Its bytes are
   * borrowed until the next call. */
  struct perfc_stream_record pushed;
  /* PERFC_STITCH_*. */
  uint32_t state;
  /* 0. */
  uint32_t reserved;
};

/* Takes out the next record. Returns 1, or 0 if there is none until the next
 * push. In a SPLICED sample the deferred entries, which begin with a context
 * marker of their own, stand in the place of marker and cookie, and the
 * header's size is the new one.
 *
 * A sample comes out UNMATCHED when memory is needed for a newer one, the
 * oldest first; when a PERF_RECORD_EXIT of its thread was pushed, before that;
 * and by perfc_stitch_flush. A PERF_RECORD_CALLCHAIN_DEFERRED comes out
 * itself, after its samples, unless all that it belongs to was spliced.
 * Samples are matched by cookie, and by thread where both records have
 * PERF_SAMPLE_TID. -EINVAL: NULL. */
PERFC_API int perfc_stitch_next_record(perfc_stitch *stitch,
                                       struct perfc_stitched_record *record);

/* Lets perfc_stitch_next_record hand out all samples that wait. -EAGAIN: as
 * perfc_stitch_push. -EINVAL: NULL. */
PERFC_API int perfc_stitch_flush(perfc_stitch *stitch);

/* What a stitcher did so far. Result struct. */
struct perfc_stitch_info {
  /* Samples that wait now. */
  uint64_t held;
  /* Samples that were spliced. */
  uint64_t matched;
  /* Samples handed out without their deferred part. */
  uint64_t unmatched;
  /* Samples that would have been beyond a record's size. */
  uint64_t oversized;
  /* Deferred parts that no sample waited for. */
  uint64_t unclaimed;
};
/* Tells what the stitcher did so far. -EINVAL: NULL. */
PERFC_API int perfc_stitch_get_info(const perfc_stitch *stitch,
                                    struct perfc_stitch_info *counts,
                                    size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_STITCH_H_ */
