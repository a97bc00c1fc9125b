#include "examples/perfc/printable.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

TEST(PrintableTest, WordsOfAnyScriptStayAsTheyAre) {
  for (const char* text : {"", "libc.so.6", "a b~", "größe", "日本語", "😀"}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(PrintableTest, ControlCharactersAreEscaped) {
  EXPECT_EQ(Printable("\33[31mX\nY\t\177"), "\\x1b[31mX\\x0aY\\x09\\x7f");
  EXPECT_EQ(Printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(Printable("\xc2\x9b"), "\\xc2\\x9b") << "CSI in one character";
}

TEST(PrintableTest, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(Printable("a\xff\x80z"), "a\\xff\\x80z");
  EXPECT_EQ(Printable("\xe2\x82"), "\\xe2\\x82") << "cut";
  EXPECT_EQ(Printable("\xc1\xbf"), "\\xc1\\xbf") << "overlong";
  EXPECT_EQ(Printable("\xe0\x82\x9b"), "\\xe0\\x82\\x9b") << "overlong";
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "surrogate";
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(PrintableTest, MarksThatReorderOrBreakALineAreEscaped) {
  EXPECT_EQ(Printable("a\u202eb"), "a\\xe2\\x80\\xaeb");
  EXPECT_EQ(Printable("a\u2066b"), "a\\xe2\\x81\\xa6b");
  EXPECT_EQ(Printable("a\u2028b"), "a\\xe2\\x80\\xa8b");
}

TEST(PrintableTest, ALineEndsWithTheOnlyNewline) {
  EXPECT_EQ(Line("one\ntwo"), "one\\x0atwo\n");
}

}  // namespace
}  // namespace tool
