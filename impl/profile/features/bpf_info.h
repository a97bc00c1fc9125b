// struct bpf_prog_info (linux/bpf.h) of any length, and the arrays behind it.
#ifndef PERFC_IMPL_PROFILE_FEATURES_BPF_INFO_H_
#define PERFC_IMPL_PROFILE_FEATURES_BPF_INFO_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/types/span.h"
#include "impl/base/order.h"

namespace perfc::profile::features {

// Where the fields are that rows show.
inline constexpr size_t kBpfType = 0;
inline constexpr size_t kBpfId = 4;
inline constexpr size_t kBpfTag = 8;
inline constexpr size_t kBpfTagSize = 8;
inline constexpr size_t kBpfJitedSize = 16;
inline constexpr size_t kBpfName = 64;
inline constexpr size_t kBpfNameSize = 16;
inline constexpr size_t kBpfKsymCount = 104;
inline constexpr size_t kBpfKsyms = 112;
inline constexpr size_t kBpfBtfId = 128;
// Its bit in the mask of arrays (enum perf_bpil_array_types of
// tools/perf/util/bpf-utils.h).
inline constexpr unsigned kBpfKsymsArray = 3;

// A field in this machine's order; 0 if the struct, of an older kernel, lacks it.
template <typename T>
T BpfField(absl::Span<const uint8_t> info, size_t offset) {
  if (info.size() < offset + sizeof(T)) return 0;
  return base::Load<T>(info.data() + offset);
}

// Converts both from the other byte order in place. Instructions stay as they are.
void MakeBpfNative(absl::Span<uint8_t> info, absl::Span<uint8_t> data,
                   uint64_t arrays);

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_BPF_INFO_H_
