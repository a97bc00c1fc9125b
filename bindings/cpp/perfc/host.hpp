// The system that the library talks to.
#ifndef PERFC_HOST_HPP_
#define PERFC_HOST_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "perfc/host.h"
#include "perfc/result.hpp"

namespace perfc {

// A host must outlive everything that was opened with it. A default-constructed
// host is this machine.
class Host {
 public:
  Host() = default;

  // size is filled in here; a NULL path is the default.
  static Result<Host> create(perfc_host_options options) {
    options.size = sizeof options;
    perfc_host* host = nullptr;
    Result<int> made = internal::cold([&](perfc_error* error) {
      return perfc_host_create(&options, &host, error);
    });
    if (!made) return std::move(made).error();
    return Host(host);
  }

  // Whether the kernel has perf events. -ENOENT: without procfs, nothing tells.
  Result<bool> supported() const {
    return internal::truth(internal::count(perfc_host_supported(get())));
  }

  // Bytes of the largest attr that the kernel takes.
  Result<int> attr_size() const {
    return internal::cold(
        [&](perfc_error* error) { return perfc_host_attr_size(get(), error); });
  }

  // The most entries that a call chain may have.
  Result<int> max_stack() const {
    return internal::count(perfc_host_max_stack(get()));
  }

  // attr.type of a PMU by its name in sysfs.
  Result<int> pmu_type(const char* pmu) const {
    return internal::cold([&](perfc_error* error) {
      return perfc_host_pmu_type(get(), pmu, error);
    });
  }

  // Where sysfs, procfs or tracefs is mounted: PERFC_HOST_*.
  Result<std::string> root(std::uint32_t root) const {
    const int length = perfc_host_root(get(), root, nullptr, 0);
    if (length < 0) return Error(length);
    std::string path(static_cast<std::size_t>(length) + 1, '\0');
    const int again = perfc_host_root(get(), root, &path[0], path.size());
    if (again < 0) return Error(again);
    path.pop_back();
    return path;
  }

  const perfc_host* get() const { return host_.get(); }

 private:
  struct Destroy {
    void operator()(perfc_host* host) const { perfc_host_destroy(host); }
  };
  explicit Host(perfc_host* host) : host_(host) {}

  std::unique_ptr<perfc_host, Destroy> host_;
};

namespace internal {

inline const perfc_host* get(const Host* host) {
  return host ? host->get() : nullptr;
}

}  // namespace internal

}  // namespace perfc

#endif  // PERFC_HOST_HPP_
