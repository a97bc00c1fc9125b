#include "impl/counts/record_clock.h"

#include <sys/mman.h>
#include <time.h>

#include <cerrno>

#include "absl/functional/function_ref.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "impl/base/fail.h"
#include "impl/base/order.h"
#include "impl/counts/control_time.h"
#include "impl/decode/plan.h"
#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

constexpr char kOperation[] = "perfc_event_relate_clock";

struct Name {
  const char* name;
  int32_t clock;
};

// The first of a clock is the one that ClockName gives.
constexpr Name kNames[] = {
    {"monotonic", CLOCK_MONOTONIC},
    {"mono", CLOCK_MONOTONIC},
    {"monotonic_raw", CLOCK_MONOTONIC_RAW},
    {"raw", CLOCK_MONOTONIC_RAW},
    {"realtime", CLOCK_REALTIME},
    {"real", CLOCK_REALTIME},
    {"boottime", CLOCK_BOOTTIME},
    {"boot", CLOCK_BOOTTIME},
    {"tai", CLOCK_TAI},
    {"process_cputime_id", CLOCK_PROCESS_CPUTIME_ID},
    {"thread_cputime_id", CLOCK_THREAD_CPUTIME_ID},
    {"monotonic_coarse", CLOCK_MONOTONIC_COARSE},
    {"realtime_coarse", CLOCK_REALTIME_COARSE},
    {"realtime_alarm", CLOCK_REALTIME_ALARM},
    {"boottime_alarm", CLOCK_BOOTTIME_ALARM},
};

// A record's time is read between two looks at the clock.
using ReadTime = absl::FunctionRef<int(uint64_t* time)>;

class Look {
 public:
  Look(const host::System& system, int32_t clock, perfc_error* error)
      : system_(system), clock_(clock), error_(error) {}

  // The closest of several.
  int Closest(ReadTime read_time, perfc_clock_relation* relation) {
    constexpr int kLooks = 8;
    relation->uncertainty = UINT64_MAX;
    for (int i = 0; i < kLooks; ++i) {
      int64_t before;
      int64_t after;
      uint64_t time;
      int failed = ReadClock(clock_, &before);
      if (!failed) failed = read_time(&time);
      if (!failed) failed = ReadClock(clock_, &after);
      if (failed) return failed;
      const auto between = static_cast<uint64_t>(after - before);
      const uint64_t error = between / 2 + 1;
      if (after < before || error >= relation->uncertainty) continue;
      relation->uncertainty = error;
      relation->time = time;
      relation->offset = before + static_cast<int64_t>(between / 2) -
                         static_cast<int64_t>(time);
    }
    return relation->uncertainty == UINT64_MAX ? SteppedBack() : 0;
  }

  int ReadClock(int32_t clock, int64_t* ns) {
    const int failed = system_.ClockGettime(clock, ns);
    if (!failed) return 0;
    return base::Fail(error_, failed, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      kOperation, {},
                      "clock_gettime(2) doesn't know the clock");
  }

 private:
  int SteppedBack() {
    return base::Fail(error_, -EAGAIN, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                      kOperation, {}, "the clock was set back at each look");
  }

  const host::System& system_;
  int32_t clock_;
  perfc_error* error_;
};

// A dummy event of the calling thread, whose ring gets a record for each
// mapping.
class MappingRecorder {
 public:
  explicit MappingRecorder(const host::Host& host)
      : system_(host.system()), event_(host, plan_) {}

  int Open(perfc_error* error) {
    perfc_attr attr = {};
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.size = PERFC_ATTR_SIZE_VER5;
    attr.config = PERFC_COUNT_SW_DUMMY;
    attr.sample_type = PERFC_SAMPLE_TIME;
    attr.flags = PERFC_ATTR_MMAP | PERFC_ATTR_MMAP_DATA |
                 PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_EXCLUDE_KERNEL |
                 PERFC_ATTR_EXCLUDE_HV;
    const int failed = event_.Open(&attr, attr.size, 0, -1, nullptr, 0, error);
    return failed ? failed : event_.Map(1, 0, error);
  }

  // Maps a page, and takes the time out of the record.
  int Time(uint64_t* time, perfc_error* error) {
    const size_t size = system_.PageSize();
    const intptr_t at = system_.Mmap(nullptr, size, PROT_READ,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at < 0) {
      return base::Fail(error, static_cast<int>(at), PERFC_CALL_MMAP,
                        PERFC_RULE_UNKNOWN, kOperation);
    }
    system_.Munmap(reinterpret_cast<void*>(at), size);
    perfc_record record;
    bool found = false;
    while (event_.ring().Next(&record) > 0) {
      if (record.type != PERFC_RECORD_MMAP) continue;
      // The trailer is the time and nothing else.
      const auto* bytes = static_cast<const uint8_t*>(record.data);
      *time = base::Load<uint64_t>(bytes + record.size - sizeof *time);
      found = true;
    }
    if (found) return 0;
    return base::Fail(error, -EIO, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                      kOperation, {},
                      "the kernel wrote no record of a mapping");
  }

