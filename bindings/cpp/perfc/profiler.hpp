// Profilers: a table of counters at once, as far as the machine has them.
#ifndef PERFC_PROFILER_HPP_
#define PERFC_PROFILER_HPP_

#include <cstdint>
#include <vector>

#include "perfc/attr.h"
#include "perfc/counts.hpp"
#include "perfc/host.hpp"
#include "perfc/profiler.h"
#include "perfc/range.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"

namespace perfc {

class Profiler {
 public:
  // type is PERFC_TYPE_HARDWARE, _SOFTWARE or _HW_CACHE, bit n of the mask
  // counter n. size is filled in here.
  static Result<Profiler> create(std::uint32_t type, std::uint64_t mask,
                                 std::int32_t pid, std::int32_t cpu,
                                 perfc_profiler_options options = {},
                                 const Host* host = nullptr) {
    options.size = sizeof options;
    return internal::make<Profiler>(
        [&](perfc_profiler** profiler, perfc_error* error) {
          return perfc_profiler_create(internal::get(host), type, mask, pid,
                                       cpu, &options, profiler, error);
        });
  }
  static Result<Profiler> create(Span<const perfc_attr> attrs, std::int32_t pid,
                                 std::int32_t cpu,
                                 perfc_profiler_options options = {},
                                 const Host* host = nullptr) {
    options.size = sizeof options;
    return internal::make<Profiler>(
        [&](perfc_profiler** profiler, perfc_error* error) {
          return perfc_profiler_create_attrs(
              internal::get(host), attrs.data(), sizeof(perfc_attr),
              static_cast<std::uint32_t>(attrs.size()), pid, cpu, &options,
              profiler, error);
        });
  }

  // Takes over a profiler of the C API.
  explicit Profiler(perfc_profiler* profiler) : profiler_(profiler) {}

  Result<void> start() { return internal::done(perfc_profiler_start(get())); }
  Result<void> stop() { return internal::done(perfc_profiler_stop(get())); }
  Result<void> reset() { return internal::done(perfc_profiler_reset(get())); }

  // A counter that is open, by its number.
  struct Profiled {
    std::uint32_t number;
    Count count;
  };
  Result<std::vector<Profiled>> profile() const {
    Count counts[PERFC_PROFILER_MAX] = {};
    std::uint64_t present = 0;
    const int result = perfc_profiler_profile(get(), counts, sizeof(Count),
                                              PERFC_PROFILER_MAX, &present);
    if (result < 0) return Error(result);
    std::vector<Profiled> profile;
    for (std::uint32_t n = 0; n < PERFC_PROFILER_MAX; ++n) {
      if (present >> n & 1) profile.push_back({n, counts[n]});
    }
    return profile;
  }

  // Ok if the counter is open, else why it isn't.
  Result<void> status(std::uint32_t number) const {
    return internal::done(perfc_profiler_status(get(), number));
  }

  perfc_profiler* get() const { return profiler_.get(); }

 private:
  Owned<perfc_profiler, perfc_profiler_destroy> profiler_;
};

}  // namespace perfc

#endif  // PERFC_PROFILER_HPP_
