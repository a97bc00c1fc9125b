// One example of each feature, in either byte order.
#ifndef PERFC_TEST_PROFILE_FEATURES_SAMPLES_H_
#define PERFC_TEST_PROFILE_FEATURES_SAMPLES_H_

#include <cstdint>

#include "test/profile/features/encoder.h"

namespace perfc::test {

// CPUs that the example of NRCPUS has.
inline constexpr uint32_t kCpus = 4;

Bytes Sample(uint32_t feature, bool big);

// An attr of 128 bytes (PERF_ATTR_SIZE_VER7).
void AddAttr(Encoder& out, uint64_t config);

// A record of a build id. misc has the mode and whether `size` is valid.
void AddBuildId(Encoder& out, uint16_t misc, int32_t pid, uint8_t first,
                uint8_t size, const std::string& path);

// TRACING_DATA of a version.
void AddTracingData(Encoder& out, const std::string& version);

}  // namespace perfc::test

#endif  // PERFC_TEST_PROFILE_FEATURES_SAMPLES_H_
