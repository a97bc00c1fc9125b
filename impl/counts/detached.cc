#include "impl/counts/detached.h"

#include <sys/mman.h>

#include "impl/counts/control_time.h"
#include "impl/counts/count.h"
#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;

// The kernel fills the page in when it is mapped (perf_mmap,
// kernel/events/core.c). If the event has no hardware counter, the offset is
// the whole count. That holds for an event that is no longer scheduled.
bool TakePage(const perfc_mmap_page& page, perfc_count* count) {
  if (Peek(page.index) != 0) return false;
  count->raw = static_cast<uint64_t>(Peek(page.offset));
  count->time_enabled = Peek(page.time_enabled);
  count->time_running = Peek(page.time_running);
  return true;
}

}  // namespace

perfc_count ReadDetached(const event::Event& event, uint64_t id) {
  perfc_count count = {};
  count.quality =
      PERFC_QUALITY_UNGROUPED | PERFC_QUALITY_PARTIAL | PERFC_QUALITY_MISSING;
  // A page that is mapped already isn't filled in again.
  if (event.ring().control() != nullptr) return count;
  const host::System& system = event.host().system();
  const size_t size = system.PageSize();
  const intptr_t at =
      system.Mmap(nullptr, size, PROT_READ, MAP_SHARED, event.fd(), 0);
  if (at < 0) return count;
  void* page = reinterpret_cast<void*>(at);
  if (TakePage(*static_cast<const perfc_mmap_page*>(page), &count)) {
    count.quality &= ~uint32_t{PERFC_QUALITY_MISSING};
    const uint64_t format = event.attr().known().read_format;
    count.id = id;
    count.fields = PERFC_FORMAT_ID | (format & kTimes);
    Judge(&count);
  }
  system.Munmap(page, size);
  return count;
}

}  // namespace perfc::counts
