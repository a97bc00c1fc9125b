/* perfc/stream.h - many rings as one source of records, in the order of time.
 *
 * There are two kinds. A forward stream takes records out of rings while the
 * kernel writes them. A flight recorder leaves the kernel to overwrite the oldest
 * records, and hands out the newest ones when something has happened:
 *
 *   perfc_stream_cut(stream, 5000000000, &error);
 *   while ((n = perfc_stream_next_records(stream, records, 64)) > 0) ...
 *   perfc_stream_resume(stream, &error);
 *
 * Threads: one at a time per stream and the events in it. perfc_stream_wake may
 * be called from any thread.
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

/* perfc_stream_options.kind */

/* Rings that wait for their reader: mapped without PERFC_MMAP_OVERWRITE, of
 * attrs without write_backward. */
#define PERFC_STREAM_FORWARD 0x0
/* A flight recorder. Its rings are of attrs with write_backward, which the
 * kernel overwrites at no cost to anybody until they are cut. */
#define PERFC_STREAM_FLIGHT 0x1

/* Bytes of one ring that a round covers at most, if round_bytes is 0. */
#define PERFC_STREAM_DEFAULT_ROUND 0x100000

/* Input struct: set size to sizeof. */
struct perfc_stream_options {
  uint32_t size;
  /* PERFC_STREAM_FORWARD or PERFC_STREAM_FLIGHT. */
  uint32_t kind;
  /* Of a forward stream, see perfc_stream_next_records. 0:
   * PERFC_STREAM_DEFAULT_ROUND. Of a flight recorder: 0. */
  uint64_t round_bytes;
};

/* Makes a stream without rings. NULL options are all zero. The caller owns
 * *stream, and destroys it before its host.
 *
 *   -EINVAL  stream is NULL, an unknown kind, or a flight recorder with
 *            round_bytes
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM
 *   epoll_create1(2)'s, epoll_ctl(2)'s and eventfd(2)'s, of a forward stream */
PERFC_API int perfc_stream_create(const perfc_host *host,
                                  const struct perfc_stream_options *options,
                                  perfc_stream **stream,
                                  struct perfc_error *error);

/* Frees the stream. NULL is fine. The events stay open and mapped, and outputs
 * that a cut has paused go on. */
PERFC_API void perfc_stream_destroy(perfc_stream *stream);

/* Adds the ring of a mapped event, at any time. Returns the ring's number in the
 * stream, the lowest one that is free: records carry it as `source`, rows of a
 * batch as PERFC_COLUMN_SOURCE. The event stays the caller's. Closing or
 * unmapping an event takes its ring out of the stream. A flight recorder has the
 * ring in its cuts from the next cut on.
 *
 * Records are ordered by PERF_SAMPLE_TIME, so each attr needs it, with
 * sample_id_all for records that are no samples. All events of a stream need the
 * same clock. A record without time is given the time of the record before it in
 * its ring.
 *
 *   -EBADFD  the event has no ring, its ring is of the other kind, or it is in a
 *            stream already
 *   -EINVAL  NULL
 *   -EBADF   somebody else has closed the event's fd
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s and epoll_ctl(2)'s */
PERFC_API int perfc_stream_add_event(perfc_stream *stream, perfc_event *event,
                                     struct perfc_error *error);

/* Takes the event's ring out of the stream. A forward stream leaves the records
 * that it hasn't handed out in the ring. A flight recorder lets the ring's output
 * go on.
 *
 *   -EINVAL      NULL, or the event isn't in this stream
 *   -EOWNERDEAD
 *   ioctl(2)'s   of a flight recorder: the ring is out, and its output is still
 *                paused */
PERFC_API int perfc_stream_remove_event(perfc_stream *stream,
                                        perfc_event *event);

/* The event whose ring has this number. Borrowed. NULL: no ring has it. */
PERFC_API perfc_event *perfc_stream_event(const perfc_stream *stream,
                                          uint32_t source);

/* Takes up to `capacity` records, the earliest first, over all rings. Returns how
 * many; 0: there is none now. Fewer than capacity doesn't mean that the rings are
 * empty. All records are borrowed until the next call with the stream. Closing an
 * event ends the borrowing of its records at once.
 *
 * A forward stream works in rounds. A round looks at the head of every ring, looks
 * once more at the rings that were empty, and hands out by time all records that
 * were there at the first look: whatever comes later in any ring is later. So an
 * idle ring holds up nobody, and no record is kept outside of its ring. A round
 * covers at most round_bytes of each ring, so that a ring which fills as fast as
 * it is read can't keep the others from being looked at. A record whose time is
 * before that of a record handed out already is handed out all the same, has
 * PERFC_STREAM_RECORD_LATE, and is counted as out_of_order: between the moment of
 * a record and its writing an interrupt may write another one.
 *
 * A flight recorder hands out the records of its cut. 0: the cut is at its end, or
 * there is no cut. Records lie in the rings. A write that was under way when its
 * ring was paused may still overwrite the oldest record; that one is left out and
 * counted as overwritten. `sequence` goes on from cut to cut.
 *
 *   -ESHUTDOWN   every ring has come to its end, as perfc_stream_wait has seen,
 *                is drained, and there was at least one. Never of a flight
 *                recorder, like the next two
 *   -EBUSY       the same, and an event is pinned and in error, see
 *                perfc_next_record
 *   -ENODEV      the same, and a PMU has been taken away
 *   -EINVAL      NULL, or capacity is 0
 *   -EOWNERDEAD */
