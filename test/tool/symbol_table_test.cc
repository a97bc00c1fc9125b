#include "examples/perfc/symbol_table.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

std::string NameAt(const SymbolTable& table, uint64_t address) {
  const Symbol* symbol = table.Find(address);
  return symbol ? symbol->name : "";
}

TEST(SymbolTableTest, ASymbolCoversItsSizeAndNoMore) {
  const SymbolTable table({{0x200, 0x10, 0, "b"}, {0x100, 0x10, 0, "a"}});
  EXPECT_EQ(NameAt(table, 0xff), "");
  EXPECT_EQ(NameAt(table, 0x100), "a");
  EXPECT_EQ(NameAt(table, 0x10f), "a");
  EXPECT_EQ(NameAt(table, 0x110), "");
  EXPECT_EQ(NameAt(table, 0x200), "b");
}

TEST(SymbolTableTest, WithoutASizeItReachesToTheNext) {
  const SymbolTable table({{0x100, 0, 0, "a"}, {0x200, 8, 0, "b"}});
  EXPECT_EQ(NameAt(table, 0x1ff), "a");
  EXPECT_EQ(NameAt(table, 0x208), "");
}

TEST(SymbolTableTest, BehindANestedSymbolTheOuterOneGoesOn) {
  const SymbolTable table(
      {{0x100, 0x100, 0, "outer"}, {0x120, 0x10, 0, "inner"}});
  EXPECT_EQ(NameAt(table, 0x120), "inner");
  EXPECT_EQ(NameAt(table, 0x130), "outer");
}

TEST(SymbolTableTest, OfSeveralNamesTheLowestRankThenTheShortestCounts) {
  const SymbolTable table({{0x100, 8, 2, "aa"},
                           {0x100, 8, 0, "__malloc"},
                           {0x100, 8, 0, "malloc"},
                           {0x100, 8, 1, "a"}});
  EXPECT_EQ(NameAt(table, 0x104), "malloc");
}

TEST(SymbolTableTest, KallsymsGivesFunctionsWithTheirModules) {
  const SymbolTable table = ParseKallsyms(
      "ffffffff81000000 T _text\n"
      "ffffffff81000100 t do_thing\n"
      "ffffffff81000180 D some_data\n"
      "ffffffffc0000000 t mod_init\t[mod]\n");
  EXPECT_EQ(NameAt(table, 0xffffffff81000010), "_text");
  EXPECT_EQ(NameAt(table, 0xffffffff81000190), "do_thing");
  EXPECT_EQ(NameAt(table, 0xffffffffc0000008), "mod_init\t[mod]");
}

TEST(SymbolTableTest, KallsymsThatHidesAddressesGivesNothing) {
  EXPECT_TRUE(ParseKallsyms("0000000000000000 T _text\n"
                            "0000000000000000 t do_thing\n")
                  .empty());
  EXPECT_TRUE(ParseKallsyms("").empty());
  EXPECT_TRUE(ParseKallsyms("nonsense\n\nffff\n").empty());
}

TEST(DemangleTest, GivesTheNameOfTheSource) {
  EXPECT_EQ(Demangle("_ZN4tool8DemangleEv"), "tool::Demangle()");
  EXPECT_EQ(Demangle("main"), "main");
  EXPECT_EQ(Demangle("_Znonsense"), "_Znonsense");
}

}  // namespace
}  // namespace tool
