// The widths of the kernel's C bit-fields in the order of declaration, for the
// other byte order.
#ifndef PERFC_IMPL_UAPI_BITFIELDS_H_
#define PERFC_IMPL_UAPI_BITFIELDS_H_

#include <cstdint>

namespace perfc::uapi {

// struct perf_branch_entry: mispred, predicted, in_tx, abort, cycles, type,
// spec, new_type, priv, reserved.
inline constexpr uint8_t kBranchFlags[] = {1, 1, 1, 1, 16, 4, 2, 4, 3, 31};

// struct perf_event_attr: fifteen flags, precise_ip, the flags to defer_output,
// reserved.
inline constexpr uint8_t kAttrFlags[] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 24};

}  // namespace perfc::uapi

#endif  // PERFC_IMPL_UAPI_BITFIELDS_H_