PERFC_API int perfc_stream_next_records(perfc_stream *stream,
                                        struct perfc_stream_record *records,
                                        uint32_t capacity);

/* Waits until some ring has records, by one epoll_wait(2) for all rings. Results
 * are those of perfc_event_wait. A ring that had come to its end, and whose event
 * was enabled again, is watched from the next call on.
 *
 *   -ESHUTDOWN, -EBUSY, -ENODEV  as perfc_stream_next_records
 *   -ECANCELED   perfc_stream_wake was called, and there are no records
 *   -EINTR       a signal handler ran
 *   -EBADF       another event's fd must be watched for a ring, and somebody
 *                else has closed it. A ring whose watched fd somebody else has
 *                closed is watched as before: its mapping keeps the file
 *   -EINVAL      NULL, or the stream is a flight recorder
 *   -EOWNERDEAD, ioctl(2)'s, epoll_ctl(2)'s and epoll_wait(2)'s */
PERFC_API int perfc_stream_wait(perfc_stream *stream, int32_t timeout_ms,
                                struct perfc_error *error);

/* Ends the wait of another thread, or the next wait if no thread waits. Any
 * thread, and signal handlers. -EINVAL: NULL, or the stream is a flight recorder.
 * -EOWNERDEAD, and write(2)'s. */
PERFC_API int perfc_stream_wake(perfc_stream *stream);

/* A fd that is readable when perfc_stream_wait(stream, 0) is worth a call: for
 * an event loop of the caller's own. The fd stays the stream's. -EINVAL: NULL, or
 * the stream is a flight recorder. */
PERFC_API int perfc_stream_fd(const perfc_stream *stream);

/* The losses of one event's ring, or with NULL of all rings, those included that
 * were taken out. As perfc_event_losses, and with out_of_order. A flight recorder
 * counts each loss once, however many cuts show it; `overwritten` are the bytes
 * that came and went between two cuts, and perfc_event_losses doesn't count what
 * cuts see. -EINVAL: NULL, or the event isn't in this stream. -EBADMSG: as
 * perfc_event_losses. -EOWNERDEAD, and read(2)'s. */
PERFC_API int perfc_stream_losses(const perfc_stream *stream,
                                  const perfc_event *event,
                                  struct perfc_losses *losses, size_t size);

/* ---- flight recorders ----------------------------------------------------- */

/* last_ns of perfc_stream_cut: everything that is still in the rings. */
#define PERFC_STREAM_CUT_ALL 0xffffffffffffffff

/* Pauses the output of every ring, one after another, and takes a cut: the
 * records of the last `last_ns` nanoseconds. Returns how many there are,
 * INT32_MAX if there are more.
 *
 * The time counts back from the newest record that was in any ring when the cut
 * began. Up to that record the cut has the records of all rings; records that
 * came later, while the rings were being paused, are left for the next cut. The
 * oldest record of a ring isn't part of the cut if its end has been overwritten.
 * Cuts take nothing out of the rings: each cut has its last_ns anew. A cut during
 * a cut begins again, with the outputs still paused.
 *
 * Records that find their output paused are lost and counted: the next record
 * after the cut comes with a PERF_RECORD_LOST. An output that the caller had
 * paused goes on after the cut. A cut costs two ioctl(2) for each ring, and 16
 * bytes for each record in the rings, kept for the next cut.
 *
 *   -EINVAL  NULL, or the stream is no flight recorder
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s: there is no cut, and no output is paused */
PERFC_API int perfc_stream_cut(perfc_stream *stream, uint64_t last_ns,
                               struct perfc_error *error);

/* Ends the cut and lets all outputs go on. 0 too if there was no cut.
 *
 *   -EINVAL  NULL, or the stream is no flight recorder
 *   -EOWNERDEAD
 *   ioctl(2)'s: the first of them; the other outputs go on */
PERFC_API int perfc_stream_resume(perfc_stream *stream,
                                  struct perfc_error *error);

/* ---- Arrow ---------------------------------------------------------------- */

/* Hands the records to come over through the Arrow C Stream Interface: a struct
 * array of one table (PERFC_TABLE_*) per get_next, with the types of
 * perfc_batch_export_arrow. get_next waits for records, fills a batch and exports
 * it. The stream ends when every ring has come to its end, when duration_ms have
 * passed since this call (below 0: never), or by perfc_stream_wake. Records that
 * are in the rings by then are still delivered. options are those of the batch,
 * with 65536 rows if rows is 0; the columns are those of the rings that are in
 * the stream now. Records of the other table are taken out of the rings and not
 * delivered.
 *
 * *out is the caller's to release. get_next uses this stream, so it counts as a
 * call with the stream for the rule of threads. After perfc_stream_destroy the
 * exported stream has come to its end. get_next answers ENOMEM, or what ends a
 * perfc_stream_wait, such as epoll_wait(2)'s.
 *
 *   -EINVAL  NULL, no such table, a batch with views, or a flight recorder
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM, -EOWNERDEAD */
struct ArrowArrayStream;
PERFC_API int perfc_stream_export_arrow(
    perfc_stream *stream, const struct perfc_batch_options *options,
    uint32_t table, int32_t duration_ms, struct ArrowArrayStream *out,
    struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_STREAM_H_ */
