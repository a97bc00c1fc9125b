// libpfm4, if it is installed: the CPU vendors' names of events.
#ifndef PERFC_IMPL_CATALOG_PFM_H_
#define PERFC_IMPL_CATALOG_PFM_H_

#include "absl/strings/string_view.h"
#include "impl/catalog/complaint.h"
#include "impl/host/system.h"
#include "perfc/attr.h"

namespace perfc::catalog {

// Loads the library when an event first needs it, and keeps it.
class Pfm {
 public:
  explicit Pfm(const host::System& system) : system_(system) {}
  Pfm(const Pfm&) = delete;
  Pfm& operator=(const Pfm&) = delete;
  ~Pfm();

  // Fills in libpfm4's attr of the event.
  int Encode(const Input& input, absl::string_view event, perfc_attr* attr);

 private:
  // Of pfmlib.h and pfmlib_perf_event.h.
  struct Argument {
    void* attr;
    char** name;
    size_t size;
    int index;
    int cpu;
    int flags;
    int padding;
  };
  using Initialize = int (*)();
  using GetEncoding = int (*)(const char* event, int levels, int system,
                              void* argument);
  using ErrorText = const char* (*)(int code);

  int Load(const Input& input, absl::string_view event);

  const host::System& system_;
  void* library_ = nullptr;
  GetEncoding get_encoding_ = nullptr;
  ErrorText error_text_ = nullptr;
};

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_PFM_H_
