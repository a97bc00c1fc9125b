// Strings: their end is the first NUL, or else the record's or the trailer's.

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

using Words = std::vector<uint64_t>;

std::string CommOf(const perfc_attr &attr, Words words) {
  const Plan plan = MakePlan(attr);
  words.insert(words.begin(), Pair(1, 2));
  const Record record(PERFC_RECORD_COMM, 0, words);
  auto out = Poisoned<perfc_record_comm>();
  EXPECT_EQ(perfc_decode_comm(plan.get(), record.get(), &out, sizeof(out)), 0);
  return Text(*record.get(), out.comm);
}

TEST(Strings, EndAtTheFirstNul) {
  EXPECT_EQ(CommOf(AttrOf(0), {Chars("sh\0old\0\0")}), "sh");
}

TEST(Strings, WithoutNulEndWithTheRecord) {
  EXPECT_EQ(CommOf(AttrOf(0), {Chars("abcdefgh"), Chars("ijklmnop")}),
            "abcdefghijklmnop");
}

TEST(Strings, WithoutNulEndBeforeTheTrailer) {
  EXPECT_EQ(
      CommOf(AttrOf(PERFC_SAMPLE_TIME), {Chars("abcdefgh"), Chars("trailer.")}),
      "abcdefgh");
}

TEST(Strings, MayBeEmpty) {
  EXPECT_EQ(CommOf(AttrOf(0), {0}), "");
  EXPECT_EQ(CommOf(AttrOf(0), {}), "");
  EXPECT_EQ(CommOf(AttrOf(PERFC_SAMPLE_TIME), {Chars("trailer.")}), "");
}

TEST(Strings, MayFillTheLargestRecord) {
  const size_t count = (65528 - 8 - 8) / 8;
  EXPECT_EQ(CommOf(AttrOf(0), Words(count, Chars("abcdefgh"))).size(),
            count * 8);
}

TEST(Strings, EachTypeEndsItsOwnBeforeTheTrailer) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_CPU));
  const uint64_t trailer = Pair(0x41414141, 0x41414141);
  const uint64_t name = Chars("12345678");

  const Record mmap(PERFC_RECORD_MMAP, 0, {1, 2, 3, 4, name, trailer});
  perfc_record_mmap mapped;
  ASSERT_EQ(perfc_decode_mmap(plan.get(), mmap.get(), &mapped, sizeof(mapped)),
            0);
  EXPECT_EQ(Text(*mmap.get(), mapped.filename), "12345678");

  const Record mmap2(PERFC_RECORD_MMAP2, 0,
                     {1, 2, 3, 4, 5, 6, 7, 8, name, trailer});
  perfc_record_mmap mapped2;
  ASSERT_EQ(
      perfc_decode_mmap(plan.get(), mmap2.get(), &mapped2, sizeof(mapped2)), 0);
  EXPECT_EQ(Text(*mmap2.get(), mapped2.filename), "12345678");

  const Record ksymbol(PERFC_RECORD_KSYMBOL, 0, {1, 2, name, trailer});
  perfc_record_ksymbol symbol;
  ASSERT_EQ(
      perfc_decode_ksymbol(plan.get(), ksymbol.get(), &symbol, sizeof(symbol)),
      0);
  EXPECT_EQ(Text(*ksymbol.get(), symbol.name), "12345678");

  const Record cgroup(PERFC_RECORD_CGROUP, 0, {1, name, trailer});
  perfc_record_cgroup group;
  ASSERT_EQ(
      perfc_decode_cgroup(plan.get(), cgroup.get(), &group, sizeof(group)), 0);
  EXPECT_EQ(Text(*cgroup.get(), group.path), "12345678");
}

}  // namespace
}  // namespace decode_test
