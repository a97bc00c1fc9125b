// What the kernel tells about its own addresses.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_KALLSYMS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_KALLSYMS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/profile/synthesize/files.h"

namespace perfc::profile::synthesize {

class Kallsyms {
 public:
  // Reads /proc/kallsyms. 0, open(2)'s, read(2)'s or -ENOMEM. Whoever may not see
  // addresses sees zeros there.
  int Load(const Roots& roots);

  // Name and address of the symbol at the start of the kernel; address 0: unknown.
  absl::string_view start_name() const;
  uint64_t start() const { return text_ ? text_ : stext_; }
  // The end of the kernel's code, or of its data if the kernel tells that; UINT64_MAX:
  // unknown.
  uint64_t end() const;

  // The symbols of BPF programs and trampolines, sorted by address.
  size_t bpf_count() const { return bpf_.size(); }
  uint64_t bpf_address(size_t i) const { return bpf_[i].address; }
  absl::string_view bpf_name(size_t i) const { return names_[bpf_[i].name]; }
  // The name of the symbol at an address. Empty: there is none.
  absl::string_view BpfAt(uint64_t address) const;

 private:
  struct Symbol {
    uint64_t address;
    size_t name;
  };

  int Take(absl::string_view line);

  uint64_t text_ = 0;
  uint64_t stext_ = 0;
  uint64_t etext_ = 0;
  uint64_t edata_ = 0;
  base::Buffer<Symbol> bpf_;
  NameList names_;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_KALLSYMS_H_
