// Buffer: grows, and says when it can't.

#include "impl/base/buffer.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "gtest/gtest.h"

namespace {

using perfc::base::Buffer;

TEST(Buffer, KeepsItsContentAsItGrows) {
  Buffer<uint32_t> buffer;
  for (uint32_t i = 0; i < 10000; ++i) {
    ASSERT_TRUE(buffer.Append(i * 3));
    ASSERT_EQ(buffer.size(), i + 1u);
  }
  for (uint32_t i = 0; i < 10000; ++i) ASSERT_EQ(buffer[i], i * 3);
  EXPECT_EQ(buffer.end() - buffer.begin(), 10000);
}

TEST(Buffer, ManyAreAppendedAllOrNone) {
  Buffer<char> buffer;
  ASSERT_TRUE(buffer.AppendAll(nullptr, 0));
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(buffer.AppendAll("four", 4));
  EXPECT_EQ(buffer.size(), 4000u);
  EXPECT_EQ(perfc::base::View(buffer).substr(3996), "four");
  // The compiler would warn of a copy that is never made.
  const volatile size_t too_many = SIZE_MAX;
  EXPECT_FALSE(buffer.AppendAll("x", too_many));
  EXPECT_EQ(buffer.size(), 4000u);
  buffer.Clear();
  EXPECT_EQ(perfc::base::View(buffer), "");
}

TEST(Buffer, NewElementsOfAResizeAreZero) {
  Buffer<uint64_t> buffer;
  ASSERT_TRUE(buffer.Resize(100));
  for (uint64_t &value : buffer) {
    ASSERT_EQ(value, 0u);
    value = ~uint64_t{0};
  }
  ASSERT_TRUE(buffer.Resize(10));
  ASSERT_TRUE(buffer.Resize(1000));
  for (size_t i = 0; i < buffer.size(); ++i) {
    ASSERT_EQ(buffer[i], i < 10 ? ~uint64_t{0} : 0) << i;
  }
}

TEST(Buffer, WhatMemoryCantHoldIsRefusedAndTheContentStays) {
  Buffer<uint64_t> buffer;
  ASSERT_TRUE(buffer.Append(7));
  EXPECT_FALSE(buffer.Reserve(SIZE_MAX)) << "its bytes would overflow";
  EXPECT_FALSE(buffer.Reserve(SIZE_MAX / sizeof(uint64_t) + 1));
  EXPECT_FALSE(buffer.Resize(SIZE_MAX));
  ASSERT_EQ(buffer.size(), 1u);
  EXPECT_EQ(buffer[0], 7u);
}

TEST(Buffer, ReservedRoomIsUsedWithoutMoving) {
  Buffer<int> buffer;
  ASSERT_TRUE(buffer.Reserve(100));
  const int *data = buffer.data();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(buffer.Append(i));
  EXPECT_EQ(buffer.data(), data);
}

TEST(Buffer, MovesItsContent) {
  Buffer<int> from;
  ASSERT_TRUE(from.Append(5));
  Buffer<int> to(std::move(from));
  ASSERT_EQ(to.size(), 1u);
  EXPECT_EQ(to[0], 5);
  Buffer<int> again;
  again = std::move(to);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0], 5);
}

}  // namespace
