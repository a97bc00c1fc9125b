// Kinds of record types.
#ifndef PERFC_IMPL_PROFILE_WRITER_TYPES_H_
#define PERFC_IMPL_PROFILE_WRITER_TYPES_H_

#include <cstdint>

#include "perfc/uapi.h"

namespace perfc::profile::writer {

// The first type of the perf tool's own records.
inline constexpr uint32_t kFirstToolType = 64;

// Records that become part of the header.
inline bool IsHeader(uint32_t type) {
  return type == PERFC_RECORD_HEADER_FEATURE ||
         type == PERFC_RECORD_HEADER_TRACING_DATA ||
         type == PERFC_RECORD_HEADER_BUILD_ID;
}

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_TYPES_H_
