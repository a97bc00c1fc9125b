#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "perfc/profiler.h"

using perfc::base::BadArgument;
using perfc::counts::ProfilerTarget;

namespace {

constexpr char kCreate[] = "perfc_profiler_create";

// Makes a handle, and gives it away if `open` succeeds.
template <typename Open>
int Make(const perfc_host* host, int32_t pid, int32_t cpu,
         const perfc_profiler_options* options, perfc_profiler** profiler,
         perfc_error* error, Open open) {
  if (!profiler) return BadArgument(error, kCreate, "profiler is NULL");
  ProfilerTarget target = {pid, cpu, {}};
  if (int failed =
          perfc::capi::TakeOptions(options, &target.options, kCreate, error)) {
    return failed;
  }
  std::unique_ptr<perfc_profiler> made(
      new (std::nothrow) perfc_profiler(perfc::capi::HostOf(host)));
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof(perfc_profiler));
  }
  if (int failed = open(&made->profiler, target)) return failed;
  *profiler = made.release();
  return 0;
}

}  // namespace

int perfc_profiler_create(const perfc_host* host, uint32_t type, uint64_t mask,
                          int32_t pid, int32_t cpu,
                          const perfc_profiler_options* options,
                          perfc_profiler** profiler, perfc_error* error) {
  return Make(host, pid, cpu, options, profiler, error,
              [&](auto* made, const ProfilerTarget& target) {
                return made->OpenMask(type, mask, target, error);
              });
}

int perfc_profiler_create_attrs(const perfc_host* host, const void* attrs,
                                size_t attr_size, uint32_t count, int32_t pid,
                                int32_t cpu,
                                const perfc_profiler_options* options,
                                perfc_profiler** profiler, perfc_error* error) {
  return Make(host, pid, cpu, options, profiler, error,
              [&](auto* made, const ProfilerTarget& target) {
                return made->OpenAttrs(attrs, attr_size, count, target, error);
              });
}

void perfc_profiler_destroy(perfc_profiler* profiler) { delete profiler; }

int perfc_profiler_start(perfc_profiler* profiler) {
  return profiler ? profiler->profiler.Start() : -EINVAL;
}

int perfc_profiler_stop(perfc_profiler* profiler) {
  return profiler ? profiler->profiler.Stop() : -EINVAL;
}

int perfc_profiler_reset(perfc_profiler* profiler) {
  return profiler ? profiler->profiler.Reset() : -EINVAL;
}

int perfc_profiler_profile(const perfc_profiler* profiler, perfc_count* counts,
                           size_t size, uint32_t capacity, uint64_t* present) {
  if (!profiler || !counts || !present) return -EINVAL;
  return profiler->profiler.Profile(perfc::counts::CountArray(counts, size),
                                    capacity, present);
}

int perfc_profiler_status(const perfc_profiler* profiler, uint32_t number) {
  return profiler ? profiler->profiler.Status(number) : -EINVAL;
}
