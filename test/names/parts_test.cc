// The small parts that names are looked up with.

#include <cerrno>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "impl/base/arena.h"
#include "impl/catalog/cpu_list.h"
#include "impl/catalog/fixed_text.h"
#include "impl/catalog/symbols.h"
#include "impl/names/glob.h"
#include "impl/names/suggest.h"

namespace {

using perfc::catalog::Message;
using perfc::names::EditDistance;
using perfc::names::MatchesGlob;
using perfc::names::Suggestions;

TEST(Glob, MatchesAsAShellDoes) {
  EXPECT_TRUE(MatchesGlob("", ""));
  EXPECT_TRUE(MatchesGlob("*", ""));
  EXPECT_TRUE(MatchesGlob("sched_*", "sched_switch"));
  EXPECT_TRUE(MatchesGlob("*_sw*ch", "sched_sw_switch"));
  EXPECT_TRUE(MatchesGlob("s?hed", "sched"));
  EXPECT_TRUE(MatchesGlob("x[a-c][!d]", "xbe"));
  EXPECT_FALSE(MatchesGlob("x[a-c][!d]", "xbd"));
  EXPECT_FALSE(MatchesGlob("sched", "sched_switch"));
  EXPECT_FALSE(MatchesGlob("sched_switch_", "sched_switch"));
  EXPECT_FALSE(MatchesGlob("?", ""));
  EXPECT_TRUE(MatchesGlob("a[b", "a[b")) << "a bracket that isn't closed";
}

TEST(Glob, ManyStarsEndSoon) {
  std::string pattern;
  for (int i = 0; i < 1000; ++i) pattern += "*a";
  EXPECT_FALSE(MatchesGlob(pattern + "b", std::string(5000, 'a')));
}

int CpuCount(absl::string_view text) {
  perfc::base::Arena arena;
  uint32_t *cpus = nullptr;
  return perfc::catalog::ParseCpuList(text, &arena, &cpus);
}

TEST(CpuList, Ranges) {
  perfc::base::Arena arena;
  uint32_t *cpus = nullptr;
  ASSERT_EQ(perfc::catalog::ParseCpuList("0-2,8", &arena, &cpus), 4);
  EXPECT_EQ(cpus[2], 2u);
  EXPECT_EQ(cpus[3], 8u);
  EXPECT_EQ(CpuCount(""), 0);
  for (const char *bad : {"x", "1-", "-1", "3-1", "1,,2", "1 2"}) {
    EXPECT_EQ(CpuCount(bad), -EINVAL) << bad;
  }
  EXPECT_EQ(CpuCount("0-4294967295"), -ERANGE);
  EXPECT_EQ(CpuCount("0-65535,0-65535"), -ERANGE);
}

TEST(Distance, CountsWhatWasMistyped) {
  EXPECT_EQ(EditDistance("cycles", "cycles", 3), 0u);
  EXPECT_EQ(EditDistance("cylces", "cycles", 3), 1u) << "swapped";
  EXPECT_EQ(EditDistance("cycle", "cycles", 3), 1u);
  EXPECT_EQ(EditDistance("cyclesx", "cycles", 3), 1u);
  EXPECT_EQ(EditDistance("Cycles", "cycles", 3), 0u);
  EXPECT_EQ(EditDistance("", "abc", 3), 3u);
  EXPECT_EQ(EditDistance("abcdef", "uvwxyz", 2), 3u) << "more than asked for";
  EXPECT_EQ(EditDistance(std::string(200, 'a'), std::string(200, 'a'), 2), 3u);
}

TEST(Suggest, NamesTheNearestThree) {
  Suggestions nearest("instrutions");
  for (const char *name : {"cycles", "instruction", "instructions",
                           "instructionz", "instrution", "instrutionz"}) {
    nearest.Offer(name);
  }
  Message message;
  nearest.Tell(&message);
  EXPECT_EQ(message.view(),
            "; did you mean 'instructions', 'instrution' or 'instrutionz'?");
}

TEST(Suggest, NothingWhereNothingIsNear) {
  Suggestions nearest("foo");
  nearest.Offer("instructions");
  Message message;
  nearest.Tell(&message);
  EXPECT_TRUE(message.empty());
}

TEST(FixedText, CutsWhatDoesntFit) {
  perfc::catalog::FixedText<8> text("12345");
  text << "6789" << uint64_t{42};
  EXPECT_EQ(text.view(), "1234567");
  EXPECT_EQ(text.wanted(), 11u);
}

TEST(FixedText, QuotesAreOneShortLine) {
  Message message;
  message.Quote(absl::string_view("a\n\0b", 4));
  EXPECT_EQ(message.view(), "'a??b'");
  Message longer;
  longer.Quote(std::string(100, 'x'));
  EXPECT_EQ(longer.view(), "'" + std::string(60, 'x') + "...'");
}

TEST(CacheNames, SayWhereTheyEnd) {
  const auto bad = perfc::catalog::ParseCacheName("L1-dcache-lods");
  EXPECT_TRUE(bad.is_cache);
  EXPECT_FALSE(bad.valid);
  EXPECT_EQ(bad.bad_at, 10u);
  EXPECT_FALSE(perfc::catalog::ParseCacheName("cycles").is_cache);
  EXPECT_FALSE(perfc::catalog::ParseCacheName("L1-dcachex").is_cache);
}

}  // namespace
