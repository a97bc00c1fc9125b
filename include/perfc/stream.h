/* perfc/stream.h - many rings as one source of records, in the order of time.
 *
 * There are two kinds. A forward stream takes records out of its rings while the
 * kernel writes them. A flight recorder lets the kernel overwrite the oldest
 * records. When something has happened, its user takes a cut, which has the newest
 * records:
 *
 *   perfc_stream_cut(stream, 5000000000, &error);
 *   while ((n = perfc_stream_next_records(stream, records, 64)) > 0) ...
 *   perfc_stream_resume(stream, &error);
 *
 * Threads: one at a time per stream and the events in it, with the exceptions that
 * event.h names for events, and counts.h for perfc_set_read. Any thread may call
 * perfc_stream_wake before the stream is destroyed.
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

/* A forward stream. Its rings keep records until they are read: they are mapped
 * without PERFC_MMAP_OVERWRITE, and their attrs have no write_backward. */
#define PERFC_STREAM_FORWARD 0x0
/* A flight recorder. The attrs of its rings have write_backward. Between cuts it
 * uses no CPU time. */
#define PERFC_STREAM_FLIGHT 0x1

/* The default of perfc_stream_options.round_bytes. */
#define PERFC_STREAM_DEFAULT_ROUND 0x100000

/* Input struct: set size to sizeof. */
struct perfc_stream_options {
  /* sizeof the struct. */
  uint32_t size;
  /* PERFC_STREAM_FORWARD or PERFC_STREAM_FLIGHT. */
  uint32_t kind;
  /* Forward stream: the most bytes that a round covers of each ring, see
   * perfc_stream_next_records. 0: PERFC_STREAM_DEFAULT_ROUND. Flight recorder: 0. */
  uint64_t round_bytes;
};

/* Makes a stream without rings. NULL options are all zero. The caller owns *stream,
 * and destroys it before the host.
 *
 *   -EINVAL  NULL stream, an unknown kind, or round_bytes for a flight recorder
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM
 *   forward stream: epoll_create1(2)'s, epoll_ctl(2)'s and eventfd(2)'s */
PERFC_API int perfc_stream_create(const perfc_host *host,
                                  const struct perfc_stream_options *options,
                                  perfc_stream **stream,
                                  struct perfc_error *error);

/* Frees the stream. NULL is fine. The events stay open and mapped. Outputs that a
 * cut has paused are resumed. */
PERFC_API void perfc_stream_destroy(perfc_stream *stream);

/* Adds the ring of a mapped event. This is possible at any time; a flight recorder
 * has the ring in its cuts from the next cut on. Returns the ring's number in the
 * stream, which is the lowest free one. Records have it as `source`, rows of a
 * batch in the column SOURCE.
 *
 * The event stays the caller's. Closing or unmapping it removes its ring from the
 * stream. While the ring is in the stream, only the stream hands out its records:
 * perfc_next_record, perfc_next_records, perfc_event_peek_record, perfc_event_wait and
 * perfc_batch_fill_event of the event give -EBADFD.
 *
 * The stream orders records by PERF_SAMPLE_TIME, so the attrs need that bit, and
 * sample_id_all for the records other than samples. All events of a stream need the
 * same clock. A record without a time gets the time of the record before it in its
 * ring.
 *
 *   -EBADFD  the event has no ring, its ring is for the other kind of stream, or it
 *            is in a stream already
 *   -EINVAL  NULL
 *   -EBADF   the event's fd was closed behind the library's back
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s and epoll_ctl(2)'s */
PERFC_API int perfc_stream_add_event(perfc_stream *stream, perfc_event *event,
                                     struct perfc_error *error);

/* Removes the event's ring from the stream. Records that a forward stream hasn't
 * handed out stay in the ring. A flight recorder resumes the ring's output.
 *
 *   -EINVAL      NULL, or the event isn't in this stream
 *   -EOWNERDEAD
 *   ioctl(2)'s   flight recorder: the ring is removed, but its output is still
 *                paused */
