#include "impl/profile/table/table.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "impl/profile/table/kinds.h"
#include "perfc/profile/file.h"

namespace perfc::profile::table {
namespace {

Table Cpus() { return Table(PERFC_ROWS_CPUS, sizeof(perfc_cpu_row)); }

perfc_text Add(Table& table, absl::string_view text) {
  perfc_text added = {1, 1};
  EXPECT_TRUE(table.AddText(text, &added));
  return added;
}

template <typename Row>
const Row* RowsOf(Table& table, perfc_rows* rows) {
  EXPECT_EQ(table.GetRows(sizeof(Row), rows), 0);
  return static_cast<const Row*>(rows->rows);
}

TEST(Texts, EqualTextsHaveEqualOffsets) {
  Table table = Cpus();
  const perfc_text first = Add(table, "sched");
  const perfc_text other = Add(table, "sched_switch");
  EXPECT_EQ(Add(table, "sched").offset, first.offset);
  EXPECT_NE(other.offset, first.offset);
}

TEST(Texts, StayEqualWhileTheIndexGrows) {
  Table table = Cpus();
  constexpr int kMany = 20000;
  for (int i = 0; i < kMany; ++i) Add(table, std::to_string(i));
  perfc_rows before;
  ASSERT_EQ(table.GetRows(8, &before), 0);
  for (int i = 0; i < kMany; ++i) {
    const perfc_text text = Add(table, std::to_string(i));
    ASSERT_EQ(table.texts().Get(text), std::to_string(i));
  }
  perfc_rows after;
  ASSERT_EQ(table.GetRows(8, &after), 0);
  EXPECT_EQ(after.text_size, before.text_size);
}

TEST(Texts, MayContainNuls) {
  Table table = Cpus();
  const absl::string_view with("a\0b", 3);
  const perfc_text a = Add(table, "a");
  const perfc_text text = Add(table, with);
  EXPECT_EQ(text.size, 3u);
  EXPECT_NE(text.offset, a.offset);
  EXPECT_EQ(table.texts().Get(text), with);
  EXPECT_EQ(Add(table, with).offset, text.offset);
}

TEST(Texts, EndWithANul) {
  Table table = Cpus();
  const perfc_text text = Add(table, "cycles");
  perfc_rows rows;
  ASSERT_EQ(table.GetRows(8, &rows), 0);
  EXPECT_STREQ(rows.text + text.offset, "cycles");
  EXPECT_EQ(rows.text_size, text.offset + sizeof "cycles");
}

TEST(Texts, APlaceOfZerosIsTheEmptyText) {
  Table table = Cpus();
  Add(table, "cycles");
  const perfc_text empty = Add(table, "");
  EXPECT_EQ(empty.offset, 0u);
  EXPECT_EQ(empty.size, 0u);
  perfc_rows rows;
  ASSERT_EQ(table.GetRows(8, &rows), 0);
  EXPECT_STREQ(rows.text, "");
}

TEST(Texts, BeyondOffsetsAreRefused) {
  const size_t size = size_t{4} << 30;
  void* nothing = mmap(nullptr, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(nothing, MAP_FAILED);
  Table table = Cpus();
  perfc_text text;
  EXPECT_FALSE(table.AddText({static_cast<char*>(nothing), size}, &text));
  EXPECT_EQ(table.failure(), -ERANGE);
  munmap(nothing, size);
}

TEST(Rows, OfAnEmptyTable) {
  Table table = Cpus();
  perfc_rows rows;
  EXPECT_EQ(RowsOf<perfc_cpu_row>(table, &rows), nullptr);
  EXPECT_EQ(rows.count, 0u);
  EXPECT_EQ(rows.starts, nullptr);
  EXPECT_STREQ(rows.text, "");
  EXPECT_EQ(rows.text_size, 1u);
}

TEST(Rows, AreLaidOutForTheCallersStruct) {
  Table table = Cpus();
  ASSERT_TRUE(table.Add(perfc_cpu_row{1, 2, 3, 4}));
  ASSERT_TRUE(table.Add(perfc_cpu_row{5, 6, 7, 8}));

  perfc_rows rows;
  const auto* same = RowsOf<perfc_cpu_row>(table, &rows);
  EXPECT_EQ(rows.count, 2u);
  EXPECT_EQ(same[1].core, 6u);

  struct Short {
    uint32_t cpu;
    uint32_t core;
  };
  const auto* shorter = RowsOf<Short>(table, &rows);
  EXPECT_EQ(shorter[1].cpu, 5u);
  EXPECT_EQ(shorter[1].core, 6u);

  struct Long {
    perfc_cpu_row row;
    uint64_t later;
  };
  const auto* longer = RowsOf<Long>(table, &rows);
  EXPECT_EQ(longer[1].row.socket, 8u);
  EXPECT_EQ(longer[0].later, 0u);
  EXPECT_EQ(longer[1].later, 0u);
}

TEST(Rows, StayWhereTheyAreUntilAnotherSizeIsAsked) {
  Table table = Cpus();
  ASSERT_TRUE(table.Add(perfc_cpu_row{1, 2, 3, 4}));
  perfc_rows first, again;
  ASSERT_EQ(table.GetRows(64, &first), 0);
  ASSERT_EQ(table.GetRows(64, &again), 0);
  EXPECT_EQ(first.rows, again.rows);
}

TEST(Rows, OfASizeThatNoStructHasAreRefused) {
  Table table = Cpus();
  perfc_rows rows;
  EXPECT_EQ(table.GetRows(0, &rows), -EINVAL);
  EXPECT_EQ(table.GetRows(7, &rows), -EINVAL);
  EXPECT_EQ(table.GetRows(12, &rows), -EINVAL);
}

TEST(Rows, ThatNeedMoreThanAllMemoryGiveNoMemory) {
  Table table = Cpus();
  for (uint32_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(table.Add(perfc_cpu_row{i, 0, 0, 0}));
  }
  perfc_rows rows;
  EXPECT_EQ(table.GetRows(SIZE_MAX & ~size_t{7}, &rows), -ENOMEM);
  const auto* kept = RowsOf<perfc_cpu_row>(table, &rows);
  EXPECT_EQ(kept[3].cpu, 3u);
}

TEST(Groups, SayWhereTheirRowsBegin) {
  Table table = Cpus();
  for (uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(table.Add(perfc_cpu_row{i, 0, 0, 0}));
  }
  ASSERT_TRUE(table.EndGroup());
  ASSERT_TRUE(table.EndGroup());
  ASSERT_TRUE(table.Add(perfc_cpu_row{9, 0, 0, 0}));
  ASSERT_TRUE(table.EndGroup());
  perfc_rows rows;
  RowsOf<perfc_cpu_row>(table, &rows);
  ASSERT_EQ(rows.groups, 3u);
  const uint64_t starts[] = {0, 3, 3, 4};
  EXPECT_EQ(memcmp(rows.starts, starts, sizeof starts), 0);
}

TEST(Kinds, KnowTheirStructs) {
  for (uint32_t number = 1; number <= PERFC_ROWS_DOMAINS; ++number) {
    const Kind* kind = FindKind(number);
    ASSERT_NE(kind, nullptr) << number;
    EXPECT_EQ(kind->number, number);
    EXPECT_EQ(kind->row_size % 8, 0u) << number;
    size_t end = 0;
    for (const Member& member : kind->members) {
      EXPECT_GE(member.offset, end) << member.name;
      EXPECT_STRNE(member.name, "reserved");
      end = size_t{member.offset} + member.size;
    }
    EXPECT_LE(end, kind->row_size);
  }
  EXPECT_EQ(FindKind(0), nullptr);
  EXPECT_EQ(FindKind(PERFC_ROWS_DOMAINS + 1), nullptr);
}

}  // namespace
}  // namespace perfc::profile::table
