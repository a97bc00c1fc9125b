// The readers of text: lines, numbers, mappings.
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "impl/profile/synthesize/files.h"
#include "impl/profile/synthesize/line_reader.h"
#include "impl/profile/synthesize/maps.h"
#include "test/profile/synthesize/fake_tree.h"

namespace perfc::profile::synthesize {
namespace {

std::vector<std::string> Lines(const std::string& content) {
  FakeTree tree;
  tree.Write("file", content);
  LineReader reader;
  EXPECT_EQ(reader.Open(tree.Path("file").c_str()), 0);
  std::vector<std::string> lines;
  absl::string_view line;
  while (reader.Next(&line) == 1) lines.emplace_back(line);
  return lines;
}

using List = std::vector<std::string>;

TEST(LineReader, TheLastLineNeedsNoNewline) {
  EXPECT_EQ(Lines(""), List());
  EXPECT_EQ(Lines("a"), List({"a"}));
  EXPECT_EQ(Lines("a\n"), List({"a"}));
  EXPECT_EQ(Lines("a\n\nb"), List({"a", "", "b"}));
}

TEST(LineReader, LinesCrossTheBuffersEnd) {
  List expected;
  std::string content;
  for (int i = 0; i < 30000; ++i) {
    expected.push_back(std::string(i % 17, 'x') + std::to_string(i));
    content += expected.back() + "\n";
  }
  EXPECT_EQ(Lines(content), expected);
}

TEST(LineReader, LinesThatDontFitAreLeftOut) {
  const size_t kBuffer = 32 << 10;
  for (size_t size : {kBuffer, kBuffer + 1, 3 * kBuffer, 10 * kBuffer + 7}) {
    const std::string huge(size, 'y');
    EXPECT_EQ(Lines("a\n" + huge + "\nb\n"), List({"a", "b"})) << size;
    EXPECT_EQ(Lines(huge), List()) << size;
    EXPECT_EQ(Lines(huge + "\n" + huge + "\nb"), List({"b"})) << size;
  }
  const std::string fits(kBuffer - 1, 'z');
  EXPECT_EQ(Lines(fits + "\nb\n"), List({fits, "b"}));
}

TEST(LineReader, AMissingFileIsAnError) {
  LineReader reader;
  EXPECT_EQ(reader.Open("/proc/there/is/none"), -ENOENT);
}

TEST(Path, OneThatIsTooLongCantBeOpened) {
  EXPECT_STREQ(Path("%s", std::string(PATH_MAX, 'x')).get(), "");
  EXPECT_EQ(OpenToRead(""), -ENOENT);
}

TEST(TakeNumber, StopsBehindTheNumber) {
  absl::string_view text = "ff8g";
  uint64_t number = 0;
  EXPECT_TRUE(TakeNumber(&text, 16, &number));
  EXPECT_EQ(number, 0xff8u);
  EXPECT_EQ(text, "g");
  EXPECT_FALSE(TakeNumber(&text, 16, &number));
  text = "18446744073709551615";
  EXPECT_TRUE(TakeNumber(&text, 10, &number));
  EXPECT_EQ(number, UINT64_MAX);
  text = "18446744073709551616";
  EXPECT_FALSE(TakeNumber(&text, 10, &number));
}

TEST(ListNumbers, AreSortedAndWithoutOtherNames) {
  FakeTree tree;
  for (const char* name : {"cpu10", "cpu9", "cpu", "cpu1x", "xcpu1",
                           "cpu99999999999", "cpufreq"}) {
    tree.Directory(std::string("sys/") + name);
  }
  base::Buffer<uint32_t> numbers;
  EXPECT_EQ(ListNumbers(tree.Path("sys").c_str(), "cpu", &numbers), 0);
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_EQ(numbers[0], 9u);
  EXPECT_EQ(numbers[1], 10u);
}

TEST(ListNames, TakesMoreThanOneReadGives) {
  FakeTree tree;
  for (int i = 0; i < 500; ++i) {
    tree.Directory("many/directory_number_" + std::to_string(1000 + i));
  }
  tree.Write("many/file", "");
  NameList names;
  EXPECT_EQ(ListNames(tree.Path("many").c_str(), true, &names), 0);
  ASSERT_EQ(names.size(), 500u);
  EXPECT_EQ(names[0], "directory_number_1000");
  EXPECT_EQ(names[499], "directory_number_1499");
  EXPECT_EQ(ListNames(tree.Path("many").c_str(), false, &names), 0);
  EXPECT_EQ(names.size(), 501u);
}

TEST(ParseMapping, HasAllFields) {
  Mapping mapping;
  ASSERT_TRUE(
      ParseMapping("7f12a0000000-7f12a0021000 r-xp 00026000 fd:1a 1234567    "
                   "               /usr/lib/x y (deleted)",
                   &mapping));
  EXPECT_EQ(mapping.start, 0x7f12a0000000u);
  EXPECT_EQ(mapping.end, 0x7f12a0021000u);
  EXPECT_EQ(mapping.prot, uint32_t{PROT_READ | PROT_EXEC});
  EXPECT_EQ(mapping.flags, uint32_t{MAP_PRIVATE});
  EXPECT_EQ(mapping.pgoff, 0x26000u);
  EXPECT_EQ(mapping.maj, 0xfdu);
  EXPECT_EQ(mapping.min, 0x1au);
  EXPECT_EQ(mapping.ino, 1234567u);
  EXPECT_EQ(mapping.name, "/usr/lib/x y (deleted)");
}

TEST(ParseMapping, ANameMayBeMissing) {
  Mapping mapping;
  for (const char* line :
       {"1000-2000 -w-s 0 00:00 0", "1000-2000 -w-s 00000000 00:00 0 "}) {
    ASSERT_TRUE(ParseMapping(line, &mapping));
    EXPECT_EQ(mapping.name, "");
    EXPECT_EQ(mapping.prot, uint32_t{PROT_WRITE});
    EXPECT_EQ(mapping.flags, uint32_t{MAP_SHARED});
  }
}

TEST(ParseMapping, OtherLinesAreRefused) {
  const std::string good = "1000-2000 r-xp 00000000 08:01 77 /x";
  Mapping mapping;
  ASSERT_TRUE(ParseMapping(good, &mapping));
  for (const char* line :
       {"", "x", "1000 2000 r-xp 0 08:01 77 /x", "1000-2000 r-xq 0 08:01 77 /x",
        "1000-2000 r?xp 0 08:01 77 /x", "1000-2000 r-x 0 08:01 77 /x",
        "2000-1000 r-xp 0 08:01 77 /x", "1000-1000 r-xp 0 08:01 77 /x",
        "1000-2000 r-xp 0 0801 77 /x", "1000-2000 r-xp 0 08:01 x",
        "1000-2000 r-xp 0 08:01 77/x",
        "10000000000000000-20000000000000000 r-xp 0 08:01 77 /x",
        "1000-2000 r-xp 0 100000000:01 77 /x"}) {
    EXPECT_FALSE(ParseMapping(line, &mapping)) << line;
  }
  for (size_t size = 0; size < good.find(" /x") - 1; ++size) {
    EXPECT_FALSE(ParseMapping(good.substr(0, size), &mapping)) << size;
  }
}

std::string NameOf(const std::string& name) {
  base::Buffer<char> out;
  EXPECT_TRUE(AppendName(name, &out));
  return std::string(View(out));
}

TEST(AppendName, OnlyNewlinesAreEscaped) {
  EXPECT_EQ(NameOf("/a\\012b\\012"), "/a\nb\n");
  EXPECT_EQ(NameOf("/a\\040b\\"), "/a\\040b\\");
  EXPECT_EQ(NameOf("[heap]"), "[heap]");
}

TEST(AppendName, MemoryWithoutAFileIsAnon) { EXPECT_EQ(NameOf(""), "//anon"); }

TEST(AppendName, AsLongAsTheKernelsNames) {
  const std::string longest(PATH_MAX - 1, 'x');
  EXPECT_EQ(NameOf(longest), longest);
  EXPECT_EQ(NameOf(longest + "x"), "//toolong");
}

}  // namespace
}  // namespace perfc::profile::synthesize
