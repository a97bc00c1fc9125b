#include <cerrno>

#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "perfc/aux_area.h"

int perfc_aux_mmap(perfc_event* event, uint32_t pages, uint32_t flags,
                   perfc_error* error) {
  if (event == nullptr) {
    return perfc::base::BadArgument(error, "perfc_aux_mmap", "event is NULL");
  }
  return event->event.MapAux(pages, flags, error);
}

int perfc_aux_munmap(perfc_event* event) {
  return event ? event->event.UnmapAux() : -EINVAL;
}

int perfc_aux_peek(perfc_event* event, perfc_aux_data* view, size_t size) {
  if (!event || !view) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  perfc_aux_data whole = {};
  const int found = event->event.ring().aux().Peek(&whole);
  if (found == 1) perfc::base::CopyOut(whole, view, size);
  return found;
}

int perfc_aux_view(perfc_event* event, uint64_t aux_offset, uint64_t aux_size,
                   uint64_t aux_flags, perfc_aux_data* view, size_t size) {
  if (!event || !view) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  perfc_aux_data whole = {};
  const int failed =
      event->event.ring().aux().View(aux_offset, aux_size, aux_flags, &whole);
  if (!failed) perfc::base::CopyOut(whole, view, size);
  return failed;
}

int perfc_aux_release(perfc_event* event, uint64_t offset) {
  if (event == nullptr) return -EINVAL;
  if (int forked = event->event.CheckOwner({}, nullptr)) return forked;
  return event->event.ring().aux().Release(offset);
}
