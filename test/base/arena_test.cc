// Arena: many small things, given back at once.

#include "impl/base/arena.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace {

using perfc::base::Arena;

TEST(Arena, WhatItGaveStaysWhereItIsAsItGrows) {
  Arena arena;
  std::vector<char *> given;
  for (size_t i = 0; i < 20000; ++i) {
    const std::string text = "text " + std::to_string(i);
    given.push_back(arena.Copy(text));
    ASSERT_NE(given.back(), nullptr);
  }
  for (size_t i = 0; i < given.size(); ++i) {
    ASSERT_EQ(given[i], "text " + std::to_string(i));
  }
}

TEST(Arena, AlignsAsAsked) {
  Arena arena;
  for (size_t align : {1, 2, 4, 8, 16}) {
    ASSERT_NE(arena.Alloc(1, 1), nullptr);
    const auto at = reinterpret_cast<uintptr_t>(arena.Alloc(3, align));
    EXPECT_EQ(at % align, 0u) << align;
  }
}

TEST(Arena, ABigOneGetsAChunkOfItsOwn) {
  Arena arena;
  char *small = arena.Copy("small");
  auto *big = arena.Zeroed<uint64_t>(1 << 20);
  ASSERT_NE(big, nullptr);
  EXPECT_EQ(big[0], 0u);
  EXPECT_EQ(big[(1 << 20) - 1], 0u);
  EXPECT_STREQ(small, "small");
}

TEST(Arena, WhatMemoryCantHoldIsRefused) {
  Arena arena;
  EXPECT_EQ(arena.Alloc(SIZE_MAX), nullptr);
  EXPECT_EQ(arena.Alloc(SIZE_MAX / 2 + 1), nullptr);
  EXPECT_EQ(arena.Zeroed<uint64_t>(SIZE_MAX / 8 + 1), nullptr)
      << "its bytes would overflow";
  EXPECT_STREQ(arena.Copy("still works"), "still works");
}

TEST(Arena, CopiesHaveANulBehindThem) {
  Arena arena;
  EXPECT_STREQ(arena.Copy(absl::string_view("abcdef", 3)), "abc");
  EXPECT_STREQ(arena.Copy({}), "");
  const char *with_nul = arena.Copy(absl::string_view("a\0b", 3));
  EXPECT_EQ(memcmp(with_nul, "a\0b", 4), 0);
}

TEST(Arena, RewindsToAMark) {
  Arena arena;
  const char *kept = arena.Copy("kept");
  const Arena::Mark mark = arena.mark();
  const char *first = arena.Copy("gone");
  for (int i = 0; i < 10000; ++i)
    ASSERT_NE(arena.Copy("gone as well"), nullptr);
  arena.Rewind(mark);
  EXPECT_EQ(arena.Copy("back"), first) << "the same place";
  EXPECT_STREQ(kept, "kept");
  arena.Rewind({});
  EXPECT_STREQ(arena.Copy("from the start"), "from the start");
}

}  // namespace
