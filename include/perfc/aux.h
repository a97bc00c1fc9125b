/* perfc/aux.h - the AUX area: the bulk data of a tracing PMU (Intel PT, ARM
 * SPE, CoreSight), beside the ring of its event.
 *
 * The PMU writes its data into the area, and the ring gets a PERF_RECORD_AUX
 * for each piece. So one reads records, looks at the pieces that they name,
 * and gives the space back:
 *
 *   while (perfc_next_record(event, &record) == 1) {
 *     if (record.type != PERFC_RECORD_AUX) ...
 *     perfc_decode_aux(plan, &record, &aux, sizeof aux);
 *     if (perfc_aux_view(event, &aux, &view, sizeof view) == 0) ...
 *     perfc_aux_release(event, aux.aux_offset + aux.aux_size);
 *   }
 *
 * or takes all that is new by perfc_aux_peek, without looking at records.
 *
 * Threads: one at a time per event.
 */
#ifndef PERFC_AUX_H_
#define PERFC_AUX_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Snapshots: the PMU doesn't wait for the reader and overwrites the oldest
 * data. The area is mapped read-only, which is how the kernel tells. */
#define PERFC_AUX_OVERWRITE 0x1

/* Maps the AUX area of an event whose ring is mapped: `pages` of memory, a
 * power of two. Not with a ring in overwrite mode or of write_backward: the
 * kernel reads the area's place and size from the control page, where they
 * must be written. The area ends with the ring.
 *
 * -EINVAL: not a power of two, unknown flags, or mapped elsewhere with another
 * size (perf_mmap, kernel/events/core.c). -EBADFD: no ring that can be written,
 * or the area is mapped already. -EOPNOTSUPP: the PMU has no AUX area. -EPERM: beyond
 * the mlock budget, in which the ring counts too; error has the sum. -EOWNERDEAD,
 * and mmap(2)'s. */
PERFC_API int perfc_aux_mmap(perfc_event *event, uint32_t pages, uint32_t flags,
                             struct perfc_error *error);

/* Unmaps it. Views of it are gone. -EBADFD: not mapped. -EINVAL: NULL.
 * -EOWNERDEAD. */
PERFC_API int perfc_aux_munmap(perfc_event *event);

/* Data in the area: in one piece, or in two where it wraps. Result struct. */
struct perfc_aux_data {
  const uint8_t *data; /* borrowed until released, unmapped or closed */
  uint64_t size;       /* bytes there */
  const uint8_t *rest; /* where it goes on, at the area's start; else NULL */
  uint64_t rest_size;
  uint64_t offset; /* of data[0], as perfc_record_aux.aux_offset counts */
};

/* Views the data that wasn't released yet. Returns 1, or 0 if there is none.
 * With PERFC_AUX_OVERWRITE it views the whole area, from the oldest byte to the
 * newest, and what was never written is zero; it is whole for sure only while
 * the event is disabled.
 *
 * -EBADMSG: aux_head can't be right; what it tells of is dropped. -EBADFD: no
 * AUX area is mapped. -EINVAL: NULL. -EOWNERDEAD. */
PERFC_API int perfc_aux_peek(perfc_event *event, struct perfc_aux_data *view,
                             size_t size);

/* Views the data that a PERF_RECORD_AUX names. 0, or
 *
 *   -ENODATA     it was released, or may be overwritten (PERFC_AUX_OVERWRITE)
 *   -EBADMSG     it isn't in the area
 *   -EBADFD      no AUX area is mapped
 *   -EINVAL      NULL
 *   -EOWNERDEAD */
PERFC_API int perfc_aux_view(perfc_event *event,
                             const struct perfc_record_aux *aux,
                             struct perfc_aux_data *view, size_t size);

/* Gives the space before `offset` back to the PMU, which stops when it has
 * none. -EINVAL: NULL, not between what was released and what was written, or
 * an area in overwrite mode. -EBADFD: no AUX area is mapped. -EOWNERDEAD. */
PERFC_API int perfc_aux_release(perfc_event *event, uint64_t offset);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_AUX_H_ */
