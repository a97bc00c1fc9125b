// The fields of a PMU's events, as the files of `format` describe them.
#ifndef PERFC_IMPL_CATALOG_FORMAT_H_
#define PERFC_IMPL_CATALOG_FORMAT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "perfc/attr.h"

namespace perfc::catalog {

inline constexpr size_t kConfigs = 5;
inline constexpr absl::string_view kConfigNames[kConfigs] = {
    "config", "config1", "config2", "config3", "config4"};

// config, config1 to config4.
uint64_t* ConfigOf(perfc_attr* attr, size_t number);
uint64_t ConfigOf(const perfc_attr& attr, size_t number);

// A file of `format`: "config:0-7,32-35".
struct Format {
  absl::string_view name;
  uint64_t mask;
  uint8_t config;  // which one
};

// Reads the content of such a file. False if it isn't one, as the format of a
// later kernel may be: then the field can't be set by name.
bool ParseFormat(absl::string_view text, Format* format);

// The largest value that fits.
uint64_t MostOf(const Format& format);
// Puts a value into the format's bits. False if it has too many.
bool PutBits(const Format& format, uint64_t value, perfc_attr* attr);
// The field's value in a config.
uint64_t TakeBits(const Format& format, uint64_t config);

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_FORMAT_H_
