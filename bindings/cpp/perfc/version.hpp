// The version of the library that was loaded, and that of these headers.
#ifndef PERFC_VERSION_HPP_
#define PERFC_VERSION_HPP_

#include <cstdint>
#include <string_view>

#include "perfc/version.h"

namespace perfc {

inline std::string_view version() { return perfc_version(); }

// MAJOR << 16 | MINOR << 8 | PATCH: of the library, and of these headers.
inline std::uint32_t version_number() { return perfc_version_number(); }
inline constexpr std::uint32_t kHeaderVersion =
    PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 | PERFC_VERSION_PATCH;

// Whether the library has all that these headers name.
inline bool is_new_enough() { return version_number() >= kHeaderVersion; }

}  // namespace perfc

#endif  // PERFC_VERSION_HPP_
