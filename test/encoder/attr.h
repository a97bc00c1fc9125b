#ifndef PERFC_TEST_ENCODER_ATTR_H_
#define PERFC_TEST_ENCODER_ATTR_H_

#include <cstddef>
#include <cstdint>

#include "test/encoder/writer.h"

namespace encoder {

// Bits of sample_type, read_format and branch_sample_type. Written down here
// once more, so that a slip in the library's header doesn't pass unseen.
inline constexpr uint64_t kIp = 1 << 0;
inline constexpr uint64_t kTid = 1 << 1;
inline constexpr uint64_t kTime = 1 << 2;
inline constexpr uint64_t kAddr = 1 << 3;
inline constexpr uint64_t kRead = 1 << 4;
inline constexpr uint64_t kCallchain = 1 << 5;
inline constexpr uint64_t kId = 1 << 6;
inline constexpr uint64_t kCpu = 1 << 7;
inline constexpr uint64_t kPeriod = 1 << 8;
inline constexpr uint64_t kStreamId = 1 << 9;
inline constexpr uint64_t kRaw = 1 << 10;
inline constexpr uint64_t kBranchStack = 1 << 11;
inline constexpr uint64_t kRegsUser = 1 << 12;
inline constexpr uint64_t kStackUser = 1 << 13;
inline constexpr uint64_t kWeight = 1 << 14;
inline constexpr uint64_t kDataSrc = 1 << 15;
inline constexpr uint64_t kIdentifier = 1 << 16;
inline constexpr uint64_t kTransaction = 1 << 17;
inline constexpr uint64_t kRegsIntr = 1 << 18;
inline constexpr uint64_t kPhysAddr = 1 << 19;
inline constexpr uint64_t kAux = 1 << 20;
inline constexpr uint64_t kCgroup = 1 << 21;
inline constexpr uint64_t kDataPageSize = 1 << 22;
inline constexpr uint64_t kCodePageSize = 1 << 23;
inline constexpr uint64_t kWeightStruct = 1 << 24;
inline constexpr uint64_t kSampleBits = 25;
inline constexpr uint64_t kAllSampleBits = (1 << kSampleBits) - 1;

inline constexpr uint64_t kFormatEnabled = 1;
inline constexpr uint64_t kFormatRunning = 2;
inline constexpr uint64_t kFormatId = 4;
inline constexpr uint64_t kFormatGroup = 8;
inline constexpr uint64_t kFormatLost = 16;
inline constexpr uint64_t kAllFormats = 31;

inline constexpr uint64_t kBranchAny = 1 << 3;
inline constexpr uint64_t kBranchHwIndex = 1 << 17;
inline constexpr uint64_t kBranchCounters = 1 << 19;

// The n-th one-bit field of the attr, counting precise_ip as two.
inline constexpr uint64_t kFlagMmap = 1 << 8;
inline constexpr uint64_t kFlagSampleIdAll = 1 << 18;
inline constexpr uint64_t kFlagBuildId = uint64_t{1} << 34;
inline constexpr int kPreciseIpBit = 15;

// struct perf_event_attr. Flag bits are numbered in the order in which the
// kernel declares them; where that puts them in the word depends on the byte
// order.
struct Attr {
  uint32_t type = 1;
  uint32_t size = 144;  // The field; how many bytes there are, Encode is told.
  uint64_t config = 0;
  uint64_t sample_period = 1;
  uint64_t sample_type = 0;
  uint64_t read_format = 0;
  uint64_t flags = 0;  // Without precise_ip.
  uint32_t precise_ip = 0;
  uint32_t wakeup_events = 0;
  uint32_t bp_type = 0;
  uint64_t config1 = 0;
  uint64_t config2 = 0;
  uint64_t branch_sample_type = 0;
  uint64_t sample_regs_user = 0;
  uint32_t sample_stack_user = 0;
  int32_t clockid = 0;
  uint64_t sample_regs_intr = 0;
  uint32_t aux_watermark = 0;
  uint16_t sample_max_stack = 0;
  uint16_t reserved_2 = 0;
  uint32_t aux_sample_size = 0;
  uint32_t aux_action = 0;
  uint64_t sig_data = 0;
  uint64_t config3 = 0;
  uint64_t config4 = 0;

  bool has(uint64_t sample_bit) const { return sample_type & sample_bit; }
  Bytes Encode(Order order, size_t length = 144) const;
};

}  // namespace encoder

#endif  // PERFC_TEST_ENCODER_ATTR_H_
