// Format files: what they say, and what is refused.
#include <cerrno>
#include <string>

#include "test/tracefs/tracepoints.h"

namespace {

using namespace tracepoints;  // NOLINT: the tests' own helpers.

TEST(Parse, TellsNameIdSystemAndPrintFormat) {
  const Tracepoint tracepoint =
      Of(Line("int a", 8, 4, true), "\"a=%d\n\", REC->a");
  struct perfc_tracepoint_info info = {};
  ASSERT_EQ(perfc_tracepoint_get_info(tracepoint.get(), &info, sizeof info), 0);
  EXPECT_EQ(info.id, 314u);
  EXPECT_EQ(info.field_count, 5u);
  EXPECT_STREQ(info.system, "system");
  EXPECT_STREQ(info.name, "event");
  EXPECT_STREQ(info.print_format, "\"a=%d\n\", REC->a");
}

TEST(Parse, AFieldHasAKindATypeAndElements) {
  const struct {
    const char *declaration;
    int size;
    const char *type;
    uint32_t kind;
    uint32_t flags;
    uint32_t element_size;
    uint32_t count;
  } cases[] = {
      {"unsigned int x", 4, "unsigned int", PERFC_FIELD_KIND_INT, 0, 4, 1},
      {"u64 x", 8, "u64", PERFC_FIELD_KIND_INT, 0, 8, 1},
      {"umode_t x", 8, "umode_t", PERFC_FIELD_KIND_INT, 0, 8, 1},
      {"char x", 1, "char", PERFC_FIELD_KIND_CHAR, 0, 1, 1},
      {"bool x", 1, "bool", PERFC_FIELD_KIND_BOOL, 0, 1, 1},
      {"enum zone_type x", 4, "enum zone_type", PERFC_FIELD_KIND_ENUM, 0, 4, 1},
      {"const char * x", 8, "const char *", PERFC_FIELD_KIND_POINTER, 0, 8, 1},
      {"const char *const * x", 8, "const char *const *",
       PERFC_FIELD_KIND_POINTER, 0, 8, 1},
      {"void *x", 8, "void *", PERFC_FIELD_KIND_POINTER, 0, 8, 1},
      {"void __seg_gs * x", 8, "void __seg_gs *", PERFC_FIELD_KIND_POINTER, 0,
       8, 1},
      {"struct timespec x", 16, "struct timespec", PERFC_FIELD_KIND_BYTES, 0,
       16, 1},
      {"struct small x", 4, "struct small", PERFC_FIELD_KIND_BYTES, 0, 4, 1},
      {"odd_t x", 3, "odd_t", PERFC_FIELD_KIND_BYTES, 0, 3, 1},
      {"char x[16]", 16, "char[16]", PERFC_FIELD_KIND_STRING,
       PERFC_FIELD_FLAG_ARRAY, 1, 16},
      {"const char x[16]", 16, "const char[16]", PERFC_FIELD_KIND_STRING,
       PERFC_FIELD_FLAG_ARRAY, 1, 16},
      {"char x[TASK_COMM_LEN]", 16, "char[TASK_COMM_LEN]",
       PERFC_FIELD_KIND_STRING, PERFC_FIELD_FLAG_ARRAY, 1, 16},
      {"unsigned char x[6]", 6, "unsigned char[6]", PERFC_FIELD_KIND_INT,
       PERFC_FIELD_FLAG_ARRAY, 1, 6},
      {"unsigned long x[6]", 48, "unsigned long[6]", PERFC_FIELD_KIND_INT,
       PERFC_FIELD_FLAG_ARRAY, 8, 6},
      {"__be32 x[MAX]", 8, "__be32[MAX]", PERFC_FIELD_KIND_INT,
       PERFC_FIELD_FLAG_ARRAY, 4, 2},
      {"u16 x[]", 8, "u16[]", PERFC_FIELD_KIND_INT, PERFC_FIELD_FLAG_ARRAY, 2,
       4},
      {"unsigned long x[]", 0, "unsigned long[]", PERFC_FIELD_KIND_INT,
       PERFC_FIELD_FLAG_ARRAY, 8, 0},
      {"struct pair x[2]", 8, "struct pair[2]", PERFC_FIELD_KIND_BYTES,
       PERFC_FIELD_FLAG_ARRAY, 4, 2},
      {"__data_loc char[] x", 4, "__data_loc char[]", PERFC_FIELD_KIND_STRING,
       PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED, 1, 0},
      {"__data_loc u64[] x", 4, "__data_loc u64[]", PERFC_FIELD_KIND_INT,
       PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED, 8, 0},
      {"__data_loc struct what[] x", 4, "__data_loc struct what[]",
       PERFC_FIELD_KIND_BYTES,
       PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED, 1, 0},
      {"__data_loc char[][2] x", 8, "__data_loc char[][2]",
       PERFC_FIELD_KIND_STRING,
       PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED, 1, 2},
      {"__data_loc cpumask_t x", 4, "__data_loc cpumask_t",
       PERFC_FIELD_KIND_BITMASK, PERFC_FIELD_FLAG_LOCATED, 8, 0},
      {"__rel_loc char[] x", 4, "__rel_loc char[]", PERFC_FIELD_KIND_STRING,
       PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED |
           PERFC_FIELD_FLAG_RELATIVE,
       1, 0},
      {"__rel_loc char x[]", 4, "__rel_loc char[]", PERFC_FIELD_KIND_STRING,
       PERFC_FIELD_FLAG_ARRAY | PERFC_FIELD_FLAG_LOCATED |
           PERFC_FIELD_FLAG_RELATIVE,
       1, 0},
  };
  for (const auto &c : cases) {
    SCOPED_TRACE(c.declaration);
    const Tracepoint tracepoint = Of(Line(c.declaration, 8, c.size));
    const auto field = Field(tracepoint, "x");
    EXPECT_STREQ(field.name, "x");
    EXPECT_STREQ(field.type, c.type);
    EXPECT_EQ(field.kind, c.kind);
    EXPECT_EQ(field.flags, c.flags);
    EXPECT_EQ(field.offset, 8u);
    EXPECT_EQ(field.size, static_cast<uint32_t>(c.size));
    EXPECT_EQ(field.element_size, c.element_size);
    EXPECT_EQ(field.count, c.count);
  }
}

TEST(Parse, ThePrintFormatTellsMasksOfBits) {
  const std::string words = Line("__data_loc unsigned long[] mask", 8, 4);
  EXPECT_EQ(Field(Of(words), "mask").kind, uint32_t{PERFC_FIELD_KIND_INT});
  for (const char *call :
       {"__get_bitmask(mask)", "__get_cpumask(mask)", "__get_rel_bitmask(mask)",
        "__get_rel_cpumask(mask)"}) {
    const Tracepoint tracepoint = Of(words, std::string("\"%s\", ") + call);
    EXPECT_EQ(Field(tracepoint, "mask").kind,
              uint32_t{PERFC_FIELD_KIND_BITMASK});
  }
  EXPECT_EQ(Field(Of(words, "\"%s\", __get_bitmask(mask2)"), "mask").kind,
            uint32_t{PERFC_FIELD_KIND_INT});
}

TEST(Parse, SignedAndCommonAreFlags) {
  const Tracepoint tracepoint = Of(Line("int a", 8, 4, true));
  EXPECT_EQ(Field(tracepoint, "a").flags, uint32_t{PERFC_FIELD_FLAG_SIGNED});
  EXPECT_EQ(Field(tracepoint, "common_pid").flags,
            uint32_t{PERFC_FIELD_FLAG_SIGNED | PERFC_FIELD_FLAG_COMMON});
}

TEST(Parse, A32BitMachineHasShortLongs) {
  const Tracepoint tracepoint =
      Of(Line("void * at", 8, 4) + Line("__data_loc unsigned long[] a", 12, 4));
  EXPECT_EQ(Field(tracepoint, "a").element_size, 4u);
}

TEST(Parse, OfTwoFieldsWithOneNameTheFirstIsFound) {
  const Tracepoint tracepoint = Of(Line("int a", 8, 4) + Line("int a", 12, 4));
  EXPECT_EQ(Field(tracepoint, "a").offset, 8u);
  EXPECT_EQ(perfc_tracepoint_find_field(tracepoint.get(), "b"), -ENOENT);
}

TEST(Parse, KeysOfLaterKernelsArePassedOver) {
  const Tracepoint tracepoint =
      Of("\tfield:int a;\toffset:8;\tsize:4;\tsigned:1;\tlater:x;\nlater: 1\n");
  EXPECT_EQ(Field(tracepoint, "a").size, 4u);
}

TEST(Parse, WhatIsNoFormatFileIsRefusedWithItsLine) {
  const struct {
    std::string format;
    uint64_t line;
    const char *detail;
  } cases[] = {
      {"", 0, "there is no name"},
      {"name: x\n", 0, "there is no ID"},
      {"name: x\nID: y\n", 2, "ID is no number"},
      {"name: x\nID: 99999999999\n", 2, "ID is no number"},
      {"name: x\nID: 1\nformat:\n", 0, "there is no common_type of 2 bytes"},
      {Format("\tfield:int a;\toffset:8;\n"), 9,
       "a field has no offset or size"},
      {Format("\tfield:int a;\toffset:x;\tsize:4;\n"), 9,
       "offset is no number"},
      {Format("\tfield:int a;\toffset:8;\tsize:-4;\n"), 9, "size is no number"},
      {Format("\tfield:int a;\toffset:8;\tsize:4;\tsigned:;\n"), 9,
       "signed is no number"},
      {Format(Line("int a", 65535, 4)), 9,
       "a field ends beyond the 65535 bytes that a record can have"},
      {Format("\tfield:int a;\toffset:4294967295;\tsize:4294967295;\n"), 9,
       "a field ends beyond the 65535 bytes that a record can have"},
      {Format("\tfield:int a;\toffset:8;\tsize:99999999999;\n"), 9,
       "size is no number"},
      {Format(Line("", 8, 4)), 9, "a field has no name or no type"},
      {Format(Line("a", 8, 4)), 9, "a field has no name or no type"},
      {Format(Line("]", 8, 4)), 9, "a field has no name or no type"},
      {Format(Line("[4]", 8, 4)), 9, "a field has no name or no type"},
      {Format(Line("int *", 8, 4)), 9, "a field has no name or no type"},
      {Format(Line("__data_loc char[] a", 8, 8)), 9,
       "a __data_loc or __rel_loc field isn't 4 bytes long"},
      {Format(Line("__data_loc char[][1073741825] a", 8, 4)), 9,
       "a __data_loc or __rel_loc field isn't 4 bytes long"},
  };
  for (const auto &c : cases) {
    SCOPED_TRACE(c.format);
    perfc_error error = {};
    EXPECT_EQ(Parse(c.format, PERFC_BYTE_ORDER_NATIVE, &error), nullptr);
    EXPECT_EQ(error.code, -EINVAL);
    EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_FORMAT});
    EXPECT_EQ(error.number[0], c.line);
    EXPECT_STREQ(error.detail, c.detail);
  }
}

