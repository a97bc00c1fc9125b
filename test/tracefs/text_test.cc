// Fields as text.
#include <cerrno>
#include <string>

#include "test/tracefs/tracepoints.h"

namespace {

using namespace tracepoints;  // NOLINT: the tests' own helpers.

std::string One(const std::string &declaration, int size,
                const std::string &print_format, const std::string &bytes,
                bool is_signed = false) {
  const Tracepoint tracepoint =
      Of(Line(declaration, 8, size, is_signed), print_format);
  return Formatted(tracepoint, RawData().Text(bytes).bytes());
}

TEST(Text, NumbersAreAsThePrintFormatHasThem) {
  const std::string minus_two("\xfe\xff\xff\xff", 4);
  EXPECT_EQ(One("int x", 4, "\"\"", minus_two, true), "x=-2");
  EXPECT_EQ(One("int x", 4, "\"\"", minus_two), "x=4294967294");
  EXPECT_EQ(One("int x", 4, "\"%d\", REC->x", minus_two, true), "x=-2");
  EXPECT_EQ(One("int x", 4, "\"%#x\", REC->x", minus_two, true),
            "x=0xfffffffe");
  EXPECT_EQ(
      One("int x", 4, "\"%% 0x%08lx\", ((unsigned long)(REC->x))", minus_two),
      "x=0xfffffffe");
  EXPECT_EQ(
      One("int x", 4, "\"%d 0x\" \"%x\", f(1, \"a,)\"), REC->x", minus_two),
      "x=0xfffffffe");
  EXPECT_EQ(One("int x", 4, "\"%*x %u\", 8, 1, REC->x", minus_two),
            "x=4294967294");
  EXPECT_EQ(One("int x", 4, "\"%x\", REC->x + 1", minus_two, true), "x=-2");
  EXPECT_EQ(One("int x", 4, "\"%x\", f(REC->x, 1)", minus_two, true), "x=-2");
  EXPECT_EQ(One("u8 x", 1, "\"%c\", REC->x", "A"), "x=A");
  EXPECT_EQ(One("u8 x", 1, "\"%c\", REC->x", "\x7f"), "x=127");
}

TEST(Text, EachKindHasItsOwn) {
  EXPECT_EQ(One("char x", 1, "\"\"", "A"), "x=A");
  EXPECT_EQ(One("bool x", 1, "\"\"", "\x01"), "x=1");
  EXPECT_EQ(One("void * x", 8, "\"%p\", REC->x",
                std::string("\x10\0\0\0\0\0\xff\xff", 8)),
            "x=0xffff000000000010");
  EXPECT_EQ(One("u8 x[3]", 3, "\"\"", "\x01\x02\x03"), "x=[1,2,3]");
  EXPECT_EQ(One("u8 x[]", 0, "\"\"", ""), "x=[]");
  EXPECT_EQ(One("struct s x", 3, "\"\"", "\x01\xab\xff"), "x=01abff");
  EXPECT_EQ(One("char x[8]", 8, "\"\"", std::string("a b\0zzzz", 8)), "x=a b");
  EXPECT_EQ(
      One("char x[8]", 8, "\"\"", std::string("\x1b[\n\\\x7f\xc3\xa4\0", 8)),
      "x=\\x1b[\\x0a\\x5c\\x7f\xc3\xa4");
}

TEST(Text, BitsAreAListOfRanges) {
  const Tracepoint tracepoint = Of(Line("__data_loc cpumask_t x", 8, 4));
  const struct {
    uint64_t words[2];
    const char *text;
  } cases[] = {{{0, 0}, "x="},
               {{1, 0}, "x=0"},
               {{0x2f, 0}, "x=0-3,5"},
               {{uint64_t{1} << 63, 1}, "x=63-64"},
               {{~uint64_t{0}, ~uint64_t{0}}, "x=0-127"}};
  for (const auto &c : cases) {
    const std::string raw = RawData()
                                .Put<uint32_t>(16 << 16 | 12)
                                .Put(c.words[0])
                                .Put(c.words[1])
                                .bytes();
    EXPECT_EQ(Formatted(tracepoint, raw), c.text);
  }
}

TEST(Text, FieldsAreNamedAndCommonOnesLeftOut) {
  const Tracepoint tracepoint =
      Of(Line("char comm[4]", 8, 4) + Line("int pid", 12, 4, true));
  const std::string raw =
      RawData().Text(std::string("sh\0\0", 4)).Put<int32_t>(12).bytes();
  EXPECT_EQ(Formatted(tracepoint, raw), "comm=sh pid=12");
  char text[32];
  EXPECT_EQ(
      perfc_tracepoint_text(tracepoint.get(), raw.data(), raw.size(),
                            Index(tracepoint, "common_pid"), text, sizeof text),
      1);
  EXPECT_STREQ(text, "7");
  EXPECT_EQ(Formatted(Of(""), raw), "");
}

TEST(Text, IsCutAsSnprintfDoes) {
  const Tracepoint tracepoint =
      Of(Line("char comm[4]", 8, 4) + Line("int pid", 12, 4, true));
  const std::string raw =
      RawData().Text(std::string("sh\0\0", 4)).Put<int32_t>(12).bytes();
  const std::string whole = "comm=sh pid=12";
  for (size_t size = 0; size <= whole.size() + 2; ++size) {
    std::string buffer(size + 4, '~');
    EXPECT_EQ(perfc_tracepoint_text(tracepoint.get(), raw.data(), raw.size(),
                                    PERFC_FIELD_ALL, buffer.data(), size),
              static_cast<int>(whole.size()));
    if (size > 0) {
      EXPECT_EQ(std::string(buffer.c_str()), whole.substr(0, size - 1));
    }
    EXPECT_EQ(buffer.substr(size), "~~~~");
  }
}

}  // namespace
