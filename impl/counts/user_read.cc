#include "impl/counts/user_read.h"

#include "impl/counts/control_time.h"
#include "impl/counts/count.h"
#include "impl/counts/read.h"
#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

// Intel's PERF_METRICS, eight fractions in one register
// (INTEL_PMC_FIXED_RDPMC_METRICS, arch/x86/include/asm/perf_event.h).
constexpr uint32_t kMetrics = 1 << 29;

// The low `width` bits of a counter, which count up from a negative number
// until they overflow.
uint64_t SignExtended(uint64_t value, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused);
}

// Computes a count from the control page and the hardware counter.
class UserRead {
 public:
  UserRead(const host::System& system, const perfc_mmap_page& page)
      : system_(system), page_(page) {}

  // Returns PERFC_ORIGIN_USER, or the reason why user space can't read the
  // count.
  uint32_t Run(perfc_count* count) {
    const bool same = ReadConsistently(page_, [this] { Look(); });
    if (!same) return PERFC_ORIGIN_CHANGING;
    if (origin_ != PERFC_ORIGIN_USER) return origin_;
    *count = {};
    count->raw = offset_ + SignExtended(counter_, width_);
    const uint64_t since = time_offset_ + scale_.Convert(cycles_);
    count->time_enabled = time_enabled_ + since;
    count->time_running = time_running_ + since;
    count->fields =
        PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
    Judge(count);
    return origin_;
  }

 private:
  void Look() {
    const uint32_t index = Peek(page_.index);
    origin_ = Check(index);
    if (origin_ != PERFC_ORIGIN_USER) return;
    time_enabled_ = Peek(page_.time_enabled);
    time_running_ = Peek(page_.time_running);
    scale_ = CycleScale(page_);
    time_offset_ = Peek(page_.time_offset);
    offset_ = static_cast<uint64_t>(Peek(page_.offset));
    cycles_ = system_.ReadCycles();
    if (!system_.ReadCounter(index - 1, &counter_)) {
      origin_ = PERFC_ORIGIN_NO_COUNTER;
    }
  }

  uint32_t Check(uint32_t index) {
    const uint64_t capabilities = Peek(page_.capabilities);
    if (!(capabilities & PERFC_CAP_USER_RDPMC)) return PERFC_ORIGIN_NO_ACCESS;
    if (!(capabilities & PERFC_CAP_USER_TIME)) return PERFC_ORIGIN_NO_TIME;
    if (index == 0) return PERFC_ORIGIN_NOT_ON_PMU;
    if ((index - 1) & kMetrics) return PERFC_ORIGIN_METRICS;
    width_ = Peek(page_.pmc_width);
    const bool readable = width_ >= 1 && width_ <= 64;
    return readable ? PERFC_ORIGIN_USER : PERFC_ORIGIN_NO_COUNTER;
  }

  const host::System& system_;
  const perfc_mmap_page& page_;
  uint32_t origin_ = PERFC_ORIGIN_NO_ACCESS;
  unsigned width_ = 64;
  uint64_t counter_ = 0;
  uint64_t offset_ = 0;
  uint64_t cycles_ = 0;
  uint64_t time_enabled_ = 0;
  uint64_t time_running_ = 0;
  uint64_t time_offset_ = 0;
  CycleScale scale_;
};

uint32_t TryRead(const event::Event& event, perfc_count* count) {
  const perfc_mmap_page* page = event.ring().control();
  if (page == nullptr) return PERFC_ORIGIN_NO_PAGE;
  if (event.attr().known().flags & PERFC_ATTR_INHERIT) {
    return PERFC_ORIGIN_INHERIT;
  }
  if (!event.CountsCaller()) return PERFC_ORIGIN_OTHER_TASK;
  return UserRead(event.host().system(), *page).Run(count);
}

}  // namespace

// In a child of fork() there is no page, and Read says why.
int ReadUser(const event::Event& event, perfc_count* count) {
  const uint32_t source = TryRead(event, count);
  if (source == PERFC_ORIGIN_USER) {
    count->origin = source;
    return 0;
  }
  const int failed = Read(event, count);
  count->origin = source;
  return failed;
}

}  // namespace perfc::counts
