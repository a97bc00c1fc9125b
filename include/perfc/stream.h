/* perfc/stream.h - many rings as one source, in the order of time.
 *
 * Threads: one at a time per stream and the events in it; perfc_stream_wake
 * from any.
 */
#ifndef PERFC_STREAM_H_
#define PERFC_STREAM_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/batch.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/host.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perfc_stream perfc_stream;

/* Bytes of one ring that a round covers at most, unless told. */
#define PERFC_STREAM_DEFAULT_ROUND 0x100000

/* Input struct: set size to sizeof. */
struct perfc_stream_options {
  uint32_t size;
  uint32_t reserved; /* 0 */
  uint64_t
      round_bytes; /* see perfc_stream_next; 0: PERFC_STREAM_DEFAULT_ROUND */
};

/* Makes a stream without rings; NULL options are all zero. The caller owns
 * *stream, and destroys it before its host. -EINVAL: NULL stream. -E2BIG:
 * options has an unknown tail. -ENOMEM, epoll_create1(2)'s, epoll_ctl(2)'s and
 * eventfd(2)'s. */
PERFC_API int perfc_stream_create(const perfc_host *host,
                                  const struct perfc_stream_options *options,
                                  perfc_stream **stream,
                                  struct perfc_error *error);

/* Frees it. NULL is fine. The events stay open and mapped. */
PERFC_API void perfc_stream_destroy(perfc_stream *stream);

/* Adds the ring of a mapped event, at any time, and returns its number, which
 * rows of a batch carry as PERFC_COLUMN_SOURCE: the lowest that is free. The
 * event stays the caller's; closing or unmapping it takes it out of the stream.
 * For the order its attr needs PERF_SAMPLE_TIME, with sample_id_all for the
 * records that are no samples, and all events of a stream the same clock; a
 * record without time is taken to have that of the one before it in its ring.
 * -EBADFD: no ring, a ring in overwrite mode, or in a stream already. -EINVAL:
 * NULL. -EBADF: somebody else has closed the event's fd. -ENOMEM, -EOWNERDEAD,
 * ioctl(2)'s and epoll_ctl(2)'s. */
PERFC_API int perfc_stream_add_event(perfc_stream *stream, perfc_event *event,
                                     struct perfc_error *error);

/* Takes the event's ring out. What it has left stays in the ring. -EINVAL:
 * NULL, or it isn't in this stream. -EOWNERDEAD. */
PERFC_API int perfc_stream_remove_event(perfc_stream *stream,
                                        perfc_event *event);

/* The event whose ring has that number, so that a batch's PERFC_COLUMN_SOURCE
 * leads to its plan. NULL if none has. */
PERFC_API perfc_event *perfc_stream_event(const perfc_stream *stream,
                                          uint32_t source);

/* A record of a stream. The struct never grows. */
struct perfc_stream_record {
  struct perfc_record record; /* borrowed until the next call with the stream */
  uint64_t time;              /* by which it was ordered, ns */
  uint64_t sequence;          /* 0 for the stream's first record */
  perfc_event *event;         /* whose ring it came from */
  uint32_t source;            /* that event's number */
  uint32_t reserved;
};

/* Takes the earliest record that is there. Returns 1, or 0 if there is none
 * now.
 *
 * It works in rounds. A round looks at the head of every ring, once more at the
 * rings that were empty, and hands out by time all that was seen the first
 * time: whatever comes later in any ring is later. So an idle ring holds nobody
 * up, and no record is kept outside its ring: memory is a few words for each
 * ring. A ring counts with at most round_bytes per round, so a ring that fills
 * as fast as it is read can't keep the others from being looked at.
 *
 * Records whose time is before that of one handed out already are handed out
 * all the same, and counted as out_of_order: in a ring an interrupt may have
 * come between a record's time and its writing. -ESHUTDOWN: every ring has come
 * to its end (seen by perfc_stream_wait) and is drained, and there was one.
 * -EBUSY, -ENODEV: the same, and one of them ended so (perfc_next_record), the
 * former before the latter.
 * -EOWNERDEAD. -EINVAL: NULL. */
