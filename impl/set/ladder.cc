#include "impl/set/ladder.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "perfc/names.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr size_t kMostErrnos = 5;
// The PMU's id stands above the event's, where the attr names one.
constexpr uint64_t kHardwareEvent = 0xffffffff;

uint64_t Precision(const perfc_attr& attr) {
  return (attr.flags & PERFC_ATTR_PRECISE_IP_MASK) >>
         PERFC_ATTR_PRECISE_IP_SHIFT;
}

bool LowerRate(const perfc_attr& attr, uint64_t max_rate, Step* step) {
  *step = {PERFC_FALLBACK_FREQ, attr.sample_period, max_rate};
  return attr.flags & PERFC_ATTR_FREQ && max_rate > 0 &&
         attr.sample_period > max_rate;
}

bool InheritAll(const perfc_attr& attr, uint64_t, Step* step) {
  *step = {PERFC_FALLBACK_INHERIT_THREAD, 1, 0};
  return attr.flags & PERFC_ATTR_INHERIT_THREAD;
}

bool TakeGuests(const perfc_attr& attr, uint64_t, Step* step) {
  *step = {PERFC_FALLBACK_GUEST, 1, 0};
  return attr.flags & PERFC_ATTR_EXCLUDE_GUEST;
}

bool LeaveKernel(const perfc_attr& attr, uint64_t, Step* step) {
  *step = {PERFC_FALLBACK_EXCLUDE_KERNEL, 0, 1};
  // Of an event of the kernel alone nothing would be left.
  return !(attr.flags & (PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_USER));
}

bool LessPrecise(const perfc_attr& attr, uint64_t, Step* step) {
  const uint64_t precision = Precision(attr);
  *step = {PERFC_FALLBACK_PRECISE_IP, precision, precision - 1};
  return precision > 0;
}

bool ClockForCycles(const perfc_attr& attr, uint64_t, Step* step) {
  *step = {PERFC_FALLBACK_CPU_CLOCK, attr.config, PERFC_COUNT_SW_CPU_CLOCK};
  return attr.type == PERFC_TYPE_HARDWARE &&
         (attr.config & kHardwareEvent) == PERFC_COUNT_HW_CPU_CYCLES;
}

// The table of fallbacks, which docs/events.md shows. Rows that narrow the
// cause most come first.
struct Row {
  uint32_t fallback;
  int errnos[kMostErrnos];  // 0 ends them
  // Returns whether the step applies to the attr, and the change.
  bool (*applies)(const perfc_attr& attr, uint64_t max_rate, Step* step);
};

constexpr Row kTable[] = {
    {PERFC_FALLBACK_FREQ, {EINVAL}, LowerRate},
    {PERFC_FALLBACK_INHERIT_THREAD, {EINVAL}, InheritAll},
    {PERFC_FALLBACK_GUEST, {EINVAL}, TakeGuests},
    {PERFC_FALLBACK_EXCLUDE_KERNEL, {EACCES, EPERM}, LeaveKernel},
    {PERFC_FALLBACK_PRECISE_IP,
     {EINVAL, EOPNOTSUPP, ENOENT, ENODEV},
     LessPrecise},
    {PERFC_FALLBACK_CPU_CLOCK,
     {EOPNOTSUPP, ENOENT, ENODEV, EINVAL, EACCES},
     ClockForCycles},
};

bool IsFor(const Row& row, int code) {
  return code != 0 && std::find(std::begin(row.errnos), std::end(row.errnos),
                                -code) != std::end(row.errnos);
}

}  // namespace

uint32_t OwnSteps(uint32_t spec_flags) {
  uint32_t steps = 0;
  if (spec_flags & PERFC_SPEC_MAX_PRECISE) steps |= PERFC_FALLBACK_PRECISE_IP;
  if (spec_flags & PERFC_SPEC_GUEST_DEFAULT) steps |= PERFC_FALLBACK_GUEST;
  return steps;
}

Step FindStep(int code, const perfc_attr& attr, uint32_t allowed,
              uint64_t max_rate) {
  for (const Row& row : kTable) {
    Step step;
    if (row.fallback & allowed && IsFor(row, code) &&
        row.applies(attr, max_rate, &step)) {
      return step;
    }
  }
  return {};
}

void TakeStep(const Step& step, perfc_attr* attr) {
  switch (step.fallback) {
    case PERFC_FALLBACK_FREQ:
      attr->sample_period = step.after;
      break;
    case PERFC_FALLBACK_INHERIT_THREAD:
      attr->flags &= ~uint64_t{PERFC_ATTR_INHERIT_THREAD};
      break;
    case PERFC_FALLBACK_GUEST:
      attr->flags &= ~uint64_t{PERFC_ATTR_EXCLUDE_GUEST};
      break;
    case PERFC_FALLBACK_EXCLUDE_KERNEL:
      attr->flags |= PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
      break;
    case PERFC_FALLBACK_PRECISE_IP:
      attr->flags &= ~uint64_t{PERFC_ATTR_PRECISE_IP_MASK};
      attr->flags |= step.after << PERFC_ATTR_PRECISE_IP_SHIFT;
      break;
    case PERFC_FALLBACK_CPU_CLOCK:
      attr->type = PERFC_TYPE_SOFTWARE;
      attr->config = PERFC_COUNT_SW_CPU_CLOCK;
      attr->flags &= ~uint64_t{PERFC_ATTR_PRECISE_IP_MASK};
      break;
    default:
      break;
  }
}

int OpenDown(specs::Spec* spec, OpenAttr open, perfc_error* error) {
  const uint64_t wanted = spec->attr.known().read_format;
  for (;;) {
    perfc_error why = {};
    const int failed = open(spec->attr, error ? &why : nullptr);
    if (!failed) return 0;
    perfc_attr next = spec->attr.known();
    if (failed == -EINVAL && next.read_format & PERFC_FORMAT_LOST) {
      next.read_format &= ~uint64_t{PERFC_FORMAT_LOST};
      spec->attr.SetFirst(next);
      continue;
    }
    const Step step = FindStep(failed, next, OwnSteps(spec->flags), 0);
    if (step.fallback == 0) {
      if (error != nullptr) *error = why;
      return failed;
    }
    TakeStep(step, &next);
    next.read_format |= wanted;
    spec->attr.SetFirst(next);
  }
}

}  // namespace perfc::set
