/* perfc/aux_area.h - the AUX area: the bulk data of a tracing PMU (Intel PT, ARM SPE,
 * CoreSight), beside the ring of its event.
 *
 * The PMU writes its data into the area. The kernel writes a PERF_RECORD_AUX into
 * the ring for each new piece. The reader takes these records, views the piece that
 * each one names, and gives the piece's space back:
 *
 *   while (perfc_next_record(event, &record) == 1) {
 *     if (record.type != PERFC_RECORD_AUX) continue;
 *     perfc_decode_aux(plan, &record, &aux, sizeof aux);
 *     if (perfc_aux_view(event, aux.aux_offset, aux.aux_size, aux.flags, &view,
 *                        sizeof view) == 0)
 *       ...
 *     perfc_aux_release(event, aux.aux_offset + aux.aux_size);
 *   }
 *
 * A reader that needs no records calls perfc_aux_peek instead, which views all new
 * data.
 *
 * Threads: one at a time per event.
 */
#ifndef PERFC_AUX_AREA_H_
#define PERFC_AUX_AREA_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/event.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Overwrite mode, for snapshots: the PMU doesn't wait for the reader and overwrites
 * the oldest data. The library maps the area read-only, by which the kernel knows
 * the mode. */
#define PERFC_AUX_OVERWRITE 0x1

/* Maps the AUX area of an event whose ring is mapped. `pages` is its size in pages
 * of memory, a power of two. flags are 0 or PERFC_AUX_OVERWRITE. The area is
 * unmapped together with the ring, or by perfc_aux_munmap.
 *
 * The ring must be writable, so neither in overwrite mode nor of write_backward: the
 * library writes the area's place and size into the ring's control page, and the
 * kernel reads them there.
 *
 *   -EINVAL       NULL, pages is not a power of two, an unknown flag, or the area is
 *                 mapped elsewhere with another size (perf_mmap,
 *                 kernel/events/core.c)
 *   -EBADFD       the event has no ring, its ring isn't writable, or its area is
 *                 mapped already
 *   -EOPNOTSUPP   the PMU has no AUX area
 *   -EPERM        ring and area together exceed the mlock budget; error has the sum
 *   -EOWNERDEAD, and mmap(2)'s */
PERFC_API int perfc_aux_mmap(perfc_event *event, uint32_t pages, uint32_t flags,
                             struct perfc_error *error);

/* Unmaps the area. Views of it become invalid. -EBADFD: no area is mapped. -EINVAL:
 * NULL. -EOWNERDEAD. */
PERFC_API int perfc_aux_munmap(perfc_event *event);

/* Data in the area: one piece, or two if the data wrap around at the area's end.
 * Result struct. */
struct perfc_aux_data {
  /* The first piece. Borrowed until its space is released, the area is unmapped, or
   * the event is closed; the second piece likewise. */
  const uint8_t *data;
  /* Bytes of the first piece. */
  uint64_t size;
  /* The second piece, which begins at the area's start. NULL if there is none. */
  const uint8_t *rest;
  /* Bytes of the second piece, or 0. */
  uint64_t rest_size;
  /* The place of data[0], in bytes, counted like perfc_record_aux.aux_offset. */
  uint64_t offset;
};

/* Views all data that were not released yet. Returns 1, or 0 if there are none.
 *
 * In overwrite mode it always views the whole area, from the oldest byte to the
 * newest. Bytes that the PMU never wrote are 0. The PMU may overwrite the data at
 * any time, so disable the event before reading them.
 *
 *   -EBADMSG     aux_head can't be right; the data up to it are dropped
 *   -EBADFD      no AUX area is mapped
 *   -EINVAL      NULL
 *   -EOWNERDEAD */
PERFC_API int perfc_aux_peek(perfc_event *event, struct perfc_aux_data *view,
                             size_t size);

/* Views the data that a PERF_RECORD_AUX names. aux_offset, aux_size (in bytes) and
 * aux_flags (PERFC_AUX_FLAG_*) are the members of struct perfc_record_aux. Returns
 * 0.
 *
 *   -ENODATA     the data were released already, or the PMU may overwrite them
 *                (PERFC_AUX_OVERWRITE, PERFC_AUX_FLAG_OVERWRITE)
 *   -EBADMSG     the data aren't in the area
 *   -EBADFD      no AUX area is mapped
 *   -EINVAL      NULL
 *   -EOWNERDEAD */
PERFC_API int perfc_aux_view(perfc_event *event, uint64_t aux_offset,
                             uint64_t aux_size, uint64_t aux_flags,
                             struct perfc_aux_data *view, size_t size);

/* Gives the space of all data before `offset` back to the PMU. A PMU that has no
 * space left stops.
 *
 *   -EINVAL      NULL, the area is in overwrite mode, or offset is below what was
 *                released or above what was written
 *   -EBADFD      no AUX area is mapped
 *   -EOWNERDEAD */
PERFC_API int perfc_aux_release(perfc_event *event, uint64_t offset);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_AUX_AREA_H_ */
