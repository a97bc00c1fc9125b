#include "examples/perfc/proc.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace tool {
namespace {

using Cpus = std::vector<int32_t>;

TEST(ProcTest, MapsLinesKeepNamesWithSpaces) {
  const std::vector<MapsLine> lines = ParseMaps(
      "55d0-55e0 r-xp 00001000 08:01 1234    /opt/a program (deleted)\n"
      "7f00-7f10 rw-p 00000000 00:00 0 \n"
      "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0  [vsyscall]\n");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].start, 0x55d0u);
  EXPECT_EQ(lines[0].end, 0x55e0u);
  EXPECT_TRUE(lines[0].executable);
  EXPECT_EQ(lines[0].pgoff, 0x1000u);
  EXPECT_EQ(lines[0].filename, "/opt/a program (deleted)");
  EXPECT_FALSE(lines[1].executable);
  EXPECT_EQ(lines[1].filename, "//anon");
  EXPECT_EQ(lines[2].filename, "[vsyscall]");
}

TEST(ProcTest, MapsLinesThatAreNoneAreLeftOut) {
  EXPECT_TRUE(ParseMaps("").empty());
  EXPECT_TRUE(ParseMaps("\n\nnonsense\n12-\n").empty());
}

TEST(ProcTest, ThisProcessHasThisThread) {
  const std::vector<int32_t> threads = ThreadsOf(getpid());
  ASSERT_FALSE(threads.empty());
  EXPECT_EQ(threads[0], getpid());
  EXPECT_FALSE(CommOf(getpid(), getpid()).empty());
  EXPECT_EQ(CommOf(getpid(), getpid()).back() == '\n', false);
}

}  // namespace
}  // namespace tool
