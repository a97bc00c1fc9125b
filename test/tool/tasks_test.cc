#include "examples/perfc/tasks.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

TEST(TasksTest, AMappingIsFoundByEachOfItsAddresses) {
  Tasks tasks;
  tasks.Map(1, {0x1000, 0x3000, 0x200, 7});
  EXPECT_EQ(tasks.Find(1, 0xfff), nullptr);
  ASSERT_NE(tasks.Find(1, 0x1000), nullptr);
  EXPECT_EQ(tasks.Find(1, 0x1000)->object, 7u);
  EXPECT_NE(tasks.Find(1, 0x2fff), nullptr);
  EXPECT_EQ(tasks.Find(1, 0x3000), nullptr);
  EXPECT_EQ(tasks.Find(2, 0x1000), nullptr);
}

TEST(TasksTest, ANewMappingCutsAHoleIntoAnOldOne) {
  Tasks tasks;
  tasks.Map(1, {0x1000, 0x5000, 0x10000, 1});
  tasks.Map(1, {0x2000, 0x3000, 0, 2});
  EXPECT_EQ(tasks.Find(1, 0x1fff)->object, 1u);
  EXPECT_EQ(tasks.Find(1, 0x1fff)->end, 0x2000u);
  EXPECT_EQ(tasks.Find(1, 0x2000)->object, 2u);
  const Mapping* rest = tasks.Find(1, 0x3000);
  ASSERT_NE(rest, nullptr);
  EXPECT_EQ(rest->object, 1u);
  EXPECT_EQ(rest->start, 0x3000u);
  EXPECT_EQ(rest->pgoff, 0x12000u);
  EXPECT_EQ(rest->end, 0x5000u);
}

TEST(TasksTest, ANewMappingReplacesThoseItCovers) {
  Tasks tasks;
  tasks.Map(1, {0x1000, 0x2000, 0, 1});
  tasks.Map(1, {0x2000, 0x3000, 0, 2});
  tasks.Map(1, {0x3000, 0x5000, 0x100, 3});
  tasks.Map(1, {0x1000, 0x4000, 0, 4});
  EXPECT_EQ(tasks.Find(1, 0x1000)->object, 4u);
  EXPECT_EQ(tasks.Find(1, 0x3fff)->object, 4u);
  EXPECT_EQ(tasks.Find(1, 0x4000)->object, 3u);
  EXPECT_EQ(tasks.Find(1, 0x4000)->pgoff, 0x1100u);
}

TEST(TasksTest, AForkedProcessHasItsParentsMapsUntilEitherChanges) {
  Tasks tasks;
  tasks.Map(1, {0x1000, 0x2000, 0, 1});
  tasks.Fork(2, 1, 2, 1);
  tasks.Map(1, {0x5000, 0x6000, 0, 5});
  tasks.Map(2, {0x7000, 0x8000, 0, 7});
  EXPECT_EQ(tasks.Find(2, 0x1000)->object, 1u);
  EXPECT_EQ(tasks.Find(2, 0x5000), nullptr);
  EXPECT_EQ(tasks.Find(1, 0x7000), nullptr);
}

TEST(TasksTest, ThreadsShareTheMapsOfTheirProcess) {
  Tasks tasks;
  tasks.Comm(1, 1, "main", false);
  tasks.Fork(1, 1, 2, 1);
  tasks.Map(1, {0x1000, 0x2000, 0, 1});
  tasks.Exit(1, 1);
  EXPECT_NE(tasks.Find(1, 0x1000), nullptr) << "thread 2 still runs";
  tasks.Exit(1, 2);
  EXPECT_EQ(tasks.Find(1, 0x1000), nullptr);
  EXPECT_EQ(tasks.processes(), 0u);
}

TEST(TasksTest, ExecForgetsTheOldMaps) {
  Tasks tasks;
  tasks.Map(1, {0x1000, 0x2000, 0, 1});
  tasks.Comm(1, 1, "renamed", false);
  EXPECT_NE(tasks.Find(1, 0x1000), nullptr);
  tasks.Comm(1, 1, "program", true);
  EXPECT_EQ(tasks.Find(1, 0x1000), nullptr);
  EXPECT_EQ(tasks.CommOf(1), "program");
}

TEST(TasksTest, ANewThreadHasItsParentsNameUntilItGetsOne) {
  Tasks tasks;
  tasks.Comm(1, 1, "shell", true);
  tasks.Fork(2, 1, 2, 1);
  EXPECT_EQ(tasks.CommOf(2), "shell");
  tasks.Comm(2, 2, "ls", true);
  EXPECT_EQ(tasks.CommOf(2), "ls");
  EXPECT_EQ(tasks.CommOf(1), "shell");
  EXPECT_EQ(tasks.CommOf(9), ":9");
}

}  // namespace
}  // namespace tool
