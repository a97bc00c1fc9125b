#include "impl/counts/profiler.h"

#include <cerrno>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/order.h"
#include "impl/uapi/attr.h"
#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

constexpr char kOperation[] = "perfc_profiler_create";
constexpr uint32_t kResults = 2;
constexpr uint32_t kOpsAndResults = 3 * kResults;
constexpr uint64_t kCacheMask =
    (uint64_t{1} << (PERFC_COUNT_HW_CACHE_NODE + 1) * kOpsAndResults) - 1;

uint64_t Bit(uint32_t number) { return uint64_t{1} << number; }

// The numbers in a mask, from the lowest on.
template <typename Visit>
void ForEach(uint64_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) {
    visit(static_cast<uint32_t>(__builtin_ctzll(mask)));
  }
}

uint64_t ConfigOf(uint32_t type, uint32_t number) {
  if (type != PERFC_TYPE_HW_CACHE) return number;
  const uint64_t cache = number / kOpsAndResults;
  const uint64_t op = number % kOpsAndResults / kResults;
  const uint64_t result = number % kResults;
  return cache | op << PERFC_COUNT_HW_CACHE_OP_SHIFT |
         result << PERFC_COUNT_HW_CACHE_RESULT_SHIFT;
}

// What an errno of perf_event_open(2) says of this one counter on this machine,
// for this user; the others will fail every counter alike.
bool IsAbsence(int code) {
  switch (code) {
    case -ENOENT:
    case -EOPNOTSUPP:
    case -ENODEV:
    case -EINVAL:
    case -EACCES:
    case -EPERM:
    case -EBUSY:
    case -ENOSPC:
      return true;
    default:
      return false;
  }
}

void SetBits(uint8_t* attr, size_t offset, uint64_t cleared, uint64_t set) {
  const auto bits = base::Load<uint64_t>(attr + offset);
  base::Store(attr + offset, (bits & ~cleared) | set);
}

}  // namespace

int Profiler::OpenMask(uint32_t type, uint64_t mask,
                       const ProfilerTarget& target, perfc_error* error) {
  if (type != PERFC_TYPE_HARDWARE && type != PERFC_TYPE_SOFTWARE &&
      type != PERFC_TYPE_HW_CACHE) {
    return base::BadArgument(error, kOperation,
                             "type is none of hardware, software and hw_cache");
  }
  if (type == PERFC_TYPE_HW_CACHE && mask & ~kCacheMask) {
    return base::BadArgument(error, kOperation,
                             "mask has bits that are no cache counter");
  }
  perfc_attr attr = {};
  attr.type = type;
  attr.size = sizeof attr;
  const auto attr_of = [&](uint32_t number) -> AttrBytes {
    attr.config = ConfigOf(type, number);
    return {&attr, sizeof attr};
  };
  return Open(mask, target, attr_of, error);
}

int Profiler::OpenAttrs(const void* attrs, size_t attr_size, uint32_t count,
                        const ProfilerTarget& target, perfc_error* error) {
  if (attrs == nullptr || count > PERFC_PROFILER_MAX) {
    return base::BadArgument(error, kOperation,
                             "attrs is NULL, or they are more than 64");
  }
  if (const int failed = uapi::CheckAttrSize(attr_size, kOperation, error)) {
    return failed;
  }
  const uint64_t mask = count == 0 ? 0 : ~uint64_t{0} >> (64 - count);
  const auto attr_of = [&](uint32_t number) -> AttrBytes {
    return {static_cast<const uint8_t*>(attrs) + number * attr_size, attr_size};
  };
  return Open(mask, target, attr_of, error);
}

int Profiler::Open(uint64_t mask, const ProfilerTarget& target, AttrOf attr_of,
                   perfc_error* error) {
  if (mask == 0) {
    return base::BadArgument(error, kOperation, "no counter is asked for");
  }
  if (target.options.flags & ~uint32_t{PERFC_PROFILER_GROUP}) {
    return base::BadArgument(
        error, kOperation,
        "unknown flags: PERFC_PROFILER_GROUP is the only one");
  }
  owner_ = host_.system().Getpid();
  group_ = target.options.flags & PERFC_PROFILER_GROUP;
  asked_ = mask;
  int fatal = 0;
  int first = 0;
  perfc_error first_why = {};
  ForEach(mask, [&](uint32_t number) {
    if (fatal) return;
    perfc_error why = {};
    const int failed = OpenOne(number, attr_of(number), target, &why);
    status_[number] = failed;
    if (!failed) return;
    if (!IsAbsence(failed)) fatal = failed;
    // The words of the first, unless a worse one comes.
    if (fatal || !first) first_why = why;
    if (!first) first = failed;
  });
  if (!fatal && open_) return 0;
  if (error != nullptr) *error = first_why;
  return fatal ? fatal : first;
}

