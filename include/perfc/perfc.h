/* perfc/perfc.h - all of Linux perf_event_open(2), for every language.
 *
 *   open -> ioctl -> mmap -> next_record -> decode
 *
 * These conventions hold for every function. They name every exception.
 *
 * Names     perfc_NOUN_verb: the noun is the handle or struct that the function
 *           works on, and its first argument. Directly behind perfc_ the word
 *           `set` is the noun: the events of a list, as perfc_set_open opens
 *           them. Functions with the kernel's verbs have no noun. They work on
 *           one event:
 *             perfc_open, perfc_open_string, perfc_open_fd, perfc_close,
 *             perfc_ioctl, perfc_mmap, perfc_munmap, perfc_read,
 *             perfc_read_group, perfc_read_user, perfc_next_record,
 *             perfc_next_records.
 *           perfc_decode_TYPE decodes a record by a plan. perfc_aux_X works on
 *           an event's AUX area.
 * Order     Arguments come in this order: the handle (or the host, where something
 *           is opened or the system is asked), other input, results, struct
 *           perfc_error. A result struct is followed by its size. Behind an array come the size
 *           of one struct, if its structs may grow, and its length. Two arrays of
 *           the same length share it. A number of elements that goes in is a
 *           uint32_t. Rows of a batch are counted in uint64_t.
 * Results   int: 0 or more (a count, an index, an fd, yes or no), or a negative
 *           errno. A count above INT32_MAX is given as INT32_MAX. Functions that
 *           destroy or close give nothing.
 *           These give a value that is no errno:
 *             perfc_version, perfc_record_flags.
 *           These give a pointer, or NULL if there is nothing to point to:
 *             perfc_record_range, perfc_record_type_name, perfc_column_name,
 *             perfc_clock_name, perfc_event_plan, perfc_event_control_page,
 *             perfc_stream_event, perfc_set_specs, perfc_set_report.
 *           These write text of at most `size` bytes with its NUL, and give the
 *           length of the whole text without its NUL, as snprintf does. A
 *           result of `size` or more means that the text was cut:
 *             perfc_error_text, perfc_report_text, perfc_attr_label,
 *             perfc_tracepoint_text, perfc_host_root.
 *           After a failure no handle was made, and other results are undefined
 *           unless the function's description says more. errno(3) stays as it was.
 * Errors    Most calls that may be slow take a struct perfc_error of the caller,
 *           or NULL. A failure fills it, success leaves it alone.
 *           perfc_plan_tells_apart and perfc_event_set_output fill it also when
 *           they give the answer that records can't be told apart. The other
 *           calls give the errno alone. A function's description lists its errnos.
 *           "read(2)'s" stands for all errnos of that system call: the kernel's
 *           errno is passed on unchanged. error.h gives each errno that the
 *           library itself returns one meaning.
 * Owners    The caller owns a handle that a call wrote through a pointer to the
 *           handle (perfc_event **event), and ends it with the destroy or
 *           close function of its type. Both accept NULL. Using a handle after
 *           its end is undefined. A host ends after everything that was made
 *           with it. A pointer that is returned is borrowed: the function's
 *           description says until when it is valid. The library copies its
 *           input, unless the description says that it keeps the pointer.
 * Threads   One thread at a time uses a handle. Different handles are
 *           independent. A call with two handles uses both. An event in a set
 *           or stream and that set or stream count as one handle.
 *           Exceptions:
 *             perfc_event_wake: any thread, but not while another one maps,
 *             unmaps or closes the event.
 *             perfc_stream_wake: any thread before the stream is destroyed.
 *             perfc_ioctl, perfc_event_id, perfc_read, perfc_read_user and
 *             perfc_read_group: one thread, while another one reads the ring.
 *             perfc_set_read: one thread, while another one reads the set's rings
 *             or waits for them, also through a stream.
 *             Functions that take a const host, catalog, tracepoint, plan: any
 *             number of threads, as long as none changes it.
 *             Events of libpfm4: one thread at a time in the whole process.
 *           Functions without a handle: any thread.
 * Signals   A signal handler may call these, unless it interrupted another call
 *           on the same handle:
 *             perfc_next_record, perfc_next_records, perfc_event_peek_record,
 *             perfc_decode_*, perfc_record_*, perfc_count_delta,
 *             perfc_count_scale, perfc_count_sum, perfc_clock_convert,
 *             perfc_clock_name, perfc_column_name, perfc_version,
 *             perfc_event_fd, perfc_tracepoint_matches, _value, _range and
 *             _text.
 *           It may call these whatever it interrupted:
 *             perfc_event_wake, perfc_stream_wake, perfc_event_id, perfc_read,
 *             perfc_read_user, perfc_read_group, and perfc_ioctl with a NULL
 *             error.
 *           It may call no other function. counts.h says how much of the stack
 *           the reads take.
 * fork()    A child may close or destroy the handles that its parent made.
 *           Events, sets and streams are the parent's otherwise. In the child
 *           these answer as in the parent: perfc_event_fd, perfc_stream_fd,
 *           perfc_event_attr, perfc_event_plan, perfc_set_member_count,
 *           perfc_set_member, perfc_set_specs, perfc_set_report and
 *           perfc_stream_event. perfc_event_control_page gives NULL. Every other
 *           call gives -EOWNERDEAD and changes nothing. A flight recorder
 *           without events is memory.
 *           All other handles are memory, and the child has a copy of them, but
 *           no columns that view a ring. A child that shares the memory of its
 *           parent (vfork, CLONE_VM) can't be told from the parent: it may call
 *           exec or exit, and nothing here.
 * Memory    perfc_next_record, perfc_next_records, perfc_decode_*, perfc_read*
 *           and a batch that has grown to its size allocate nothing. If memory
 *           runs out a call gives -ENOMEM, the handles are as before, and no
 *           record is lost. No call ends the process or throws.
 * Structs   Options and targets begin with `size`, which the caller sets to
 *           sizeof; a size below the struct's first version gives -EINVAL. A
 *           NULL pointer to options, and other members of 0, mean the defaults.
 *           `reserved` is 0. Behind the members that the library knows there may
 *           be only zeros, else the call gives -E2BIG. Other structs that go in
 *           came out of a call before; a perfc_stream_record and a perfc_error
 *           may also be the caller's own. A struct that comes out is followed by
 *           its size. Nothing beyond that size is written, members that the
 *           library knows are all written, and those of a longer struct are set
 *           to 0. perfc_sample and perfc_sample_id are written only as far as
 *           their masks say. Both kinds grow at the end only. Structs without a
 *           size never grow. The attr is the kernel's struct: the kernel judges
 *           it.
 * Manners   Nothing is printed, no thread is started, no signal handler is
 *           installed. fds are close-on-exec. The library keeps no global state
 *           except a cached pid and the state of libpfm4.
 *           PERFC_SET_OPEN_RAISE_FD_LIMIT raises the process's RLIMIT_NOFILE.
 *
 * 64-bit little-endian hosts, Linux 5.10 and newer.
 */
#ifndef PERFC_PERFC_H_
#define PERFC_PERFC_H_

#include "perfc/attr.h"
#include "perfc/aux_area.h"
#include "perfc/batch.h"
#include "perfc/clock.h"
#include "perfc/counts.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/host.h"
#include "perfc/names.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/set.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"
#include "perfc/tracepoint.h"
#include "perfc/uapi.h"
#include "perfc/version.h"

#endif /* PERFC_PERFC_H_ */