PERFC_API int perfc_stream_next(perfc_stream *stream,
                                struct perfc_stream_record *record);

/* Waits until some ring has records, by one epoll_wait(2) for all. Results as
 * of perfc_event_wait. A ring that had come to its end, and whose event was enabled
 * again, is watched from the next call on.
 *
 *   -ESHUTDOWN, -EBUSY, -ENODEV  as perfc_stream_next
 *   -ECANCELED   perfc_stream_wake was called, and there are no records
 *   -EINTR       a signal handler ran
 *   -EBADF       another event's fd must be watched for a ring, and somebody
 *                else has closed it. A ring whose watched fd somebody else has
 *                closed is watched as before: its mapping keeps the file
 *   -EINVAL      NULL
 *   -EOWNERDEAD, ioctl(2)'s, epoll_ctl(2)'s and epoll_wait(2)'s */
PERFC_API int perfc_stream_wait(perfc_stream *stream, int32_t timeout_ms,
                                struct perfc_error *error);

/* Ends the wait of another thread, or the next one. Any thread; signal handlers
 * too. -EINVAL: NULL. -EOWNERDEAD, and write(2)'s. */
PERFC_API int perfc_stream_wake(perfc_stream *stream);

/* A fd that is readable when perfc_stream_wait(stream, 0) is worth a call: for
 * an event loop of your own. It stays the stream's. -EINVAL: NULL. */
PERFC_API int perfc_stream_fd(const perfc_stream *stream);

/* The losses of one event's ring, or with NULL of all, those included that were
 * taken out again. As perfc_event_losses, and with out_of_order. -EINVAL: NULL, or
 * the event isn't in this stream. -EBADMSG as perfc_event_losses. -EOWNERDEAD,
 * and read(2)'s. */
PERFC_API int perfc_stream_losses(const perfc_stream *stream,
                                  const perfc_event *event,
                                  struct perfc_losses *losses, size_t size);

/* Replaces a batch's rows with the next records of the stream, as
 * perfc_batch_fill_event does for one ring. Rows are in the stream's order, and have
 * PERFC_COLUMN_SOURCE. -EINVAL: NULL, or the batch is one of VIEWS. -ENOMEM:
 * nothing was taken. -ESHUTDOWN, -EBUSY, -ENODEV, -EOWNERDEAD as
 * perfc_stream_next. */
PERFC_API int perfc_batch_fill_stream(perfc_batch *batch, perfc_stream *stream);

/* Hands the records to come over through the Arrow C Stream Interface: a struct
 * array of one table (PERFC_TABLE_*) per get_next, with the types of
 * perfc_batch_export_arrow. Its get_next waits for records, fills and exports a
 * batch; the stream ends when every ring has come to its end, when duration_ms
 * are over (below 0: never) counted from here, or by perfc_stream_wake. What is
 * in the rings by then is still delivered. options are those of the batch, with
 * 65536 rows unless told; its columns are those of the rings that are in the
 * stream now. Records of the other table are taken out of the rings and not
 * delivered.
 *
 * *out is the caller's to release. It uses this stream from whichever thread
 * calls get_next: one at a time with other calls. After perfc_stream_destroy it
 * has come to its end. -EINVAL: NULL, no such table, or VIEWS. -E2BIG: options
 * has an unknown tail. -ENOMEM, -EOWNERDEAD. get_next answers ENOMEM, or
 * what ends a perfc_stream_wait, such as epoll_wait(2)'s. */
struct ArrowArrayStream;
PERFC_API int perfc_stream_export_arrow(
    perfc_stream *stream, const struct perfc_batch_options *options,
    uint32_t table, int32_t duration_ms, struct ArrowArrayStream *out,
    struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_STREAM_H_ */
