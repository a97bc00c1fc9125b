// Attrs of every length, in both byte orders.

#include "impl/uapi/attr.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "test/encoder/attr.h"

namespace {

using encoder::Bytes;
using encoder::Order;

int Assign(const Bytes &bytes, bool foreign, perfc::uapi::Attr *attr,
           perfc_error *error = nullptr) {
  return attr->Assign(bytes.data(), bytes.size(), foreign, "test", error);
}

// No two fields alike, and no byte of one like another's.
encoder::Attr Distinct() {
  encoder::Attr attr;
  attr.type = 0x01020304;
  attr.config = 0x1112131415161718;
  attr.sample_period = 0x2122232425262728;
  attr.sample_type = 0x3132333435363738;
  attr.read_format = 0x4142434445464748;
  attr.flags = 0x55552aaaab & ~uint64_t{PERFC_ATTR_PRECISE_IP_MASK};
  attr.precise_ip = 2;
  attr.wakeup_events = 0x51525354;
  attr.bp_type = 0x61626364;
  attr.config1 = 0x7172737475767778;
  attr.config2 = 0x8182838485868788;
  attr.branch_sample_type = 0x9192939495969798;
  attr.sample_regs_user = 0xa1a2a3a4a5a6a7a8;
  attr.sample_stack_user = 0xb1b2b3b4;
  attr.clockid = -12345678;
  attr.sample_regs_intr = 0xc1c2c3c4c5c6c7c8;
  attr.aux_watermark = 0xd1d2d3d4;
  attr.sample_max_stack = 0xe1e2;
  attr.reserved_2 = 0xe3e4;
  attr.aux_sample_size = 0xf1f2f3f4;
  attr.aux_action = PERFC_AUX_ACTION_START_PAUSED | PERFC_AUX_ACTION_RESUME;
  attr.sig_data = 0x0102030405060708;
  attr.config3 = 0x1213141516171819;
  attr.config4 = 0x2223242526272829;
  return attr;
}

void ExpectDistinct(const perfc_attr &known) {
  const encoder::Attr attr = Distinct();
  EXPECT_EQ(known.type, attr.type);
  EXPECT_EQ(known.size, sizeof known);
  EXPECT_EQ(known.config, attr.config);
  EXPECT_EQ(known.sample_period, attr.sample_period);
  EXPECT_EQ(known.sample_type, attr.sample_type);
  EXPECT_EQ(known.read_format, attr.read_format);
  EXPECT_EQ(known.flags,
            attr.flags | uint64_t{2} << PERFC_ATTR_PRECISE_IP_SHIFT);
  EXPECT_EQ(known.wakeup_events, attr.wakeup_events);
  EXPECT_EQ(known.bp_type, attr.bp_type);
  EXPECT_EQ(known.config1, attr.config1);
  EXPECT_EQ(known.config2, attr.config2);
  EXPECT_EQ(known.branch_sample_type, attr.branch_sample_type);
  EXPECT_EQ(known.sample_regs_user, attr.sample_regs_user);
  EXPECT_EQ(known.sample_stack_user, attr.sample_stack_user);
  EXPECT_EQ(known.clockid, attr.clockid);
  EXPECT_EQ(known.sample_regs_intr, attr.sample_regs_intr);
  EXPECT_EQ(known.aux_watermark, attr.aux_watermark);
  EXPECT_EQ(known.sample_max_stack, attr.sample_max_stack);
  EXPECT_EQ(known.reserved_2, attr.reserved_2);
  EXPECT_EQ(known.aux_sample_size, attr.aux_sample_size);
  EXPECT_EQ(known.aux_action, attr.aux_action);
  EXPECT_EQ(known.sig_data, attr.sig_data);
  EXPECT_EQ(known.config3, attr.config3);
  EXPECT_EQ(known.config4, attr.config4);
}

TEST(Attr, EveryFieldComesOutOfEitherByteOrder) {
  for (const Order order : {Order::kLittle, Order::kBig}) {
    perfc::uapi::Attr attr;
    ASSERT_EQ(Assign(Distinct().Encode(order), order == Order::kBig, &attr), 0);
    ExpectDistinct(attr.known());
    EXPECT_EQ(attr.bytes().size(), sizeof(perfc_attr));
    EXPECT_EQ(memcmp(attr.bytes().data(), &attr.known(), sizeof(perfc_attr)), 0)
        << "the bytes are in this machine's order";
  }
}

// In the other byte order each bit-field lies at its mirror place.
TEST(Attr, EachFlagAloneComesOutOfEitherByteOrder) {
  for (int bit = 0; bit < 64; ++bit) {
    if (bit == 15 || bit == 16) continue;  // precise_ip
    if (bit >= 40) continue;               // one reserved field
    encoder::Attr flag;
    flag.flags = uint64_t{1} << bit;
    perfc::uapi::Attr attr;
    ASSERT_EQ(Assign(flag.Encode(Order::kBig), true, &attr), 0);
    EXPECT_EQ(attr.known().flags, uint64_t{1} << bit) << bit;
  }
}

TEST(Attr, PreciseIpIsANumberInEitherByteOrder) {
  for (uint32_t precise = 0; precise < 4; ++precise) {
    for (const Order order : {Order::kLittle, Order::kBig}) {
      encoder::Attr value;
      value.precise_ip = precise;
      perfc::uapi::Attr attr;
      ASSERT_EQ(Assign(value.Encode(order), order == Order::kBig, &attr), 0);
      EXPECT_EQ(attr.known().flags, uint64_t{precise} << 15);
    }
  }
}

TEST(Attr, EachAuxActionComesOutOfTheOtherByteOrder) {
  for (uint32_t action : {1u, 2u, 4u, 5u, 7u}) {
    encoder::Attr value;
    value.aux_action = action;
    perfc::uapi::Attr attr;
    ASSERT_EQ(Assign(value.Encode(Order::kBig), true, &attr), 0);
    EXPECT_EQ(attr.known().aux_action, action);
  }
}

TEST(Attr, OfEachPublishedLengthWhatLiesBehindIsZero) {
  for (const Order order : {Order::kLittle, Order::kBig}) {
    for (uint32_t length : {64, 72, 80, 96, 104, 112, 120, 128, 136, 144}) {
      encoder::Attr value = Distinct();
      value.size = length;
      perfc::uapi::Attr attr;
      ASSERT_EQ(
          Assign(value.Encode(order, length), order == Order::kBig, &attr), 0);
      EXPECT_EQ(attr.bytes().size(), length);
      EXPECT_EQ(attr.known().size, length);
      EXPECT_EQ(attr.known().bp_type, value.bp_type);
      EXPECT_EQ(attr.known().config2, length >= 72 ? value.config2 : 0);
      EXPECT_EQ(attr.known().sample_regs_intr,
                length >= 104 ? value.sample_regs_intr : 0);
      EXPECT_EQ(attr.known().config4, length >= 144 ? value.config4 : 0);
    }
  }
}

TEST(Attr, LengthsAgainstTheSizeField) {
  const struct {
    size_t length;
    uint32_t field;
    int result;
    size_t kept;
  } cases[] = {
      {144, 0, 0, 144},
      {144, 144, 0, 144},
      {144, 64, 0, 64},
      {144, 145, -EINVAL, 0},
      {64, 72, -EINVAL, 0},
      {144, 63, -E2BIG, 0},
      {144, 1, -E2BIG, 0},
      {63, 0, -E2BIG, 0},
      {0, 0, -E2BIG, 0},
      {8, 0, -E2BIG, 0},
      {4096, 0, 0, 4096},
      {4096, 4096, 0, 4096},
      {4097, 0, -E2BIG, 0},
      {4096, 4097, -EINVAL, 0},
      {200, 0xffffffff, -EINVAL, 0},
  };
  for (const auto &c : cases) {
    for (const Order order : {Order::kLittle, Order::kBig}) {
      SCOPED_TRACE(testing::Message()
                   << c.length << " bytes that say " << c.field);
      encoder::Attr value;
      value.size = c.field;
      Bytes bytes = value.Encode(order, c.length < 144 ? 144 : c.length);
      perfc::uapi::Attr attr;
      perfc_error error = {};
      EXPECT_EQ(attr.Assign(bytes.data(), c.length, order == Order::kBig,
                            "test", &error),
                c.result);
      EXPECT_EQ(error.code, c.result);
      EXPECT_EQ(attr.bytes().size(), c.kept);
    }
  }
}

TEST(Attr, ARefusedOneLeavesTheOldContent) {
  perfc::uapi::Attr attr;
  ASSERT_EQ(Assign(Distinct().Encode(Order::kLittle), false, &attr), 0);
  EXPECT_EQ(attr.Assign(nullptr, 144, false, "test", nullptr), -EINVAL);
  EXPECT_EQ(Assign(Bytes(8), false, &attr), -E2BIG);
  ExpectDistinct(attr.known());
}

TEST(Attr, WhatThisVersionDoesntKnowIsKept) {
  Bytes bytes = Distinct().Encode(Order::kLittle, 160);
  const uint32_t size = 160;
  memcpy(bytes.data() + offsetof(perfc_attr, size), &size, sizeof size);
  bytes[150] = 0x99;
  perfc::uapi::Attr attr;
  ASSERT_EQ(Assign(bytes, false, &attr), 0);
  EXPECT_EQ(Bytes(attr.bytes().begin(), attr.bytes().end()), bytes);
}

}  // namespace
