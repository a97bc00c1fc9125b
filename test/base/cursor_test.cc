// Cursor: every step inside its bounds, in both byte orders.

#include "impl/base/cursor.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "impl/base/order.h"

namespace {

using perfc::base::Cursor;
using perfc::base::Foreign;
using perfc::base::Native;

struct alignas(8) Record {
  uint8_t bytes[64];
};

Record Counting() {
  Record record;
  for (size_t i = 0; i < sizeof record.bytes; ++i) {
    record.bytes[i] = static_cast<uint8_t>(i);
  }
  return record;
}

template <typename Order>
Cursor<Order> Over(Record &record, size_t from, size_t to) {
  return Cursor<Order>(record.bytes, record.bytes + from, record.bytes + to);
}

TEST(Cursor, NumbersOfEveryWidthInThisMachinesOrder) {
  Record record = Counting();
  auto cursor = Over<Native>(record, 8, 8 + 15);
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  ASSERT_TRUE(cursor.Number(&u8));
  ASSERT_TRUE(cursor.Number(&u16));
  ASSERT_TRUE(cursor.Number(&u32));
  ASSERT_TRUE(cursor.Number(&u64));
  EXPECT_EQ(u8, 0x08);
  EXPECT_EQ(u16, 0x0a09);
  EXPECT_EQ(u32, 0x0e0d0c0bu);
  EXPECT_EQ(u64, 0x161514131211100fu);
  EXPECT_TRUE(cursor.AtEnd());
}

TEST(Cursor, NumbersOfEveryWidthInTheOtherOrder) {
  Record record = Counting();
  auto cursor = Over<Foreign>(record, 8, 8 + 15);
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  ASSERT_TRUE(cursor.Number(&u8));
  ASSERT_TRUE(cursor.Number(&u16));
  ASSERT_TRUE(cursor.Number(&u32));
  ASSERT_TRUE(cursor.Number(&u64));
  EXPECT_EQ(u8, 0x08);
  EXPECT_EQ(u16, 0x090a);
  EXPECT_EQ(u32, 0x0b0c0d0eu);
  EXPECT_EQ(u64, 0x0f10111213141516u);
  uint64_t fixed;
  memcpy(&fixed, record.bytes + 15, sizeof fixed);
  EXPECT_EQ(fixed, u64) << "the record itself is turned";
  EXPECT_EQ(record.bytes[7], 7);
  EXPECT_EQ(record.bytes[23], 23);
}

TEST(Cursor, ANumberThatDoesntFitMovesNothing) {
  Record record = Counting();
  for (size_t left = 0; left < 8; ++left) {
    auto cursor = Over<Native>(record, 8, 8 + left);
    uint64_t number = 77;
    EXPECT_FALSE(cursor.Number(&number));
    EXPECT_EQ(number, 77u);
    EXPECT_EQ(cursor.left(), left);
    EXPECT_EQ(cursor.offset(), 8);
  }
}

TEST(Cursor, WordsAreBoundedWithoutOverflow) {
  Record record = Counting();
  for (size_t words : {1, 2, 3}) {
    for (uint64_t count :
         {uint64_t{6} / words + 1, uint64_t{1} << 32, uint64_t{1} << 60,
          uint64_t{1} << 61, uint64_t{1} << 63, UINT64_MAX / 8, UINT64_MAX}) {
      auto cursor = Over<Foreign>(record, 8, 8 + 48);
      perfc_range range = {77, 77};
      EXPECT_FALSE(cursor.Words(count, words, &range)) << count;
      EXPECT_EQ(cursor.left(), 48u);
      EXPECT_EQ(range.count, 77);
    }
    auto cursor = Over<Native>(record, 8, 8 + 48);
    perfc_range range;
    ASSERT_TRUE(cursor.Words(6 / words, words, &range));
    EXPECT_EQ(range.offset, 8);
    EXPECT_EQ(range.count, 6 / words);
    EXPECT_TRUE(cursor.AtEnd());
  }
}

TEST(Cursor, MisalignedWordsCantBeAnArray) {
  Record record = Counting();
  for (size_t at = 9; at < 16; ++at) {
    auto cursor = Over<Native>(record, at, 64);
    perfc_range range;
    EXPECT_FALSE(cursor.Words(1, 1, &range)) << at;
  }
}

TEST(Cursor, WordsOfTheOtherOrderAreTurnedInPlace) {
  Record record = Counting();
  auto cursor = Over<Foreign>(record, 16, 32);
  perfc_range range;
  ASSERT_TRUE(cursor.Words(1, 2, &range));
  uint64_t words[2];
  memcpy(words, record.bytes + 16, sizeof words);
  EXPECT_EQ(words[0], 0x1011121314151617u);
  EXPECT_EQ(words[1], 0x18191a1b1c1d1e1fu);
  EXPECT_EQ(record.bytes[32], 32);
}

TEST(Cursor, BytesAndCopiesAreBounded) {
  Record record = Counting();
  auto cursor = Over<Native>(record, 8, 8 + 16);
  perfc_range range = {77, 77};
  EXPECT_FALSE(cursor.Bytes(17, &range));
  EXPECT_FALSE(cursor.Bytes(UINT64_MAX, &range));
  uint8_t out[17] = {};
  EXPECT_FALSE(cursor.Copy(out, 17));
  ASSERT_TRUE(cursor.Bytes(3, &range));
  EXPECT_EQ(range.offset, 8);
  EXPECT_EQ(range.count, 3);
  ASSERT_TRUE(cursor.Copy(out, 13));
  EXPECT_EQ(out[0], 11);
  EXPECT_EQ(out[12], 23);
  EXPECT_EQ(out[13], 0);
  EXPECT_TRUE(cursor.AtEnd());
  EXPECT_TRUE(cursor.Bytes(0, &range));
}

TEST(Cursor, ATextEndsAtItsNulOrWithWhatIsLeft) {
  Record record = {};
  memcpy(record.bytes + 8, "comm", 5);
  auto padded = Over<Native>(record, 8, 24);
  perfc_range range;
  ASSERT_TRUE(padded.Text(&range));
  EXPECT_EQ(range.offset, 8);
  EXPECT_EQ(range.count, 4);
  EXPECT_TRUE(padded.AtEnd());
  auto whole = Over<Native>(record, 8, 11);
  ASSERT_TRUE(whole.Text(&range));
  EXPECT_EQ(range.count, 3);
  auto nothing = Over<Native>(record, 8, 8);
  ASSERT_TRUE(nothing.Text(&range));
  EXPECT_EQ(range.count, 0);
}

// What a big-endian compiler makes of the same declaration: the first field
// lies in the highest bits.
TEST(Cursor, BitfieldsOfTheOtherOrderMoveToTheirMirrorPlaces) {
  const std::vector<uint8_t> widths = {1, 2, 5, 16, 40};
  const uint64_t values[] = {1, 2, 0x15, 0xbeef, 0x123456789a};
  uint64_t big = 0;
  uint64_t little = 0;
  unsigned at = 0;
  for (size_t i = 0; i < widths.size(); ++i) {
    little |= values[i] << at;
    at += widths[i];
    big |= values[i] << (64 - at);
  }
  Record record = {};
  const uint64_t swapped = __builtin_bswap64(big);
  memcpy(record.bytes + 8, &swapped, sizeof swapped);
  auto cursor = Over<Foreign>(record, 8, 16);
  uint64_t word;
  ASSERT_TRUE(cursor.Bitfield(widths.data(), widths.size(), &word));
  EXPECT_EQ(word, little);
  EXPECT_FALSE(cursor.Bitfield(widths.data(), widths.size(), &word));
}

TEST(Cursor, BitfieldsOfThisMachinesOrderStayAsTheyAre) {
  Record record = Counting();
  const uint8_t widths[] = {1, 63};
  auto cursor = Over<Native>(record, 8, 16);
  uint64_t word;
  ASSERT_TRUE(cursor.Bitfield(widths, 2, &word));
  EXPECT_EQ(word, 0x0f0e0d0c0b0a0908u);
}

TEST(Cursor, OneFieldOfAWholeWordIsOnlySwapped) {
  uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const uint8_t width = 64;
  Foreign::FixBitfield(bytes, &width, 1);
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  EXPECT_EQ(word, 0x0102030405060708u);
}

}  // namespace
