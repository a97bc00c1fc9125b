#include "impl/counts/read.h"

#include <cerrno>

#include "impl/counts/count.h"
#include "impl/counts/detached.h"
#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

constexpr uint64_t kGroupById = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;

// The result of one read(2). Most groups are small; the largest has 16 KiB of
// values (perf_event_validate_size, kernel/events/core.c).
struct Values {
  event::ReadTimes times = {};
  const perfc_read_value* values = nullptr;
  size_t size = 0;

  // The events mostly come in the order of the values.
  const perfc_read_value* Find(uint64_t id, size_t guess) const {
    if (guess < size && values[guess].id == id) return &values[guess];
    const auto* found =
        std::find_if(values, values + size,
                     [id](const auto& value) { return value.id == id; });
    return found == values + size ? nullptr : found;
  }
};

using Use = absl::FunctionRef<int(const Values&)>;

template <size_t kCapacity>
[[gnu::noinline]] int ReadValues(const event::Event& event, Use use) {
  perfc_read_value values[kCapacity];
  Values read;
  const int count = event.Read(&read.times, values, kCapacity);
  if (count < 0) return count;
  read.values = values;
  read.size = static_cast<size_t>(count);
  return use(read);
}

int WithValues(const event::Event& event, Use use) {
  constexpr size_t kFew = 32;
  constexpr size_t kMost = 16 * 1024 / sizeof(uint64_t);
  const int result = ReadValues<kFew>(event, use);
  return result == -ENOSPC ? ReadValues<kMost>(event, use) : result;
}

perfc_count ToCount(const event::ReadTimes& times,
                    const perfc_read_value& value) {
  perfc_count count = {};
  count.raw = value.value;
  count.time_enabled = times.time_enabled;
  count.time_running = times.time_running;
  count.lost = value.lost;
  count.id = value.id;
  count.fields = times.read_format & ~uint64_t{PERFC_FORMAT_GROUP};
  Judge(&count);
  return count;
}

// The event's own among the values of its group.
int OwnCount(const event::Event& event, const Values& values,
             perfc_count* count) {
  if (values.size == 0) {
    *count = PinnedError();
    return 0;
  }
  if (!ReadsGroup(event)) {
    if (values.size > 1) return -EINVAL;
    *count = ToCount(values.times, *values.values);
    return 0;
  }
  uint64_t id;
  if (const int failed = event.CachedId(&id)) return failed;
  const perfc_read_value* own = values.Find(id, 0);
  *count = own ? ToCount(values.times, *own) : ReadDetached(event, id);
  return 0;
}

int HasAll(const Values& values, uint32_t event_count, EventAt event_at,
           bool* all) {
  *all = true;
  for (uint32_t i = 0; i < event_count && *all; ++i) {
    uint64_t id;
    if (const int failed = event_at(i).CachedId(&id)) return failed;
    *all = values.Find(id, i) != nullptr;
  }
  return 0;
}

// Reads the members of a broken group one by one.
int ReadSingly(uint32_t event_count, EventAt event_at, PutCount put) {
  for (uint32_t i = 0; i < event_count; ++i) {
    perfc_count count;
    if (const int failed = Read(event_at(i), &count)) return failed;
    count.quality |= PERFC_QUALITY_UNGROUPED | PERFC_QUALITY_PARTIAL;
    put(i, count);
  }
  return 0;
}

int GroupCounts(const Values& values, uint32_t event_count, EventAt event_at,
                PutCount put) {
  bool whole;
  int failed = HasAll(values, event_count, event_at, &whole);
  if (!failed && !whole) return ReadSingly(event_count, event_at, put);
  for (uint32_t i = 0; !failed && i < event_count; ++i) {
    uint64_t id;
    failed = event_at(i).CachedId(&id);
    if (!failed) put(i, ToCount(values.times, *values.Find(id, i)));
  }
  return failed;
}

}  // namespace

int Read(const event::Event& event, perfc_count* count) {
  return WithValues(event, [&](const Values& values) {
    return OwnCount(event, values, count);
  });
}

bool ReadsGroup(const event::Event& event) {
  const uint64_t format = event.attr().known().read_format;
  return (format & kGroupById) == kGroupById;
}

int ReadGroup(const event::Event& leader, uint32_t event_count,
              EventAt event_at, PutCount put) {
  if (!ReadsGroup(leader)) return -EINVAL;
  return WithValues(leader, [&](const Values& values) {
    if (values.size > 0) {
      return GroupCounts(values, event_count, event_at, put);
    }
    for (uint32_t i = 0; i < event_count; ++i) put(i, PinnedError());
    return 0;
  });
}

int ReadAll(const event::Event& leader, uint32_t capacity, PutCount put) {
  const int count = WithValues(leader, [&](const Values& values) {
    if (values.size == 1) {
      perfc_count own;
      const int failed = OwnCount(leader, values, &own);
      if (!failed) put(0, own);
      return failed ? failed : 1;
    }
    for (uint32_t i = 0; i < values.size && values.size <= capacity; ++i) {
      put(i, ToCount(values.times, values.values[i]));
    }
    return static_cast<int>(values.size);
  });
  return count > static_cast<int64_t>(capacity) ? -ENOSPC : count;
}

}  // namespace perfc::counts
