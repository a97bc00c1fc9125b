/* perfc/ring.h - the next two verbs: mmap and next_record.
 *
 * Threads: one at a time per event, but perfc_event_wake from any. next_record and
 * peek_record make no system call, allocate nothing, and may be called from a
 * signal handler that interrupts no other call on the same event.
 */
#ifndef PERFC_RING_H_
#define PERFC_RING_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/record.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A number of data pages for perfc_mmap and perfc_set_mmap. With pages of 4 KiB it is the
 * largest ring that an unprivileged user can map with the default perf_event_mlock_kb of
 * 516; the perf tool has the same default. */
#define PERFC_MMAP_DEFAULT_PAGES 0x80

/* perfc_mmap's flags */
/* Overwrite mode: the kernel doesn't wait for the reader and overwrites the
 * oldest records. */
#define PERFC_MMAP_OVERWRITE 0x1

/* Maps the event's ring: the control page and data_pages (a power of two) of memory that
 * the kernel writes records into. PERFC_MMAP_OVERWRITE maps it read-only, by which the
 * kernel knows the mode. An event with attr write_backward is always mapped read-only, and
 * its records are read from the newest to the oldest.
 *
 * data_pages 0 maps the control page alone, read-only. perfc_read_user and
 * perfc_event_control_page need no more than that.
 *
 *   -EINVAL  NULL; data_pages is neither 0 nor a power of two; unknown flags;
 *            PERFC_MMAP_OVERWRITE with data_pages 0; the event inherits and is bound to no
 *            CPU (perf_mmap, kernel/events/core.c)
 *   -EBADFD  the event is mapped already, or its records go to another event's ring
 *   -EPERM   the ring exceeds the mlock budget; error has the sum
 *   -ENOMEM, -EOWNERDEAD, ioctl(2)'s, mmap(2)'s and madvise(2)'s */
PERFC_API int perfc_mmap(perfc_event *event, uint32_t data_pages,
                         uint32_t flags, struct perfc_error *error);

/* Unmaps the ring, its AUX area, or the control page. Records borrowed from the ring are
 * gone. -EBADFD: nothing is mapped. -EINVAL: NULL. -EOWNERDEAD. */
PERFC_API int perfc_munmap(perfc_event *event);

/* The control page, which the kernel keeps writing. NULL: nothing is mapped. Borrowed until
 * perfc_munmap or perfc_close. */
PERFC_API const struct perfc_mmap_page *perfc_event_control_page(
    const perfc_event *event);

/* Takes the next record out of the ring. Returns 1 and fills *record, which is
 * borrowed until the next call of perfc_next_record, perfc_munmap or perfc_close
 * on this event; 0 if there is none now. A record that wraps at the ring's end
 * is made contiguous. In overwrite mode records are copied out of the kernel's
 * way, whole for sure only while the output is paused or the event disabled; a
 * forward ring that was overwritten goes on with what comes from then on, and a
 * backward ring gives, per pass, the records newer than the last pass, newest
 * first, then 0.
 *
 * The space goes back to the kernel not with every record but when the ring has
 * been read empty, when an eighth of it has been read, or in perfc_event_wait.
 *
 * A header that can't be right (a size below 8, not a multiple of 8, or beyond
 * what was written) makes everything up to the kernel's head unreadable: it is
 * dropped and counted, see perfc_event_losses.
 *
 *   -ESHUTDOWN   the ring is drained, and perfc_event_wait has seen the target's end
 *   -EBUSY       it is drained, and perfc_event_wait has seen that the event is pinned
 *                and in error, which poll(2) shows since Linux 6.15. On older
 *                kernels waits time out, and only the event's count tells:
 *                PERFC_QUALITY_PINNED_ERROR
 *   -ENODEV      it is drained, and the PMU has been taken away
 *   -EBADFD      no ring is mapped: call perfc_mmap
 *   -EINVAL      NULL
 *   -EOWNERDEAD  in a child of fork() */
