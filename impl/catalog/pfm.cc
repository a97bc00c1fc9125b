#include "impl/catalog/pfm.h"

#include <cerrno>
#include <cstring>

#include "impl/catalog/fixed_text.h"
#include "perfc/attr.h"

namespace perfc::catalog {
namespace {

constexpr char kLibrary[] = "libpfm.so.4";

// pfmlib.h.
constexpr int kSuccess = 0;
constexpr int kNotFound = -4;
constexpr int kBadAttribute = -8;
constexpr int kPerfEvents = 1;                // PFM_OS_PERF_EVENT
constexpr int kAllLevels = 0x1 | 0x8 | 0x10;  // kernel, user, hypervisor

}  // namespace

Pfm::~Pfm() {
  if (library_ != nullptr) system_.UnloadLibrary(library_);
}

int Pfm::Load(const Input& input, absl::string_view event) {
  if (library_ != nullptr) return 0;
  void* library = system_.LoadLibrary(kLibrary);
  if (library == nullptr) {
    return Complain(input, -EOPNOTSUPP, event,
                    "libpfm.so.4 can't be loaded: install libpfm4 (Debian's "
                    "name), or use the event's name of sysfs");
  }
  const auto initialize = reinterpret_cast<Initialize>(
      system_.LibrarySymbol(library, "pfm_initialize"));
  get_encoding_ = reinterpret_cast<GetEncoding>(
      system_.LibrarySymbol(library, "pfm_get_os_event_encoding"));
  error_text_ = reinterpret_cast<ErrorText>(
      system_.LibrarySymbol(library, "pfm_strerror"));
  if (initialize == nullptr || get_encoding_ == nullptr ||
      error_text_ == nullptr || initialize() != kSuccess) {
    system_.UnloadLibrary(library);
    return Complain(input, -EOPNOTSUPP, event,
                    "libpfm.so.4 doesn't know this machine, or isn't libpfm4");
  }
  library_ = library;
  return 0;
}

int Pfm::Encode(const Input& input, absl::string_view event, perfc_attr* attr) {
  if (int failed = Load(input, event)) return failed;
  FixedText<512> text(event);
  if (text.wanted() != event.size() || event.size() >= 512) {
    return Complain(input, -EINVAL, event, "longer than any event's name");
  }
  // It writes an attr of the version that it was built with.
  union {
    perfc_attr attr;
    uint8_t bytes[512];
  } room = {};
  Argument argument = {&room, nullptr, sizeof argument, 0, -1, 0, 0};
  const int code =
      get_encoding_(text.c_str(), kAllLevels, kPerfEvents, &argument);
  if (code == kSuccess) {
    *attr = room.attr;
    return 0;
  }
  Message why("libpfm4 says: ");
  why << error_text_(code);
  const bool unknown = code <= kNotFound && code >= kBadAttribute;
  return Complain(input, unknown ? -ENOENT : -EINVAL, event, why.view());
}

}  // namespace perfc::catalog
