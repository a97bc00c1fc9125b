/* perfc/ring.h - the ring of an event: mmap and next_record.
 *
 * Threads: one at a time per event, with the exceptions that event.h names.
 * perfc_next_record, perfc_next_records and perfc_event_peek_record make no system
 * call and allocate nothing. Signal handlers may call them, unless the handler
 * interrupts another call on the same event.
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

/* A number of data pages for perfc_mmap and perfc_set_mmap. With pages of 4 KiB, the
 * default perf_event_mlock_kb of 516 allows one such ring for each online CPU without
 * using RLIMIT_MEMLOCK. The perf tool has the same default. */
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
 * gone. The output of events that was directed here is dropped, and their attrs leave
 * the event's plan. -EBADFD: nothing is mapped. -EINVAL: NULL. -EOWNERDEAD. */
PERFC_API int perfc_munmap(perfc_event *event);

/* The control page, which the kernel keeps writing. NULL: nothing is mapped. Borrowed until
 * perfc_munmap or perfc_close. */
PERFC_API const struct perfc_mmap_page *perfc_event_control_page(
    const perfc_event *event);

/* Takes the next record out of the ring. Returns 1 and fills in *record. Returns 0 if
 * the ring has no record now. The record is borrowed as perfc_next_records says. A record
 * that wraps at the end of the ring is made contiguous.
 *
 * The kernel gets the space of records back when the ring has been read empty, when
 * an eighth of it has been read, or in perfc_event_wait.
 *
 * In overwrite mode the library copies each record, because the kernel may overwrite
 * it at any time. The copy is certain to be whole only while the output is paused or
 * the event is disabled. If a forward ring was overwritten, reading goes on with the
 * next record that the kernel writes. A backward ring is read in passes: each pass
 * gives the records that are newer than the last pass, the newest first, and then 0.
 *
 * A header can't be right if its size is below 8, not a multiple of 8, or beyond
 * the written bytes. Then everything up to the kernel's head is unreadable. It is
 * dropped, and perfc_event_losses counts it.
 *
 *   -ESHUTDOWN   the ring is empty, and perfc_event_wait has seen that the target ended
 *   -EBUSY       the ring is empty, and perfc_event_wait has seen that the event is
 *                pinned and in error. poll(2) shows that since Linux 6.15. On older
 *                kernels waits time out, and only the event's count shows it:
 *                PERFC_QUALITY_PINNED_ERROR
 *   -ENODEV      the ring is empty, and the PMU has been removed
 *   -EBADFD      no ring is mapped: call perfc_mmap. Or the ring is in a stream: the
 *                stream hands out its records
 *   -EINVAL      NULL
 *   -EOWNERDEAD  in a child of fork() */
PERFC_API int perfc_next_record(perfc_event *event,
                                struct perfc_record *record);

/* Takes up to `capacity` records out of the ring in one call. Returns the number of
 * records. 0: there is none now. A number below capacity doesn't mean that the ring
 * is empty. In overwrite mode records come one by one.
 *
 * The records are borrowed until the next call that takes a record of this event or
 * looks at one, fills a batch from the event, unmaps it or closes it. Their space in
 * the ring stays taken until that call. perfc_event_wait leaves them alone.
 *
 * Errors as perfc_next_record, if no record was taken. -EINVAL also: capacity is
 * 0. */
PERFC_API int perfc_next_records(perfc_event *event,
                                 struct perfc_record *records,
                                 uint32_t capacity);

/* Does the same as perfc_next_record, but leaves the record in the ring as the next
 * one. Returns 1 if there is a record, else 0. The record is borrowed as perfc_next_records says. Errors as
 * perfc_next_record. */
PERFC_API int perfc_event_peek_record(perfc_event *event,
                                      struct perfc_record *record);

/* Waits until the ring has records. Returns 1 if there are records, 0 after
 * timeout_ms milliseconds. A timeout_ms below 0 waits for ever, 0 doesn't wait. After
 * an epoll of your own, call it with timeout_ms 0. Only this function notices the end
 * of the target, because poll(2) clears the kernel's wake-up mark.
 *
 * The kernel wakes the thread by wakeup_events or wakeup_watermark, by default when
 * half of the ring is full. So there may be records without a wake-up; if the time
 * is over and there are records, the result is 1.
 *
 *   -ESHUTDOWN, -EBUSY, -ENODEV  as perfc_next_record
 *   -ECANCELED   perfc_event_wake was called, and there are no records
 *   -EINTR       a signal handler ran
 *   -EBADF       other code has closed the event's fd; the number may be another
 *                file's by now
 *   eventfd(2)'s, such as -EMFILE: the first wait with a timeout_ms calls it
 *   ioctl(2)'s and poll(2)'s
 *   -EBADFD      no ring is mapped: call perfc_mmap. Or the ring is in a stream: call
 *                perfc_stream_wait
 *   -EINVAL      NULL
 *   -EOWNERDEAD  in a child of fork() */
PERFC_API int perfc_event_wait(perfc_event *event, int32_t timeout_ms,
                               struct perfc_error *error);

/* Ends the wait of another thread. If no thread waits, it ends the next wait. Any
 * thread may call it, and signal handlers too, but not while another thread maps,
 * unmaps or closes the event. -EBADFD: no ring is mapped. -EINVAL: NULL. -EOWNERDEAD. */
PERFC_API int perfc_event_wake(perfc_event *event);

/* The losses of a ring since it was mapped. Result struct. */
struct perfc_losses {
  /* Records that found no room in the ring, from the LOST records handed out so far. */
  uint64_t lost;
  /* Samples that the PMU dropped, from LOST_SAMPLES records. */
  uint64_t lost_samples;
  /* THROTTLE records: the event sampled too fast, and the kernel paused it. */
  uint64_t throttled;
  /* Bytes that were overwritten before they were read. */
  uint64_t overwritten;
  /* Bytes dropped after a header that can't be right. */
  uint64_t malformed;
  /* Records of a type that this version doesn't know. They were handed out. */
  uint64_t unknown;
  /* Records that found no room, from PERFC_FORMAT_LOST. They are the same losses as
   * `lost`, known earlier and without a record. Never add the two. */
  uint64_t read_lost;
  /* 1: every event of the ring has PERFC_FORMAT_LOST, so read_lost counts. */
  uint64_t read_lost_set;
  /* Records handed out after a record with a later time. Only streams count them. */
  uint64_t out_of_order;
};

/* Fills in up to size bytes of *losses. It costs a read(2) for each event that
 * writes into the ring and has PERFC_FORMAT_LOST. -EBADFD: no ring is mapped.
 * -EINVAL: NULL. -EBADMSG: the read_format of such an event's attr isn't that of its
 * fd, which perfc_open_fd took over. -EOWNERDEAD, and read(2)'s. */
PERFC_API int perfc_event_losses(const perfc_event *event,
                                 struct perfc_losses *losses, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_RING_H_ */
