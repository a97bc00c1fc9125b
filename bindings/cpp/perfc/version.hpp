// The version of the library that was loaded, and that of these headers.
#ifndef PERFC_VERSION_HPP_
#define PERFC_VERSION_HPP_

#include <cstdint>
#include <string>

#include "perfc/version.h"

namespace perfc {

// MAJOR << 16 | MINOR << 8 | PATCH: of the library, and of these headers.
inline std::uint32_t version_number() { return perfc_version(); }
inline constexpr std::uint32_t kHeaderVersion =
    PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 | PERFC_VERSION_PATCH;

// "MAJOR.MINOR.PATCH" of the library.
inline std::string version() {
  const std::uint32_t number = version_number();
  return std::to_string(number >> 16) + '.' +
         std::to_string(number >> 8 & 0xff) + '.' +
         std::to_string(number & 0xff);
}

// Whether the library has all that these headers name.
inline bool is_new_enough() { return version_number() >= kHeaderVersion; }

}  // namespace perfc

#endif  // PERFC_VERSION_HPP_
