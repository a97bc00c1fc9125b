// The AUX area of an event's ring.
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/event/event.h"

namespace perfc::event {
namespace {

constexpr uint32_t kMaxPages = 1u << 30;

}  // namespace

int Event::MapAux(uint32_t pages, uint32_t flags, perfc_error* error) {
  constexpr char kOperation[] = "perfc_aux_mmap";
  if (int failed = CheckOwner(kOperation, error)) return failed;
  if (flags & ~uint32_t{PERFC_AUX_OVERWRITE}) {
    return base::BadArgument(error, kOperation,
                             "unknown flags: PERFC_AUX_OVERWRITE is the only "
                             "one");
  }
  if (pages == 0 || (pages & (pages - 1)) != 0 || pages > kMaxPages) {
    return base::BadArgument(error, kOperation,
                             "pages must be a power of two, at most 2^30");
  }
  if (!ring_.has_data() || ring_.mode() != ring::Mode::kWritable) {
    return base::WrongState(
        error, kOperation,
        "the event has no ring whose control page can be written; call mmap "
        "first, not in overwrite mode");
  }
  if (ring_.aux().mapped()) {
    return base::WrongState(error, kOperation,
                            "the AUX area is mapped already");
  }
  return ring_.MapAux(host_, fd_, attr().known().type, pages,
                      flags & PERFC_AUX_OVERWRITE, kOperation, error);
}

int Event::UnmapAux() {
  if (int failed = CheckOwner({}, nullptr)) return failed;
  if (!ring_.aux().mapped()) return -EBADFD;
  ring_.aux().Close(host_.system());
  return 0;
}

}  // namespace perfc::event
