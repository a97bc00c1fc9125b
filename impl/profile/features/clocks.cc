// How the clock of the records relates to others.
#include <cerrno>
#include <cstddef>
#include <ctime>
#include <type_traits>

#include "impl/profile/features/filling.h"
#include "impl/profile/features/numbers.h"
#include "perfc/attr.h"
#include "perfc/clock.h"

namespace perfc::profile::features {
namespace {

// A row is a relation to perfc_clock_convert.
#define PERFC_SAME(member)                                      \
  static_assert(offsetof(perfc_clock_row, member) ==            \
                    offsetof(perfc_clock_relation, member) &&   \
                std::is_same<decltype(perfc_clock_row::member), \
                             decltype(perfc_clock_relation::member)>::value)
PERFC_SAME(time);
PERFC_SAME(offset);
PERFC_SAME(uncertainty);
PERFC_SAME(clock);
PERFC_SAME(how);
#undef PERFC_SAME
static_assert(offsetof(perfc_clock_row, record_clock) ==
              sizeof(perfc_clock_relation));

// perf reads the real time by gettimeofday(2), in microseconds.
constexpr uint64_t kRealtimeUnit = 1000;

struct ClockData {
  bool there = false;
  int32_t clock = 0;
  uint64_t realtime = 0;
  uint64_t time = 0;
};

int ReadClockData(Filling& filling, ClockData* data) {
  uint64_t values[4] = {};
  size_t count = 0;
  const int read =
      filling.ReadFeature(PERFC_FEATURE_CLOCK_DATA, [&](Native& in) {
        const auto take = [&](const NumberField&, uint64_t value) {
          values[count++] = value;
          return true;
        };
        return ReadNumbers(in, NumbersOf(PERFC_FEATURE_CLOCK_DATA), take) &&
               (values[0] == 1 || in.Fail("its version isn't 1"));
      });
  if (read < 0) return AllowMissing(read);
  data->there = true;
  data->clock = static_cast<int32_t>(values[1]);
  data->realtime = values[2];
  data->time = values[3];
  return 0;
}

int ReadResolution(Filling& filling, uint64_t* resolution) {
  return AllowMissing(
      filling.ReadFeature(PERFC_FEATURE_CLOCKID, [&](Native& in) {
        return ReadNumbers(in, NumbersOf(PERFC_FEATURE_CLOCKID),
                           [&](const NumberField&, uint64_t value) {
                             *resolution = value;
                             return true;
                           });
      }));
}

// The clock that the first attr chooses: perf gives all events the same.
bool AttrClock(const perfc_plan* plan, int32_t* clock) {
  perfc_attr attr;
  if (!plan || perfc_plan_attr(plan, 0, &attr, sizeof attr) < 0) return false;
  *clock = attr.clockid;
  return attr.flags & PERFC_ATTR_USE_CLOCKID;
}

}  // namespace

int FillClocks(Filling& filling) {
  ClockData data;
  if (const int failed = ReadClockData(filling, &data)) return failed;
  perfc_clock_row row = {};
  if (const int failed = ReadResolution(filling, &row.resolution))
    return failed;
  const bool chosen = AttrClock(filling.store.plan(), &row.record_clock);
  if (data.there) row.record_clock = data.clock;
  if (!chosen && !data.there) return -ENODATA;
  row.clock = row.record_clock;
  row.how = PERFC_CLOCK_SAME;
  if (!filling.table.Add(row)) return filling.NoRoom();
  if (!data.there) return 0;
  row.time = data.time;
  row.offset = static_cast<int64_t>(data.realtime - data.time);
  row.uncertainty = kRealtimeUnit;
  row.clock = CLOCK_REALTIME;
  row.how = PERFC_CLOCK_READ;
  return filling.table.Add(row) ? 0 : filling.NoRoom();
}

}  // namespace perfc::profile::features
