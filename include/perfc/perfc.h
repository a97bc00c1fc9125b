/* perfc/perfc.h - all of Linux perf_event_open(2), for every language.
 *
 *   open -> ioctl -> mmap -> next_record -> decode
 *
 * Conventions, which hold for every function:
 *
 * Results   are 0 or a count; on failure a negative errno, the kernel's
 *           unchanged (see error.h).
 * Handles   are opaque; made by create, open or adopt, ended by destroy or
 *           close, which take NULL. One thread at a time per handle, different
 *           handles freely, except where a function says otherwise. Using one
 *           after its close is undefined.
 * Borrowed  pointers say until when they live. What isn't said to be kept is
 *           copied.
 * Structs   that go in begin with their size; an unknown tail must be zero, else
 *           -E2BIG. For structs that come out the caller passes its sizeof:
 *           nothing is written beyond it, fields that are not present are left
 *           alone, and masks say which are. Both grow at the end only. The attr
 *           is the kernel's struct: the kernel judges its tail.
 * Manners   Nothing is printed, no thread started, no signal handler installed;
 *           every fd is close-on-exec; there is no global state but the pid.
 * Signals   next_record, peek_record, decode_*, the sample accessors, read, wake
 *           and the integer ioctls are async-signal-safe; nothing else is.
 * fork()    In the child, handles made before may be closed or destroyed. An
 *           event, set, stream, flight or profiler still tells what needs no
 *           system call (fd, attr, plan, members, specs, report); its control
 *           page is NULL; every other call is -EOWNERDEAD and changes nothing.
 *           All other handles are memory, and the child has a copy. A child that
 *           shares the parent's memory (vfork, CLONE_VM) can't be told from it:
 *           it may exec or exit, no more.
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
#include "perfc/flight.h"
#include "perfc/host.h"
#include "perfc/names.h"
#include "perfc/profiler.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/set.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"
#include "perfc/tracepoint.h"
#include "perfc/uapi.h"
#include "perfc/version.h"

#endif /* PERFC_PERFC_H_ */