 private:
  const host::System& system_;
  decode::Plan plan_;
  event::Event event_;
};

bool HasTimeZero(const perfc_mmap_page* page) {
  return page != nullptr && Peek(page->capabilities) & PERFC_CAP_USER_TIME_ZERO;
}

// The scheduler's clock now.
int PageTime(const host::System& system, const perfc_mmap_page& page,
             uint64_t* time) {
  CycleScale scale;
  uint64_t zero = 0;
  const bool same = ReadConsistently(page, [&] {
    scale = CycleScale(page);
    zero = Peek(page.time_zero);
  });
  *time = zero + scale.Convert(system.ReadCycles());
  return same ? 0 : -EAGAIN;
}

int RelateRecorded(const event::Event& event, Look* look,
                   perfc_clock_relation* relation, perfc_error* error) {
  MappingRecorder recorder(event.host());
  if (int failed = recorder.Open(error)) return failed;
  relation->how = PERFC_CLOCK_RECORDED;
  return look->Closest(
      [&](uint64_t* time) { return recorder.Time(time, error); }, relation);
}

// 500 ppm of a distance: what the kernel lets NTP steer (MAXFREQ,
// include/linux/timex.h).
uint64_t Drift(uint64_t distance) { return distance / 2000 + 1; }

uint64_t Distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

}  // namespace

int ClockId(absl::string_view name, int32_t* clock) {
  if (absl::StartsWithIgnoreCase(name, "CLOCK_")) name.remove_prefix(6);
  for (const Name& known : kNames) {
    if (!absl::EqualsIgnoreCase(name, known.name)) continue;
    *clock = known.clock;
    return 0;
  }
  return absl::SimpleAtoi(name, clock) ? 0 : -ENOENT;
}

const char* ClockName(int32_t clock) {
  for (const Name& known : kNames) {
    if (known.clock == clock) return known.name;
  }
  return nullptr;
}

int RelateClock(const event::Event& event, int32_t clock,
                perfc_clock_relation* relation, perfc_error* error) {
  if (int failed = event.CheckOwner(kOperation, error)) return failed;
  const perfc_attr& attr = event.attr().known();
  const host::System& system = event.host().system();
  const bool has_clock = attr.flags & PERFC_ATTR_USE_CLOCKID;
  *relation = {};
  relation->clock = clock;
  if (has_clock && attr.clockid == clock) {
    relation->how = PERFC_CLOCK_SAME;
    return 0;
  }
  Look look(system, clock, error);
  relation->how = PERFC_CLOCK_READ;
  if (has_clock) {
    const auto read_other = [&](uint64_t* time) {
      int64_t ns = 0;
      const int failed = look.ReadClock(attr.clockid, &ns);
      *time = static_cast<uint64_t>(ns);
      return failed;
    };
    return look.Closest(read_other, relation);
  }
  const perfc_mmap_page* page = event.ring().control();
  if (HasTimeZero(page)) {
    const auto read_page = [&](uint64_t* time) {
      return PageTime(system, *page, time);
    };
    // Whatever keeps it from being read, the kernel's records are left.
    Look silent(system, clock, nullptr);
    if (!silent.Closest(read_page, relation)) return 0;
  }
  return RelateRecorded(event, &look, relation, error);
}

int ConvertTime(const perfc_clock_relation& relation,
                const perfc_clock_relation* later, uint64_t time, uint64_t* ns,
                uint64_t* error) {
  __int128 offset = relation.offset;
  uint64_t off = relation.uncertainty;
  if (relation.how != PERFC_CLOCK_SAME) {
    const bool between = later != nullptr && relation.time <= time &&
                         time <= later->time && relation.time < later->time;
    if (between) {
      const __int128 change = __int128{later->offset} - relation.offset;
      offset += change * (time - relation.time) /
                static_cast<__int128>(later->time - relation.time);
      off = std::max(relation.uncertainty, later->uncertainty) +
            static_cast<uint64_t>(change < 0 ? -change : change);
    } else {
      const bool behind = later != nullptr && time > relation.time;
      const perfc_clock_relation& nearest = behind ? *later : relation;
      offset = nearest.offset;
      off = nearest.uncertainty + Drift(Distance(time, nearest.time));
    }
  }
  const __int128 result = offset + time;
  if (result < 0 || result > INT64_MAX) return -ERANGE;
  *ns = static_cast<uint64_t>(result);
  if (error != nullptr) *error = off;
  return 0;
}

}  // namespace perfc::counts
