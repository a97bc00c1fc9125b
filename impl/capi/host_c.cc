#include <cerrno>
#include <memory>
#include <new>

#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/capi/handles.h"
#include "impl/capi/options.h"
#include "impl/explain/explain.h"
#include "perfc/host.h"

namespace {

constexpr char kCreate[] = "perfc_host_create";

}  // namespace

int perfc_host_create(const perfc_host_options* options, perfc_host** host,
                      perfc_error* error) {
  if (host == nullptr) {
    return perfc::base::BadArgument(error, kCreate, "host is NULL");
  }
  perfc_host_options taken;
  if (int failed = perfc::base::TakeOptions(options, &taken, kCreate, error))
    return failed;
  std::unique_ptr<perfc_host> made(new (std::nothrow) perfc_host);
  if (made == nullptr) {
    return perfc::base::NoMemory(error, kCreate, sizeof(perfc_host));
  }
  if (int failed = made->host.Configure(&taken, error)) return failed;
  *host = made.release();
  return 0;
}

void perfc_host_destroy(perfc_host* host) { delete host; }

int perfc_host_supported(const perfc_host* host) {
  return perfc::host::Supported(perfc::capi::HostOf(host));
}

int perfc_host_root(const perfc_host* host, uint32_t root, char* buffer,
                    size_t size) {
  if (buffer == nullptr && size > 0) return -EINVAL;
  const perfc::host::Host& machine = perfc::capi::HostOf(host);
  perfc::base::TextWriter out(buffer, size);
  switch (root) {
    case PERFC_HOST_SYSFS:
      out.Append(machine.sysfs());
      return out.result();
    case PERFC_HOST_PROCFS:
      out.Append(machine.procfs());
      return out.result();
    case PERFC_HOST_TRACEFS: {
      char path[perfc::host::kMaxRoot] = "";
      const int failed = machine.FindTracefs(&path);
      out.Append(path);
      return failed ? failed : out.result();
    }
    default:
      return -EINVAL;
  }
}

int perfc_host_attr_size(const perfc_host* host, perfc_error* error) {
  const perfc::host::Host& machine = perfc::capi::HostOf(host);
  const int size = perfc::host::KernelAttrSize(machine);
  if (size >= 0) return size;
  const perfc_attr attr = {};
  return perfc::explain::OpenFailed(
      machine, size, {attr, sizeof attr, sizeof attr, 0, -1, nullptr, 0},
      error);
}

int perfc_host_max_stack(const perfc_host* host) {
  return perfc::host::MaxStack(perfc::capi::HostOf(host));
}

int perfc_host_pmu_type(const perfc_host* host, const char* pmu,
                        perfc_error* error) {
  constexpr char kOperation[] = "perfc_host_pmu_type";
  if (pmu == nullptr) {
    return perfc::base::BadArgument(error, kOperation, "pmu is NULL");
  }
  const int type = perfc::host::EventType(perfc::capi::HostOf(host), pmu);
  if (type >= 0) return type;
  switch (type) {
    case -EINVAL:
      return perfc::base::BadArgument(error, kOperation,
                                      "that isn't the name of a PMU");
    case -ENOENT:
      return perfc::base::Fail(
          error, type, PERFC_CALL_OPEN, PERFC_RULE_ARGUMENT, kOperation, {},
          perfc::host::HasPmus(perfc::capi::HostOf(host))
              ? "sysfs has no such PMU"
              : "sysfs isn't mounted, or has no PMUs at all "
                "(bus/event_source/devices isn't there)");
    default:
      return perfc::base::FileFailed(error, type, PERFC_RULE_UNKNOWN,
                                     kOperation,
                                     "the PMU's type can't be read");
  }
}