int Profiler::OpenOne(uint32_t number, AttrBytes attr,
                      const ProfilerTarget& target, perfc_error* error) {
  event::Event* leader = group_ && open_ ? &counters_[leader_]->event : nullptr;
  uint8_t copy[uapi::kMaxAttrSize];
  memcpy(copy, attr.bytes, attr.size);
  // A group starts and stops with its leader, see perfc_ioctl, and what only a
  // leader may be holds for the group (perf_event_open, kernel/events/core.c).
  constexpr uint64_t kLeaders =
      PERFC_ATTR_DISABLED | PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUSIVE;
  const uint64_t asked = target.options.attr_flags | PERFC_ATTR_DISABLED;
  if (leader) {
    SetBits(copy, offsetof(perfc_attr, flags), kLeaders, asked & ~kLeaders);
  } else {
    SetBits(copy, offsetof(perfc_attr, flags), 0, asked);
  }
  SetBits(copy, offsetof(perfc_attr, read_format), 0,
          PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING |
              PERFC_FORMAT_ID | (group_ ? PERFC_FORMAT_GROUP : 0));
  std::unique_ptr<Counter> counter(new (std::nothrow) Counter(host_));
  if (counter == nullptr) {
    return base::NoMemory(error, kOperation, sizeof(Counter));
  }
  const int failed =
      counter->event.Open(copy, attr.size, target.pid, target.cpu, leader,
                          target.options.open_flags, error);
  if (failed) return failed;
  if (!open_) leader_ = number;
  open_ |= Bit(number);
  counters_[number] = std::move(counter);
  return 0;
}

int Profiler::CheckOwner() const {
  return host::CheckOwner(host_.system(), owner_, {}, nullptr);
}

int Profiler::ForAll(Control control, uint64_t counters) {
  if (const int forked = CheckOwner()) return forked;
  int first = 0;
  ForEach(counters, [&](uint32_t number) {
    const int failed = (counters_[number]->event.*control)(0);
    if (!first) first = failed;
  });
  return first;
}

int Profiler::Start() { return ForAll(&event::Event::Enable, Switches()); }
int Profiler::Stop() { return ForAll(&event::Event::Disable, Switches()); }
int Profiler::Reset() { return ForAll(&event::Event::Reset, open_); }

int Profiler::ProfileGroup(CountArray* counts) const {
  uint8_t numbers[PERFC_PROFILER_MAX];
  uint32_t size = 0;
  ForEach(open_, [&](uint32_t number) {
    numbers[size++] = static_cast<uint8_t>(number);
  });
  const auto event_at = [&](uint32_t i) -> const event::Event& {
    return counters_[numbers[i]]->event;
  };
  return ReadGroup(counters_[leader_]->event, size, event_at,
                   [&](uint32_t i, const perfc_count& count) {
                     counts->Put(numbers[i], count);
                   });
}

int Profiler::Profile(CountArray counts, uint32_t capacity,
                      uint64_t* present) const {
  if (const int forked = CheckOwner()) return forked;
  if (capacity < PERFC_PROFILER_MAX && open_ >> capacity != 0) return -ENOSPC;
  int failed = 0;
  if (group_) {
    failed = ProfileGroup(&counts);
  } else {
    ForEach(open_, [&](uint32_t number) {
      perfc_count count;
      if (!failed) failed = Read(counters_[number]->event, &count);
      if (!failed) counts.Put(number, count);
    });
  }
  if (!failed) *present = open_;
  return failed;
}

int Profiler::Status(uint32_t number) const {
  if (number >= PERFC_PROFILER_MAX || !(asked_ & Bit(number))) return -EINVAL;
  return status_[number];
}

}  // namespace perfc::counts
