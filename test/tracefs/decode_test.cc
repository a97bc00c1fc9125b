// Raw data by field: every width, every kind, both byte orders, and data that
// lie.
#include <cerrno>
#include <string>

#include "test/tracefs/tracepoints.h"

namespace {

using namespace tracepoints;  // NOLINT: the tests' own helpers.

TEST(Decode, NumbersOfAllWidthsAndSigns) {
  const Tracepoint tracepoint =
      Of(Line("u8 a", 8, 1) + Line("s8 b", 9, 1, true) + Line("u16 c", 10, 2) +
         Line("s16 d", 12, 2, true) + Line("u32 e", 14, 4) +
         Line("s32 f", 18, 4, true) + Line("u64 g", 22, 8) +
         Line("s64 h", 30, 8, true));
  const std::string raw = RawData()
                              .Put<uint8_t>(0xfe)
                              .Put<int8_t>(-2)
                              .Put<uint16_t>(0xfffe)
                              .Put<int16_t>(-3)
                              .Put<uint32_t>(0xfffffffe)
                              .Put<int32_t>(-4)
                              .Put<uint64_t>(~uint64_t{1})
                              .Put<int64_t>(-5)
                              .bytes();
  const struct {
    const char *field;
    int64_t value;
  } cases[] = {{"a", 0xfe},          {"b", -2},        {"c", 0xfffe}, {"d", -3},
               {"e", 0xfffffffe},    {"f", -4},        {"g", -2},     {"h", -5},
               {"common_type", 314}, {"common_pid", 7}};
  for (const auto &c : cases) {
    uint64_t value = 0;
    ASSERT_EQ(Value(tracepoint, raw, c.field, &value), 0) << c.field;
    EXPECT_EQ(static_cast<int64_t>(value), c.value) << c.field;
    EXPECT_EQ(Value(tracepoint, raw, c.field, &value, 1), -ENODATA) << c.field;
  }
}

TEST(Decode, TheOtherByteOrder) {
  const Tracepoint tracepoint =
      Of(Line("int a", 8, 4, true) + Line("__data_loc char[] s", 12, 4) +
             Line("u16 list[2]", 16, 4),
         "\"\"", PERFC_BYTE_ORDER_BIG);
  std::string raw(
      "\x01\x3a\0\0\0\0\0\x07"
      "\xff\xff\xff\xfe\0\x03\0\x14"
      "\x12\x34\x56\x78"
      "hi\0",
      23);
  uint64_t value = 0;
  EXPECT_EQ(perfc_tracepoint_matches(tracepoint.get(), raw.data(), raw.size()),
            1);
  ASSERT_EQ(Value(tracepoint, raw, "a", &value), 0);
  EXPECT_EQ(static_cast<int64_t>(value), -2);
  ASSERT_EQ(Value(tracepoint, raw, "list", &value, 1), 0);
  EXPECT_EQ(value, 0x5678u);
  EXPECT_EQ(Bytes(tracepoint, raw, "s"), "hi");
}

TEST(Decode, ElementsOfArrays) {
  const Tracepoint tracepoint = Of(Line("unsigned long args[3]", 8, 24) +
                                   Line("__data_loc s16[] list", 32, 4, true) +
                                   Line("u32 rest[]", 36, 0));
  const std::string raw = RawData()
                              .Put<uint64_t>(1)
                              .Put<uint64_t>(2)
                              .Put<uint64_t>(3)
                              .Put<uint32_t>(4 << 16 | 36)
                              .Put<int16_t>(-1)
                              .Put<int16_t>(5)
                              .Put<uint32_t>(6)
                              .bytes();
  uint64_t value = 0;
  ASSERT_EQ(Value(tracepoint, raw, "args", &value, 2), 0);
  EXPECT_EQ(value, 3u);
  EXPECT_EQ(Value(tracepoint, raw, "args", &value, 3), -ENODATA);
  ASSERT_EQ(Value(tracepoint, raw, "list", &value, 0), 0);
  EXPECT_EQ(static_cast<int64_t>(value), -1);
  EXPECT_EQ(Value(tracepoint, raw, "list", &value, 2), -ENODATA);
  EXPECT_EQ(Value(tracepoint, raw, "list", &value, UINT32_MAX), -ENODATA);
  ASSERT_EQ(Value(tracepoint, raw, "rest", &value, 1), 0);
  EXPECT_EQ(value, 6u);
  EXPECT_EQ(Value(tracepoint, raw, "rest", &value, 2), -ENODATA);
}

TEST(Decode, StringsEndAtTheirNulOrTheirEnd) {
  const Tracepoint tracepoint = Of(
      Line("char a[4]", 8, 4) + Line("char b[4]", 12, 4) +
      Line("__data_loc char[] c", 16, 4) + Line("__rel_loc char[] d", 20, 4) +
      Line("__data_loc char[] empty", 24, 4) + Line("char rest[]", 28, 0));
  const std::string raw = RawData()
                              .Text(std::string("ab\0x", 4))
                              .Text("full")
                              .Put<uint32_t>(5 << 16 | 28)
                              .Put<uint32_t>(3 << 16 | 9)  // 24 + 9
                              .Put<uint32_t>(0 << 16 | 36)
                              .Text(std::string("loc\0\0rel", 8))
                              .bytes();
  EXPECT_EQ(Bytes(tracepoint, raw, "a"), "ab");
  EXPECT_EQ(Bytes(tracepoint, raw, "b"), "full");
  EXPECT_EQ(Bytes(tracepoint, raw, "c"), "loc");
  EXPECT_EQ(Bytes(tracepoint, raw, "d"), "rel");
  EXPECT_EQ(Bytes(tracepoint, raw, "empty"), "");
  EXPECT_EQ(Bytes(tracepoint, raw, "rest"), "loc");
  EXPECT_EQ(Bytes(tracepoint, raw, "a", 1), std::to_string(-ENODATA));
}

TEST(Decode, ArraysOfLocatedStrings) {
  const Tracepoint tracepoint = Of(Line("__data_loc char[][2] s", 8, 8));
  const std::string raw = RawData()
                              .Put<uint32_t>(2 << 16 | 16)
                              .Put<uint32_t>(2 << 16 | 18)
                              .Text(std::string("a\0b\0", 4))
                              .bytes();
  EXPECT_EQ(Bytes(tracepoint, raw, "s", 0), "a");
  EXPECT_EQ(Bytes(tracepoint, raw, "s", 1), "b");
  EXPECT_EQ(Bytes(tracepoint, raw, "s", 2), std::to_string(-ENODATA));
  EXPECT_EQ(Formatted(tracepoint, raw), "s=[a,b]");
}

TEST(Decode, AValueThatIsNoNumberIsRefused) {
  const Tracepoint tracepoint =
      Of(Line("char s[4]", 8, 4) + Line("struct x b", 12, 4));
  const std::string raw = RawData().Text("abcdefgh").bytes();
  uint64_t value = 0;
  EXPECT_EQ(Value(tracepoint, raw, "s", &value), -EINVAL);
  EXPECT_EQ(Value(tracepoint, raw, "b", &value), -EINVAL);
}

TEST(Decode, BytesOfAnyKindAreFoundAndThoseOfAStringWithoutItsNul) {
  const Tracepoint tracepoint =
      Of(Line("char s[4]", 8, 4) + Line("struct x b", 12, 4) +
         Line("u16 list[2]", 16, 4));
  const std::string raw =
      RawData().Text(std::string("ab\0xcd\0yefgh", 12)).bytes();
  EXPECT_EQ(Bytes(tracepoint, raw, "s"), "ab");
  EXPECT_EQ(Bytes(tracepoint, raw, "b"), std::string("cd\0y", 4));
  EXPECT_EQ(Bytes(tracepoint, raw, "list"), "efgh");
  for (const char *field : {"s", "b", "list"}) {
    EXPECT_EQ(Bytes(tracepoint, raw, field, 1), std::to_string(-ENODATA));
  }
}

TEST(Decode, LocationsOutsideOfTheDataAreMalformed) {
  const Tracepoint data = Of(Line("__data_loc char[] s", 8, 4));
  const Tracepoint relative = Of(Line("__rel_loc u8[] s", 8, 4));
  const struct {
    uint32_t offset;
    uint32_t length;
  } cases[] = {{13, 4}, {17, 0}, {0xffff, 0xffff}, {0, 17}, {16, 1}};
  for (const auto &c : cases) {
    SCOPED_TRACE(c.offset);
    uint64_t value = 0;
    const std::string raw =
        RawData().Put<uint32_t>(c.length << 16 | c.offset).Text("abcd").bytes();
    EXPECT_EQ(Bytes(data, raw, "s"), std::to_string(-EBADMSG));
    EXPECT_EQ(Formatted(data, raw), std::to_string(-EBADMSG));
    EXPECT_EQ(Value(relative, raw, "s", &value), -EBADMSG);
  }
}

TEST(Decode, EveryCutIsMalformedOrAsBefore) {
  const Tracepoint tracepoint =
      Of(Line("u32 a", 8, 4) + Line("__data_loc char[] s", 12, 4) +
         Line("char c[4]", 16, 4));
  const std::string raw = RawData()
                              .Put<uint32_t>(9)
                              .Put<uint32_t>(4 << 16 | 20)
                              .Text("xyz")
                              .Text(std::string("\0end", 4))
                              .Text(std::string("\0", 1))
                              .bytes();
  for (size_t size = 0; size <= raw.size(); ++size) {
    // In memory of its own, so that a sanitizer sees what is read beyond it.
    const std::unique_ptr<char[]> cut(new char[size]);
    memcpy(cut.get(), raw.data(), size);
    uint64_t value = 0;
    uint32_t offset = 0;
    uint32_t length = 0;
    const auto *at = cut.get();
    EXPECT_EQ(perfc_tracepoint_value(tracepoint.get(), at, size, 4, 0, &value),
              size >= 12 ? 0 : -EBADMSG);
    EXPECT_EQ(perfc_tracepoint_range(tracepoint.get(), at, size, 5, 0, &offset,
                                     &length),
              size >= 24 ? 0 : -EBADMSG);
    EXPECT_EQ(perfc_tracepoint_range(tracepoint.get(), at, size, 6, 0, &offset,
                                     &length),
              size >= 20 ? 0 : -EBADMSG);
    EXPECT_EQ(perfc_tracepoint_matches(tracepoint.get(), at, size), size >= 2);
    char text[64];
    perfc_tracepoint_text(tracepoint.get(), at, size, PERFC_FIELD_ALL, text,
                          sizeof text);
  }
}

TEST(Decode, ArgumentsAreChecked) {
  const Tracepoint tracepoint = Of(Line("int a", 8, 4));
  const std::string raw = RawData().Put<int32_t>(1).bytes();
  uint64_t value = 0;
  EXPECT_EQ(perfc_tracepoint_value(tracepoint.get(), raw.data(), raw.size(), 5,
                                   0, &value),
            -EINVAL);
  EXPECT_EQ(perfc_tracepoint_value(tracepoint.get(), nullptr, 0, 4, 0, &value),
            -EINVAL);
  EXPECT_EQ(
      perfc_tracepoint_value(nullptr, raw.data(), raw.size(), 4, 0, &value),
      -EINVAL);
  EXPECT_EQ(perfc_tracepoint_value(tracepoint.get(), raw.data(), raw.size(), 4,
                                   0, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_tracepoint_matches(tracepoint.get(), nullptr, 8), 0);
  const auto text = [&](uint32_t field, char *buffer) {
    return perfc_tracepoint_text(tracepoint.get(), raw.data(), raw.size(),
                                 field, buffer, 1);
  };
  EXPECT_EQ(text(PERFC_FIELD_ALL, nullptr), -EINVAL);
  char one;
  EXPECT_EQ(text(4, &one), 1);
  EXPECT_EQ(text(5, &one), -EINVAL) << "there is no such field";
}

TEST(Decode, OfAnotherTracepointDoesntMatch) {
  const Tracepoint tracepoint = Of(Line("int a", 8, 4));
  std::string raw = RawData().Put<int32_t>(1).bytes();
  EXPECT_EQ(perfc_tracepoint_matches(tracepoint.get(), raw.data(), raw.size()),
            1);
  raw[0] = 0;
  EXPECT_EQ(perfc_tracepoint_matches(tracepoint.get(), raw.data(), raw.size()),
            0);
}

}  // namespace
