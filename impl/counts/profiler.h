// Many counters, opened as far as the machine has them.
#ifndef PERFC_IMPL_COUNTS_PROFILER_H_
#define PERFC_IMPL_COUNTS_PROFILER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/functional/function_ref.h"
#include "impl/counts/read.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/host/host.h"
#include "perfc/error.h"
#include "perfc/profiler.h"

namespace perfc::counts {

// Where the counters of a profiler count.
struct ProfilerTarget {
  int32_t pid;
  int32_t cpu;
  perfc_profiler_options options;
};

class Profiler {
 public:
  explicit Profiler(const host::Host& host) : host_(host) {}

  int OpenMask(uint32_t type, uint64_t mask, const ProfilerTarget& target,
               perfc_error* error);
  int OpenAttrs(const void* attrs, size_t attr_size, uint32_t count,
                const ProfilerTarget& target, perfc_error* error);

  int Start();
  int Stop();
  int Reset();
  int Profile(CountArray counts, uint32_t capacity, uint64_t* present) const;
  int Status(uint32_t number) const;

 private:
  struct Counter {
    explicit Counter(const host::Host& host) : event(host, plan) {}
    decode::Plan plan;
    event::Event event;
  };
  struct AttrBytes {
    const void* bytes;
    size_t size;
  };
  using AttrOf = absl::FunctionRef<AttrBytes(uint32_t)>;
  using Control = int (event::Event::*)(uint32_t);

  int Open(uint64_t mask, const ProfilerTarget& target, AttrOf attr_of,
           perfc_error* error);
  int OpenOne(uint32_t number, AttrBytes attr, const ProfilerTarget& target,
              perfc_error* error);
  // The counters that start and stop it: all, or the leader of the group.
  uint64_t Switches() const { return group_ ? uint64_t{1} << leader_ : open_; }
  int CheckOwner() const;
  int ForAll(Control control, uint64_t counters);
  int ProfileGroup(CountArray* counts) const;

  const host::Host& host_;
  pid_t owner_ = 0;
  bool group_ = false;
  uint64_t asked_ = 0;
  uint64_t open_ = 0;
  uint32_t leader_ = 0;  // the first that is open
  std::array<std::unique_ptr<Counter>, PERFC_PROFILER_MAX> counters_;
  std::array<int, PERFC_PROFILER_MAX> status_ = {};
};

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_PROFILER_H_