PERFC_API int perfc_next_record(perfc_event *event,
                                struct perfc_record *record);

/* Takes up to `capacity` records out of the ring in one call. Returns how many;
 * 0: there is none now. Fewer than capacity doesn't mean that the ring is empty.
 * All records are borrowed until the next call that takes records, peeks, fills a
 * batch from, unmaps or closes this event. perfc_event_wait keeps them; until the
 * next call their space stays taken. In overwrite mode records come one by one.
 * Errors as perfc_next_record, if no record was taken; -EINVAL also: capacity is
 * 0. */
PERFC_API int perfc_next_records(perfc_event *event,
                                 struct perfc_record *records,
                                 uint32_t capacity);

/* As perfc_next_record, but the record stays the next one, and nothing counts
 * as read. It ends the borrowing of the record before, and is itself borrowed
 * until the next call of either. Errors as perfc_next_record. */
PERFC_API int perfc_event_peek_record(perfc_event *event,
                                      struct perfc_record *record);

/* Waits until the ring has records. timeout_ms below 0 waits for ever, 0 only
 * looks: call it so after an epoll of your own, because poll(2) takes the
 * kernel's wake-up mark away and only here is the end of the target noticed.
 *
 * Returns 1 if there are records (at once, if they are there already), 0 on
 * time-out. The kernel wakes by wakeup_events or wakeup_watermark, by default
 * at half of the ring, so a time-out may find records that nobody was woken
 * for: then the result is 1 too.
 *
 *   -ESHUTDOWN, -EBUSY, -ENODEV  as perfc_next_record
 *   -ECANCELED   perfc_event_wake was called, and there are no records
 *   -EINTR       a signal handler ran
 *   -EBADF       somebody else has closed the event's fd, whose number may be
 *                another file's by now
 *   eventfd(2)'s, such as -EMFILE: the first wait with a timeout_ms calls it
 *   ioctl(2)'s and poll(2)'s
 *   -EBADFD      no ring is mapped: call perfc_mmap
 *   -EINVAL      NULL
 *   -EOWNERDEAD  in a child of fork() */
PERFC_API int perfc_event_wait(perfc_event *event, int32_t timeout_ms,
                               struct perfc_error *error);

/* Ends the wait of another thread, or if none waits the next one. Any thread;
 * signal handlers too. The event must not be closed meanwhile. -EBADFD: no ring.
 * -EINVAL: NULL. -EOWNERDEAD. */
PERFC_API int perfc_event_wake(perfc_event *event);

/* What the ring lost, since it was mapped. Result struct. */
struct perfc_losses {
  /* Records that found no room, as LOST records tell. */
  uint64_t lost;
  /* Samples that the PMU dropped, as LOST_SAMPLES records tell. */
  uint64_t lost_samples;
  /* THROTTLE records: sampling was too fast and paused. */
  uint64_t throttled;
  /* Bytes that were overwritten before they were read. */
  uint64_t overwritten;
  /* Bytes dropped after a header that can't be right. */
  uint64_t malformed;
  /* Records of a type that this version doesn't know; they were handed over. */
  uint64_t unknown;
  /* Records that found no room, as PERF_FORMAT_LOST tells: the same losses as
   * `lost`, earlier and without a record. Never add the two. */
  uint64_t read_lost;
  /* 1 if every event of the ring has PERF_FORMAT_LOST, so that read_lost counts. */
  uint64_t read_lost_set;
  /* Records handed out after one of a later time. Told by streams. */
  uint64_t out_of_order;
};

/* Fills in up to size bytes of *losses. Costs a read(2) for each event that
 * writes into the ring and has PERF_FORMAT_LOST. -EBADFD: no ring. -EINVAL: NULL.
 * -EBADMSG: the read_format of such an event's attr isn't its fd's, which was
 * adopted. -EOWNERDEAD, and read(2)'s. */
PERFC_API int perfc_event_losses(const perfc_event *event,
                                 struct perfc_losses *losses, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_RING_H_ */
