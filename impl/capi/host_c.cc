#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/capi/handles.h"
#include "impl/explain/explain.h"
#include "perfc/host.h"

namespace {

constexpr char kCreate[] = "perfc_host_create";

// An input struct of any version: a shorter one lacks what came later, of a
// longer one what this version doesn't know must be zero.
int TakeOptions(const perfc_host_options* options, perfc_host_options* out,
                perfc_error* error) {
  *out = {};
  if (options == nullptr) return 0;
  const size_t size = options->size;
  if (size < offsetof(perfc_host_options, sysfs)) {
    return perfc::base::BadArgument(error, kCreate,
                                    "options->size is too small");
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(options);
  if (size > sizeof *out &&
      std::any_of(bytes + sizeof *out, bytes + size,
                  [](uint8_t byte) { return byte != 0; })) {
    return perfc::base::Fail(error, -E2BIG, PERFC_CALL_NONE,
                             PERFC_RULE_ARGUMENT, kCreate, {size, sizeof *out},
                             "options has fields that this version lacks");
  }
  memcpy(out, options, std::min(size, sizeof *out));
  if (out->reserved == 0) return 0;
  return perfc::base::BadArgument(error, kCreate, "options->reserved isn't 0");
}

}  // namespace

int perfc_host_create(const perfc_host_options* options, perfc_host** host,
                      perfc_error* error) {
  if (host == nullptr) {
    return perfc::base::BadArgument(error, kCreate, "host is NULL");
  }
  perfc_host_options taken;
  if (int failed = TakeOptions(options, &taken, error)) return failed;
  std::unique_ptr<perfc_host> made(new (std::nothrow) perfc_host);
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof(perfc_host));
  }
  if (int failed = made->host.Configure(&taken, error)) return failed;
  *host = made.release();
  return 0;
}

void perfc_host_destroy(perfc_host* host) { delete host; }

int perfc_supported(const perfc_host* host) {
  return perfc::host::Supported(perfc::capi::HostOf(host));
}

int perfc_kernel_attr_size(const perfc_host* host, perfc_error* error) {
  const perfc::host::Host& machine = perfc::capi::HostOf(host);
  const int size = perfc::host::KernelAttrSize(machine);
  if (size >= 0) return size;
  const perfc_attr attr = {};
  return perfc::explain::OpenFailed(
      machine, size, {attr, sizeof attr, sizeof attr, 0, -1, false}, error);
}
