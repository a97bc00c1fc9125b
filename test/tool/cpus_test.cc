#include "examples/perfc/cpus.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

TEST(CpusTest, TheFirstThatIsNotOnlineIsMissing) {
  EXPECT_EQ(MissingCpu("0-9", "0-1"), 2u);
  EXPECT_EQ(MissingCpu("0,1,5", "0-1"), 5u);
  EXPECT_EQ(MissingCpu("0-7", "0-2,4-7"), 3u);
  EXPECT_EQ(MissingCpu("0-999999999", "0"), 1u);
}

TEST(CpusTest, NoneIsMissingWhereAllAreOnline) {
  EXPECT_EQ(MissingCpu("0-1", "0-1"), std::nullopt);
  EXPECT_EQ(MissingCpu("3-5,1", "0-1,3-4,5-7"), std::nullopt);
}

TEST(CpusTest, WhatIsNoListIsLeftToTheLibrary) {
  for (const char* list :
       {"", "x", "1-", "-1", "0-x", "0--1", "1 2", "0-99999999999"}) {
    EXPECT_EQ(MissingCpu(list, "0"), std::nullopt) << list;
    EXPECT_EQ(MissingCpu("7", list), std::nullopt) << list;
  }
}

}  // namespace
}  // namespace tool