TEST(Parse, CountsThatDontFitAreNotBelieved) {
  for (const char *declaration :
       {"int a[3]", "int a[4294967295]", "int a[99999999999]", "int a[0]",
        "int a[-1]", "int a[2][2]", "u8 a[65535]"}) {
    SCOPED_TRACE(declaration);
    const auto field = Field(Of(Line(declaration, 8, 16)), "a");
    EXPECT_EQ(field.element_size * field.count, 16u);
  }
}

// Whatever is cut off or changed, it is a tracepoint or a refusal.
TEST(Parse, EveryPrefixAndEveryChangedByteIsTakenOrRefused) {
  const std::string whole = Format(
      Line("char comm[16]", 8, 16) + Line("__data_loc char[] s", 24, 4) +
          Line("unsigned long mask[4]", 32, 32),
      "\"%s %*ph %08lx %%\", REC->comm, 4, REC->x, ((long)(REC->mask[0]))");
  for (size_t size = 0; size <= whole.size(); ++size) {
    Parse(whole.substr(0, size));
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    for (char c : {'\0', '\n', ';', ':', '[', ']', '(', '"', '%', ' ', '9'}) {
      std::string changed = whole;
      changed[at] = c;
      Parse(changed);
    }
  }
}

TEST(Parse, HugeFilesTakeLinearTime) {
  std::string fields;
  for (int i = 0; i < 20000; ++i) {
    fields += Line("int field" + std::to_string(i), 8, 4);
  }
  const Tracepoint tracepoint = Of(fields, std::string(1 << 20, '('));
  struct perfc_tracepoint_info info = {};
  perfc_tracepoint_get_info(tracepoint.get(), &info, sizeof info);
  EXPECT_EQ(info.field_count, 20004u);
}

