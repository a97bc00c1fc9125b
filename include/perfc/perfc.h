/* perfc/perfc.h - all of Linux perf_event_open(2), for every language.
 *
 *   open -> ioctl -> mmap -> next_record -> decode
 *
 * Conventions, which hold for every function:
 *
 * Results   int: 0, a count, or a negative errno. These answer otherwise: destroy
 *           and close (void); perfc_version and perfc_record_flags (a value); what
 *           returns a pointer (NULL if there is none). Text functions return
 *           the length of the whole text, as snprintf does. errno(3) is left as
 *           it was. After a failure no handle was made, and other results count
 *           only where the function's comment says so.
 * Errors    A cold call takes a struct perfc_error of the caller, or NULL; success
 *           leaves it alone. Calls without that argument return the errno alone.
 *           A function's comment lists the errnos that it returns. "read(2)'s"
 *           are all those of that system call: the kernel's errno is passed on
 *           unchanged. error.h has the meanings of the library's own.
 * Handles   are opaque; made by create, open, parse or adopt, ended by destroy or
 *           close, which take NULL. Using one after its end is undefined. What is
 *           made with a host ends before the host.
 * Threads   One thread at a time per handle, different handles freely, except
 *           where a header says otherwise at its top or at a function. Functions
 *           without a handle: any thread.
 * Borrowed  A const pointer that is returned is borrowed; its comment says until
 *           when. What goes in is copied, unless the comment says that it is
 *           kept.
 * Structs   In: they begin with `size`; an unknown tail must be zero, else -E2BIG.
 *           Out: the caller passes its sizeof; nothing beyond it is written.
 *           Members that the library knows are all written, those of a longer
 *           struct are set to 0. Only perfc_sample and perfc_sample_id are written
 *           in part, as their masks say. Both kinds grow at the end only. The attr
 *           is the kernel's struct: the kernel judges its tail.
 * Memory    next_record, decode, read and a warm batch allocate nothing. If memory
 *           runs out the result is -ENOMEM, and handles are as before.
 * Manners   Nothing is printed, no thread started, no signal handler installed;
 *           fds are close-on-exec. Process-wide state: the pid, and that of
 *           libpfm4 where it is loaded.
 * Signals   Async-signal-safe, if the handler interrupts no other call on the same
 *           handle:
 *             perfc_next_record, perfc_event_peek_record, perfc_decode_*, perfc_record_*,
 *             perfc_count_delta, perfc_count_scale, perfc_count_sum,
 *             perfc_clock_convert, perfc_clock_name, perfc_column_name,
 *             perfc_version, perfc_event_fd,
 *             perfc_tracepoint_matches, _value, _range and _text.
 *           The same, whatever the handler interrupts:
 *             perfc_event_wake, perfc_stream_wake, perfc_event_id, perfc_read,
 *             perfc_read_user, perfc_read_group from the second call on, and
 *             perfc_ioctl with a NULL error.
 *           No other function is.
 * fork()    In the child, handles made before may be closed or destroyed. An
 *           event, set, stream, profiler or flight with events still tells what
 *           needs no system call (fd, attr, plan, members, specs, report); its
 *           control page is NULL; every other call is -EOWNERDEAD and changes
 *           nothing. All other handles are memory, and the child has a copy;
 *           columns that view a ring are gone. A child that shares the parent's
 *           memory (vfork, CLONE_VM) can't be told from it: it may exec or exit,
 *           no more.
 *
 * 64-bit little-endian hosts, Linux 5.10 and newer.
 */
#ifndef PERFC_PERFC_H_
#define PERFC_PERFC_H_

#include "perfc/attr.h"
#include "perfc/aux.h"
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
