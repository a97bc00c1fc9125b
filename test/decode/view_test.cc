// perfc_plan_view_record: finding records in bytes, in either byte order.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/sample_check.h"
#include "test/decode/sideband_check.h"
#include "test/decode/support.h"
#include "test/encoder/random.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;

class View : public testing::TestWithParam<Order> {
 protected:
  int Call(const void *data, size_t available) {
    return perfc_plan_view_record(plan_.get(), data, available, scratch_.data(),
                                  scratch_.size(), &record_);
  }

  // A header of that size and 64 bytes behind it.
  Bytes Header(uint16_t size, uint32_t type = PERFC_RECORD_SWITCH) {
    return encoder::Writer(GetParam())
        .U32(type)
        .U16(0x2000)
        .U16(size)
        .Zeros(64)
        .bytes();
  }

  Plan plan_ = MakePlan(Attr(), GetParam());
  Scratch scratch_;
  perfc_record record_ = Poisoned<perfc_record>();
};

INSTANTIATE_TEST_SUITE_P(ByteOrder, View,
                         testing::Values(Order::kLittle, Order::kBig),
                         [](const auto &info) {
                           return info.param == Order::kLittle ? "Little"
                                                               : "Big";
                         });

TEST_P(View, OfNothingIsZero) {
  EXPECT_EQ(Call(Header(8).data(), 0), 0);
  EXPECT_TRUE(Untouched(record_));
}

TEST_P(View, ASizeBelowTheHeadersIsMalformed) {
  for (uint16_t size = 0; size < 8; ++size) {
    EXPECT_EQ(Call(Header(size).data(), 72), -EBADMSG) << size;
  }
}

TEST_P(View, ASizeBeyondWhatIsAvailableIsMalformed) {
  EXPECT_EQ(Call(Header(80).data(), 72), -EBADMSG);
  EXPECT_EQ(Call(Header(0xfff8).data(), 72), -EBADMSG);
  EXPECT_EQ(Call(Header(16).data(), 15), -EBADMSG);
}

TEST_P(View, APartOfAHeaderIsMalformedAndNotReadBeyond) {
  GuardedMemory memory;
  const Bytes bytes = Header(8);
  for (size_t available = 1; available < 8; ++available) {
    EXPECT_EQ(Call(memory.Put(bytes.data(), available), available), -EBADMSG);
  }
}

TEST_P(View, OfMisalignedDataIsInvalid) {
  const Bytes bytes = Header(8);
  for (size_t at : {1, 2, 4, 7}) {
    EXPECT_EQ(Call(bytes.data() + at, 8), -EINVAL);
  }
}

TEST_P(View, OfAHeaderAloneHasItsThreeNumbers) {
  const Bytes bytes = Header(8);
  ASSERT_EQ(Call(bytes.data(), bytes.size()), 1);
  EXPECT_EQ(record_.type, uint32_t{PERFC_RECORD_SWITCH});
  EXPECT_EQ(record_.misc, 0x2000);
  EXPECT_EQ(record_.size, 8);
  EXPECT_EQ(record_.data,
            GetParam() == Order::kLittle ? bytes.data() : scratch_.data());
}

TEST_P(View, OfAnUnknownTypeHandsItsBytesOver) {
  for (uint32_t type : {0u, 23u, 64u, 83u, 0xffffffffu}) {
    Bytes bytes = Header(24, type);
    for (int i = 0; i < 16; ++i) bytes[8 + i] = static_cast<uint8_t>(i + 1);
    ASSERT_EQ(Call(bytes.data(), bytes.size()), 1);
    EXPECT_EQ(record_.type, type);
    EXPECT_EQ(record_.size, 24);
    EXPECT_EQ(std::memcmp(record_.data + 8, bytes.data() + 8, 16), 0);
  }
}

// A buffer of many records of many types is walked by their sizes to its end.
TEST_P(View, WalksABufferOfManyRecords) {
  encoder::Random random(31);
  Attr attr = encoder::RandomAttr(&random);
  attr.sample_type |= encoder::kTid | encoder::kTime;
  attr.flags |= encoder::kFlagSampleIdAll;
  const Plan plan = MakePlan(attr, GetParam());
  const encoder::SampleId id = {1, 2, 3, 4, 5, 6, 0, 7};
  const encoder::Comm comm = {11, 12, "walker"};
  Bytes buffer;
  std::vector<encoder::Sample> samples;
  for (int i = 0; i < 500; ++i) {
    samples.push_back(encoder::RandomSample(attr, &random));
    for (const Bytes &one :
         {samples.back().Encode(attr, GetParam()),
          encoder::EncodeRecord(comm, 0, id, attr, GetParam())}) {
      buffer.insert(buffer.end(), one.begin(), one.end());
    }
  }
  size_t at = 0;
  size_t records = 0;
  while (perfc_plan_view_record(plan.get(), buffer.data() + at,
                                buffer.size() - at, scratch_.data(),
                                scratch_.size(), &record_) == 1) {
    if (records % 2 == 0) {
      ASSERT_TRUE(ExpectSample(plan, record_, attr, samples[records / 2]));
    } else {
      ExpectBody(plan, record_, comm);
      ExpectSampleId(plan, record_, attr, id);
    }
    at += record_.size;
    ++records;
  }
  EXPECT_EQ(at, buffer.size());
  EXPECT_EQ(records, 1000u);
}

class ForeignView : public testing::Test {
 protected:
  int Call(const Attr &attr, const Bytes &bytes, void *scratch, size_t size) {
    const Plan plan = MakePlan(attr, Order::kBig);
    return perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                  scratch, size, &record_);
  }

  Scratch scratch_;
  perfc_record record_;
};

TEST_F(ForeignView, NeedsScratchAsLargeAsTheRecord) {
  const Bytes bytes =
      encoder::EncodeRecord(encoder::Lost{1, 2}, 0, {}, Attr(), Order::kBig);
  ASSERT_EQ(bytes.size(), 24u);
  EXPECT_EQ(Call(Attr(), bytes, nullptr, 0), -ENOSPC);
  EXPECT_EQ(Call(Attr(), bytes, scratch_.data(), 23), -ENOSPC);
  EXPECT_EQ(Call(Attr(), bytes, scratch_.data(), 24), 1);
  EXPECT_EQ(Call(Attr(), bytes, scratch_.data() + 4, 24), -EINVAL);
}

TEST_F(ForeignView, WritesNothingBeyondTheRecordAndLeavesTheDataAlone) {
  const Bytes bytes =
      encoder::EncodeRecord(encoder::Lost{1, 2}, 0, {}, Attr(), Order::kBig);
  const Bytes before = bytes;
  std::memset(scratch_.data(), kPoison, 64);
  ASSERT_EQ(Call(Attr(), bytes, scratch_.data(), 64), 1);
  EXPECT_TRUE(IsPoison(scratch_.data() + 24, 40));
  EXPECT_EQ(bytes, before);
}

TEST_F(ForeignView, OfARecordThatCannotBeDecodedIsMalformed) {
  Attr attr;
  attr.sample_type = encoder::kCallchain;
  // nr is one more than there is room for.
  const Bytes bytes =
      encoder::Writer(Order::kBig).U32(9).U16(0).U16(24).U64(2).U64(1).bytes();
  EXPECT_EQ(Call(attr, bytes, scratch_.data(), scratch_.size()), -EBADMSG);
}

}  // namespace
}  // namespace decode_test