TEST(Parse, ArgumentsAreChecked) {
  perfc_tracepoint *tracepoint = nullptr;
  const std::string format = Format("");
  EXPECT_EQ(perfc_tracepoint_create_from_text(
                nullptr, format.data(), format.size(), 0, &tracepoint, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_tracepoint_create_from_text("s", nullptr, 0, 0, &tracepoint,
                                              nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_tracepoint_create_from_text("s", format.data(), format.size(),
                                              3, &tracepoint, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_tracepoint_create_from_text("s", format.data(), format.size(),
                                              0, nullptr, nullptr),
            -EINVAL);
  EXPECT_EQ(tracepoint, nullptr);
  perfc_tracepoint_destroy(nullptr);
}

TEST(Parse, ResultsAreCutToTheCallersSize) {
  const Tracepoint tracepoint = Of(Line("int a", 8, 4));
  struct perfc_tracepoint_info info = {};
  ASSERT_EQ(perfc_tracepoint_get_info(tracepoint.get(), &info, 4), 0);
  EXPECT_EQ(info.id, 314u);
  EXPECT_EQ(info.field_count, 0u);
  struct perfc_tracepoint_field field = {};
  ASSERT_EQ(perfc_tracepoint_get_field(tracepoint.get(), 4, &field, 8), 0);
  EXPECT_STREQ(field.name, "a");
  EXPECT_EQ(field.type, nullptr);
  EXPECT_EQ(perfc_tracepoint_get_field(tracepoint.get(), 5, &field, 8),
            -EINVAL);
}

}  // namespace