PERFC_API int perfc_stream_remove_event(perfc_stream *stream,
                                        perfc_event *event);

/* Returns the event whose ring has this number. It is borrowed as long as the ring
 * is in the stream. NULL: no ring has the number. */
PERFC_API perfc_event *perfc_stream_event(const perfc_stream *stream,
                                          uint32_t source);

/* Takes at most `capacity` records out of all rings, the earliest first. Returns
 * the number of records. 0: there are none now. A number below capacity doesn't
 * mean that the rings are empty. The records are borrowed until the next
 * call that takes records, waits, fills a batch, cuts, resumes or adds or removes an
 * event. Closing an event ends the borrowing of its records at once.
 *
 * A forward stream works in rounds. A round first looks at the head of every ring,
 * and then once more at the rings that were empty. It hands out the records that
 * were there at the first look, ordered by time; all other records have later
 * times. So the stream never waits for an idle ring, and keeps no record outside of
 * its ring. A round covers at most round_bytes of each ring, because a ring that
 * fills as fast as it is read would keep the stream from the other rings.
 *
 * The kernel takes a record's time first and writes the record later. An interrupt
 * between the two may write a record with a later time. If that record was handed
 * out already, the first record comes late. It is handed out too, has
 * PERFC_STREAM_RECORD_LATE, and is counted as out_of_order.
 *
 * A flight recorder hands out the records of its cut. 0: there are no more, or
 * there is no cut. The records lie in the rings. When a ring is paused, a write
 * under way may still overwrite the ring's oldest record. That record is left out
 * and counted as overwritten. `sequence` counts on from cut to cut.
 *
 *   -ESHUTDOWN   forward stream: there is at least one ring, and every ring is
 *                drained and has come to its end, as perfc_stream_wait has found
 *   -EBUSY       as -ESHUTDOWN, and an event is pinned and in error, see
 *                perfc_next_record
 *   -ENODEV      as -ESHUTDOWN, and a PMU has been taken away
 *   -EINVAL      NULL, or capacity is 0
 *   -EOWNERDEAD */
PERFC_API int perfc_stream_next_records(perfc_stream *stream,
                                        struct perfc_stream_record *records,
                                        uint32_t capacity);

/* Waits until a ring has records, with one epoll_wait(2) for all rings. Returns 1 if
 * there are records, 0 after timeout_ms milliseconds. A timeout_ms below 0 waits for
 * ever, 0 doesn't wait. If a ring had come to its end and its
 * event was enabled again, the next call watches it again.
 *
 *   -ESHUTDOWN, -EBUSY, -ENODEV  as perfc_stream_next_records
 *   -ECANCELED   perfc_stream_wake was called, and there are no records
 *   -EINTR       a signal handler ran
 *   -EBADF       the stream must watch another event's fd for a ring, and that fd
 *                was closed behind the library's back. An fd that is watched
 *                already may be closed: the ring's mapping keeps the file open
 *   -EINVAL      NULL, or the stream is a flight recorder
 *   -EOWNERDEAD, ioctl(2)'s, epoll_ctl(2)'s and epoll_wait(2)'s */
PERFC_API int perfc_stream_wait(perfc_stream *stream, int32_t timeout_ms,
                                struct perfc_error *error);

/* Ends the wait of another thread. If no thread waits, it ends the next wait. Any
 * thread may call it, and signal handlers too. -EINVAL: NULL, or the stream is a
 * flight recorder. -EOWNERDEAD, and write(2)'s. */
PERFC_API int perfc_stream_wake(perfc_stream *stream);

/* Returns an fd for the caller's own event loop. When it is readable, call
 * perfc_stream_wait with a timeout of 0. The fd stays the stream's. -EINVAL: NULL,
 * or the stream is a flight recorder. */
PERFC_API int perfc_stream_fd(const perfc_stream *stream);

