// The encoder against bytes written by hand, and against the compiler's own
// idea of the kernel's bit-fields.

#include <linux/perf_event.h>

#include <algorithm>
#include <cstring>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"
#include "test/encoder/attr.h"
#include "test/encoder/random.h"
#include "test/encoder/sample.h"
#include "test/encoder/sideband.h"

namespace encoder {
namespace {

static_assert(kIp == PERFC_SAMPLE_IP);
static_assert(kTid == PERFC_SAMPLE_TID);
static_assert(kTime == PERFC_SAMPLE_TIME);
static_assert(kAddr == PERFC_SAMPLE_ADDR);
static_assert(kRead == PERFC_SAMPLE_READ);
static_assert(kCallchain == PERFC_SAMPLE_CALLCHAIN);
static_assert(kId == PERFC_SAMPLE_ID);
static_assert(kCpu == PERFC_SAMPLE_CPU);
static_assert(kPeriod == PERFC_SAMPLE_PERIOD);
static_assert(kStreamId == PERFC_SAMPLE_STREAM_ID);
static_assert(kRaw == PERFC_SAMPLE_RAW);
static_assert(kBranchStack == PERFC_SAMPLE_BRANCH_STACK);
static_assert(kRegsUser == PERFC_SAMPLE_REGS_USER);
static_assert(kStackUser == PERFC_SAMPLE_STACK_USER);
static_assert(kWeight == PERFC_SAMPLE_WEIGHT);
static_assert(kDataSrc == PERFC_SAMPLE_DATA_SRC);
static_assert(kIdentifier == PERFC_SAMPLE_IDENTIFIER);
static_assert(kTransaction == PERFC_SAMPLE_TRANSACTION);
static_assert(kRegsIntr == PERFC_SAMPLE_REGS_INTR);
static_assert(kPhysAddr == PERFC_SAMPLE_PHYS_ADDR);
static_assert(kAux == PERFC_SAMPLE_AUX);
static_assert(kCgroup == PERFC_SAMPLE_CGROUP);
static_assert(kDataPageSize == PERFC_SAMPLE_DATA_PAGE_SIZE);
static_assert(kCodePageSize == PERFC_SAMPLE_CODE_PAGE_SIZE);
static_assert(kWeightStruct == PERFC_SAMPLE_WEIGHT_STRUCT);
static_assert(kAllSampleBits + 1 == PERFC_SAMPLE_MAX);
static_assert(kFormatEnabled == PERFC_FORMAT_TOTAL_TIME_ENABLED);
static_assert(kFormatRunning == PERFC_FORMAT_TOTAL_TIME_RUNNING);
static_assert(kFormatId == PERFC_FORMAT_ID);
static_assert(kFormatGroup == PERFC_FORMAT_GROUP);
static_assert(kFormatLost == PERFC_FORMAT_LOST);
static_assert(kAllFormats + 1 == PERFC_FORMAT_MAX);
static_assert(kBranchAny == PERFC_SAMPLE_BRANCH_ANY);
static_assert(kBranchHwIndex == PERFC_SAMPLE_BRANCH_HW_INDEX);
static_assert(kBranchCounters == PERFC_SAMPLE_BRANCH_COUNTERS);
static_assert(kFlagMmap == PERFC_ATTR_MMAP);
static_assert(kFlagSampleIdAll == PERFC_ATTR_SAMPLE_ID_ALL);
static_assert(kPreciseIpBit == PERFC_ATTR_PRECISE_IP_SHIFT);

Attr DistinctAttr() {
  Attr attr;
  attr.type = 0x01020304;
  attr.size = 0x90;
  attr.config = 0x1112131415161718;
  attr.sample_period = 0x2122232425262728;
  attr.sample_type = 0x3132333435363738;
  attr.read_format = 0x4142434445464748;
  attr.flags = kFlagMmap | kFlagSampleIdAll;
  attr.precise_ip = 2;
  attr.wakeup_events = 0x51525354;
  attr.bp_type = 0x61626364;
  attr.sample_stack_user = 0x71727374;
  attr.clockid = -2;
  attr.sample_max_stack = 0x8182;
  return attr;
}

TEST(AttrEncoder, LittleEndianBytesAreWhatTheCompilerMakesOfTheKernelsStruct) {
  perf_event_attr expected = {};
  expected.type = 0x01020304;
  expected.size = 0x90;
  expected.config = 0x1112131415161718;
  expected.sample_period = 0x2122232425262728;
  expected.sample_type = 0x3132333435363738;
  expected.read_format = 0x4142434445464748;
  expected.mmap = 1;
  expected.sample_id_all = 1;
  expected.precise_ip = 2;
  expected.wakeup_events = 0x51525354;
  expected.bp_type = 0x61626364;
  expected.sample_stack_user = 0x71727374;
  expected.clockid = -2;
  expected.sample_max_stack = 0x8182;
  const Bytes bytes = DistinctAttr().Encode(Order::kLittle);
  ASSERT_EQ(bytes.size(), 144u);
  EXPECT_EQ(std::memcmp(bytes.data(), &expected,
                        std::min(sizeof(expected), bytes.size())),
            0);
}

TEST(AttrEncoder, BigEndianFlagsFillTheWordFromItsMostSignificantBit) {
  Attr attr;
  attr.flags = 1 | kFlagMmap | kFlagSampleIdAll;
  attr.precise_ip = 2;
  attr.aux_action = 1 | 4;
  const Bytes bytes = attr.Encode(Order::kBig);
  const Bytes flags(bytes.begin() + 40, bytes.begin() + 48);
  // disabled; mmap is bit 8; precise_ip 15-16 = 10; sample_id_all is bit 18.
  EXPECT_EQ(flags, (Bytes{0x80, 0x81, 0x20, 0, 0, 0, 0, 0}));
  const Bytes aux_action(bytes.begin() + 116, bytes.begin() + 120);
  EXPECT_EQ(aux_action, (Bytes{0xa0, 0, 0, 0}));
}

TEST(AttrEncoder, BigEndianNumbersAreByteSwapped) {
  const Bytes bytes = DistinctAttr().Encode(Order::kBig, 64);
  ASSERT_EQ(bytes.size(), 64u);
  EXPECT_EQ(Bytes(bytes.begin(), bytes.begin() + 16),
            (Bytes{1, 2, 3, 4, 0, 0, 0, 0x90, 0x11, 0x12, 0x13, 0x14, 0x15,
                   0x16, 0x17, 0x18}));
}

TEST(BranchEncoder, FlagsAreWhatTheCompilerMakesOfTheKernelsStruct) {
  perf_branch_entry entry = {};
  entry.mispred = 1;
  entry.abort = 1;
  entry.cycles = 0x1234;
  entry.type = 5;
  uint64_t words[3];
  std::memcpy(words, &entry, sizeof(words));
  Branch branch;
  branch.mispred = 1;
  branch.abort = 1;
  branch.cycles = 0x1234;
  branch.type = 5;
  EXPECT_EQ(BranchFlags(branch, Order::kLittle), words[2]);
}

TEST(BranchEncoder, EachFieldHasItsBitsInBothOrders) {
  Branch branch;
  branch.mispred = 1;
  branch.cycles = 0x1234;
  branch.type = 5;
  branch.spec = 2;
  branch.new_type = 9;
  branch.priv = 3;
  // 1 | cycles << 4 | type << 20 | spec << 24 | new_type << 26 | priv << 30
  EXPECT_EQ(BranchFlags(branch, Order::kLittle), 0xe6512341u);
  // mispred 63, cycles 59-44, type 43-40, spec 39-38, new_type 37-34,
  // priv 33-31
  EXPECT_EQ(BranchFlags(branch, Order::kBig), 0x812345a580000000u);
}

TEST(SampleEncoder, BytesOfASmallSample) {
  Attr attr;
  attr.sample_type = kIp | kTid | kRaw | kWeightStruct;
  Sample sample;
  sample.misc = 0x4002;
  sample.ip = 0x1122334455667788;
  sample.pid = 0x01020304;
  sample.tid = 0x05060708;
  sample.raw = {0xaa, 0xbb, 0xcc, 0xdd};
  sample.weight_var1_dw = 0x11121314;
  sample.weight_var2_w = 0x2122;
  sample.weight_var3_w = 0x3132;
  EXPECT_EQ(
      sample.Encode(attr, Order::kLittle),
      (Bytes{9,    0,    0,    0,    0x02, 0x40, 40,   0,    0x88, 0x77,
             0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 4,    3,    2,    1,
             8,    7,    6,    5,    4,    0,    0,    0,    0xaa, 0xbb,
             0xcc, 0xdd, 0x14, 0x13, 0x12, 0x11, 0x22, 0x21, 0x32, 0x31}));
  EXPECT_EQ(
      sample.Encode(attr, Order::kBig),
      (Bytes{0,    0,    0,    9,    0x40, 0x02, 0,    40,   0x11, 0x22,
             0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 1,    2,    3,    4,
             5,    6,    7,    8,    0,    0,    0,    4,    0xaa, 0xbb,
             0xcc, 0xdd, 0x31, 0x32, 0x21, 0x22, 0x11, 0x12, 0x13, 0x14}));
}

TEST(SidebandEncoder, AStringIsTerminatedAndPaddedAndTheTrailerFollows) {
  Attr attr;
  attr.flags = kFlagSampleIdAll;
  attr.sample_type = kCpu | kIp;
  SampleId id;
  id.cpu = 7;
  EXPECT_EQ(EncodeRecord(Comm{1, 2, "sh"}, 0x2000, id, attr, Order::kLittle),
            (Bytes{3,   0,   0, 0, 0, 0x20, 32, 0, 1, 0, 0, 0, 2, 0, 0, 0,
                   's', 'h', 0, 0, 0, 0,    0,  0, 7, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(RandomEncoder, SamplesAreWordAlignedAndNeverTooLargeForTheirHeader) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Attr attr = RandomAttr(&random);
    const Bytes bytes = RandomSample(attr, &random).Encode(attr, Order::kBig);
    ASSERT_EQ(bytes.size() % 8, 0u);
    ASSERT_LT(bytes.size(), 0x10000u);
    ASSERT_EQ(bytes[6] << 8 | bytes[7], static_cast<int>(bytes.size()));
  }
}

}  // namespace
}  // namespace encoder
