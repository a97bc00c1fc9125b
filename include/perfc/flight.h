/* perfc/flight.h - a flight recorder: the newest records of many rings, when
 * something has happened.
 *
 * The kernel goes on writing into rings of write_backward events and overwrites
 * the oldest records, at no cost to anybody. A cut pauses them all, gives what
 * they hold of the last so many nanoseconds in the order of time, and lets them
 * go on:
 *
 *   perfc_flight_cut(flight, 5000000000, &error);
 *   while (perfc_flight_next(flight, &record) == 1) ...
 *   perfc_flight_resume(flight, &error);
 *
 * Threads: one at a time per flight and the events in it.
 */
#ifndef PERFC_FLIGHT_H_
#define PERFC_FLIGHT_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/batch.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "perfc/stream.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct perfc_flight perfc_flight;

/* Everything that is still in the rings, for perfc_flight_cut. */
#define PERFC_FLIGHT_ALL 0xffffffffffffffff

/* Makes a flight without rings. The caller owns *flight. -EINVAL, -ENOMEM. */
PERFC_API int perfc_flight_create(perfc_flight **flight,
                                  struct perfc_error *error);

/* Ends the cut, as perfc_flight_resume, and frees it. NULL is fine. The events
 * stay open and mapped. */
PERFC_API void perfc_flight_destroy(perfc_flight *flight);

/* Adds the ring of a mapped event whose attr has write_backward, at any time,
 * and returns its number, which rows of a batch carry as PERFC_COLUMN_SOURCE:
 * the lowest that is free. It is part of the cuts from the next one on. The
 * event stays the caller's; closing or unmapping it takes it out. Its attr
 * needs PERF_SAMPLE_TIME, with sample_id_all for the records that are no
 * samples, and all events of a flight the same clock; a record without time is
 * taken to have that of the one before it in its ring.
 *
 * -EBADFD: no ring, one that isn't of write_backward, or in a flight already.
 * -EINVAL: NULL. -ENOMEM. -EOWNERDEAD. */
PERFC_API int perfc_flight_add(perfc_flight *flight, perfc_event *event,
                               struct perfc_error *error);

/* Takes the event's ring out, during a cut with all that is left of it, and
 * lets its output go on. -EINVAL: NULL, or it isn't in this flight.
 * -EOWNERDEAD. ioctl(2)'s: its output is still paused, and the ring is out all
 * the same. */
PERFC_API int perfc_flight_remove(perfc_flight *flight, perfc_event *event);

/* The event whose ring has that number; NULL if none has. */
PERFC_API perfc_event *perfc_flight_event(const perfc_flight *flight,
                                          uint32_t source);

/* Pauses the output of every ring, one after another, and takes a cut: the
 * records of the last last_ns nanoseconds, or of all that is there with
 * PERFC_FLIGHT_ALL. Returns how many there are, INT32_MAX if there are more.
 *
 * The time counts back from the newest record that was in any ring when the cut
 * began. Up to that one the cut has the records of all rings; what came later,
 * while the rings were being paused, is left for the next cut. Of the oldest
 * record in a ring the end may have been overwritten; then it isn't part of the
 * cut. Cuts take nothing out: each has the last last_ns anew. A cut during a
 * cut begins again, with the outputs still paused.
 *
 * While an output is paused its records are lost, and counted so: the next
 * record after the cut comes with a PERF_RECORD_LOST. An output that you had
 * paused yourself goes on after the cut. Costs two ioctl(2) for each ring and
 * 16 bytes for each record in them, kept for the next cut.
 *
 * -EINVAL: NULL. -ENOMEM, -EOWNERDEAD, and ioctl(2)'s: no cut was taken, and no
 * output is paused. */
PERFC_API int perfc_flight_cut(perfc_flight *flight, uint64_t last_ns,
                               struct perfc_error *error);

/* Takes the cut's next record, the earliest first. Returns 1, or 0 if there is
 * none left, or no cut. The sequence goes on from cut to cut. The record is
 * borrowed until the next call with the flight or the event; it lies in the
 * ring. A write that was under way when its ring was paused may still overwrite
 * the oldest record: once it is done, that one is left out and counted.
 * -EOWNERDEAD. -EINVAL: NULL. */
PERFC_API int perfc_flight_next(perfc_flight *flight,
                                struct perfc_stream_record *record);

/* Replaces a batch's rows with the next records of the cut, as
 * perfc_batch_fill_stream does for a stream. 0 rows: none are left. -EINVAL:
 * NULL, or the batch is one of VIEWS. -ENOMEM, -EOWNERDEAD. */
PERFC_API int perfc_batch_fill_flight(perfc_batch *batch, perfc_flight *flight);

/* Ends the cut, and lets all outputs go on. 0 too when there was none.
 * -EINVAL: NULL. -EOWNERDEAD. ioctl(2)'s: the first of them; the other outputs
 * go on. */
PERFC_API int perfc_flight_resume(perfc_flight *flight,
                                  struct perfc_error *error);

/* The losses of one event's ring, or with NULL of all, those included that were
 * taken out again. As perfc_stream_losses, each loss once, however many cuts
 * show it; overwritten are the bytes that came and went between two cuts.
 * perfc_event_losses of the event doesn't count what cuts see. -EINVAL: NULL, or
 * the event isn't in this flight. -EBADMSG as perfc_event_losses. -EOWNERDEAD,
 * and read(2)'s. */
PERFC_API int perfc_flight_losses(const perfc_flight *flight,
                                  const perfc_event *event,
                                  struct perfc_losses *losses, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_FLIGHT_H_ */
