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

// Whether a library of this version has all that these headers name, as they
// declare it. Below 1.0 each minor version may change the ABI.
constexpr bool is_compatible(std::uint32_t number) {
  constexpr int kSame = PERFC_VERSION_MAJOR == 0 ? 8 : 16;
  return number >= kHeaderVersion && number >> kSame == kHeaderVersion >> kSame;
}
inline bool is_compatible() { return is_compatible(version_number()); }

}  // namespace perfc

#endif  // PERFC_VERSION_HPP_