/* Fills in *losses with the losses of one event's ring. If event is NULL, it has
 * the sums of all rings, with those that were removed. The members are those of
 * perfc_event_losses, and out_of_order.
 *
 * A flight recorder counts each loss once, even if several cuts show it. Its
 * `overwritten` is the number of bytes that were written and overwritten between
 * two cuts. perfc_event_losses doesn't include the losses that a flight recorder
 * counts.
 *
 *   -EINVAL   NULL, or the event isn't in this stream
 *   -EBADMSG  as perfc_event_losses
 *   -EOWNERDEAD, and read(2)'s */
PERFC_API int perfc_stream_losses(const perfc_stream *stream,
                                  const perfc_event *event,
                                  struct perfc_losses *losses, size_t size);

/* ---- flight recorders ----------------------------------------------------- */

/* last_ns of perfc_stream_cut: all records that are still in the rings. */
#define PERFC_STREAM_CUT_ALL 0xffffffffffffffff

/* Takes a cut: pauses the output of every ring, one after another, and finds the
 * records of the last `last_ns` nanoseconds. Returns their number, or INT32_MAX if
 * there are more.
 *
 * The nanoseconds are counted back from the newest record that was in any ring when
 * the cut began. The cut has the records of all rings up to that record. The next
 * cut has the records that came later, while the rings were being paused. If the
 * end of a ring's oldest record was overwritten, that record isn't in the cut.
 *
 * A cut leaves all records in the rings, so the next cut may have them again. If
 * there is a cut already, a new one takes its place, and the outputs stay paused.
 *
 * While an output is paused its records are lost. The kernel counts them and writes
 * a PERF_RECORD_LOST before the next record. If the caller had paused an output
 * before the cut, it is resumed after the cut too. A cut takes two ioctl(2) for
 * each ring, and 16 bytes of memory for each record in the rings, which the stream
 * keeps for the next cut.
 *
 *   -EINVAL  NULL, or the stream is no flight recorder
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s: there is no cut, and no output is paused */
PERFC_API int perfc_stream_cut(perfc_stream *stream, uint64_t last_ns,
                               struct perfc_error *error);

/* Ends the cut and resumes all outputs. Returns 0 also if there is no cut.
 *
 *   -EINVAL  NULL, or the stream is no flight recorder
 *   -EOWNERDEAD
 *   ioctl(2)'s: the first failure; the other outputs are resumed */
PERFC_API int perfc_stream_resume(perfc_stream *stream,
                                  struct perfc_error *error);

/* ---- Arrow ---------------------------------------------------------------- */

struct ArrowArrayStream;
/* Exports the next records through the Arrow C Stream Interface. Each get_next
 * waits for records, fills a batch, and exports one table (PERFC_TABLE_*) as a
 * struct array, with the types of perfc_batch_export_arrow. Records of the other
 * table are taken out of the rings too, and dropped.
 *
 * options are those of the batch; rows is 65536 if it is 0. The columns are those
 * of the rings that are in the stream now.
 *
 * The exported stream ends when every ring has come to its end, when duration_ms
 * have passed since this call (below 0: never), by perfc_stream_wake, and by
 * perfc_stream_destroy. Except after the last one, it still delivers the records
 * that are in the rings then.
 *
 * The caller releases *out. get_next uses this stream, so the thread rule counts it
 * as a call with the stream. Its errnos are ENOMEM, EOWNERDEAD, EBADF, and those of
 * perfc_stream_wait's system calls, such as epoll_wait(2)'s. After EINTR it waits
 * again. ESHUTDOWN, EBUSY, ENODEV and ECANCELED end the exported stream.
 *
 *   -EINVAL  NULL, no such table, a batch with views, or a flight recorder
 *   -E2BIG   options has an unknown tail
 *   -ENOMEM, -EOWNERDEAD */
PERFC_API int perfc_stream_export_arrow(
    perfc_stream *stream, const struct perfc_batch_options *options,
    uint32_t table, int32_t duration_ms, struct ArrowArrayStream *out,
    struct perfc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_STREAM_H_ */
