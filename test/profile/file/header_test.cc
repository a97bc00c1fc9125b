// The first bytes of a file, its attrs and their ids.

#include <cerrno>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Attr;
using perf_data::Bytes;
using perf_data::Endian;
using perf_data::File;
using reading::Options;
using reading::Read;
using reading::Result;

constexpr Endian kBoth[] = {Endian::kLittle, Endian::kBig};

File Small(Endian endian = Endian::kLittle) {
  File file;
  file.endian = endian;
  file.data = perf_data::SampleRecord(endian, {5});
  return file;
}

// Opening fails, and says which bytes break which rule.
void ExpectRefused(const std::string &content, uint64_t offset,
                   const std::string &rule) {
  const Result result = Read(content);
  EXPECT_EQ(result.opened, -EBADMSG) << rule;
  EXPECT_EQ(result.error.rule, static_cast<uint32_t>(PERFC_RULE_FILE_CONTENT));
  EXPECT_EQ(result.error.number[0], offset) << rule;
  EXPECT_EQ(std::string(result.error.detail), rule);
  EXPECT_STREQ(result.error.operation, "perfc_file_open");
}

TEST(Header, BothVersionsAndBothByteOrdersAreRead) {
  for (const Endian endian : kBoth) {
    for (const char *magic : {"PERFFILE", "PERFILE2"}) {
      File file = Small(endian);
      file.magic = magic;
      const Result result = Read(file.Build());
      ASSERT_EQ(result.opened, 0) << result.error.detail;
      EXPECT_EQ(result.Times(), std::vector<uint64_t>{5});
      EXPECT_EQ(result.end, -ESHUTDOWN);
      EXPECT_EQ(result.info.version, file.magic == "PERFFILE" ? 1u : 2u);
      EXPECT_EQ(result.info.byte_order,
                static_cast<uint32_t>(endian == Endian::kBig
                                          ? PERFC_BYTE_ORDER_BIG
                                          : PERFC_BYTE_ORDER_LITTLE));
      EXPECT_EQ(result.info.pipe, 0u);
      EXPECT_EQ(result.info.sources, 1u);
      EXPECT_EQ(result.info.cut_at, 0u);
    }
  }
}

TEST(Header, AHeaderOf72BytesHasNoFeatures) {
  for (const Endian endian : kBoth) {
    File file = Small(endian);
    file.header_size = 72;
    const Result result = Read(file.Build());
    ASSERT_EQ(result.opened, 0) << result.error.detail;
    EXPECT_EQ(result.records.size(), 1u);
    EXPECT_EQ(result.info.features, 0u);
  }
}

TEST(Header, OtherBytesAreRefused) {
  std::string content = Small().Build();
  content[0] = 'Q';
  ExpectRefused(content, 0, "the file doesn't begin with PERFILE2");
  ExpectRefused("", 0, "the file is shorter than a header");
  ExpectRefused("PERFILE2", 8, "the file is shorter than a header");
  File file = Small();
  file.header_size = 100;
  ExpectRefused(file.Build(), 8, "the header's size isn't 16, 72 or 104");
  ExpectRefused(Small().Build().substr(0, 60), 60,
                "the file ends within the header");
}

// Overwrites 8 bytes.
std::string With(std::string content, size_t at, uint64_t value) {
  return content.replace(at, 8, Bytes().U64(value).bytes());
}

TEST(Header, SectionsThatEndBeyondAllNumbersAreRefused) {
  const std::string content = Small().Build();
  ExpectRefused(With(content, 32, UINT64_MAX), 24,
                "the section of attrs ends beyond 2^64");
  ExpectRefused(With(content, 48, UINT64_MAX), 40,
                "the data section ends beyond 2^64");
  ExpectRefused(With(content, 40, 8), 40,
                "the data section begins within the header");
}

TEST(Header, ASizeThatNoAttrHasIsRefused) {
  const char kRule[] = "the size of an attr with its section of ids is wrong";
  const std::string content = Small().Build();
  for (const uint64_t size : {0, 16, 79, 5000}) {
    ExpectRefused(With(content, 16, size), 16, kRule);
  }
}

TEST(Header, AttrsBeyondTheEndAreRefused) {
  const std::string content = Small().Build();
  ExpectRefused(With(content, 24, 1 << 20), 1 << 20,
                "the file ends within attrs");
  ExpectRefused(With(content, 32, uint64_t{1} << 40), content.size(),
                "the file ends within attrs");
}

TEST(Attrs, EverySizeIsRead) {
  for (const Endian endian : kBoth) {
    for (const uint32_t bytes : {64, 72, 80, 96, 104, 112, 120, 136, 200}) {
      for (const uint32_t size : {bytes, 64u, 0u}) {
        File file = Small(endian);
        file.attrs[0].bytes = bytes;
        file.attrs[0].size = size;
        file.attrs[0].ids = {7};
        file.attrs[0].config = 3;
        const Result result = Read(file.Build());
        ASSERT_EQ(result.opened, 0) << bytes << " " << result.error.detail;
        perfc_attr attr;
        const int told =
            perfc_plan_attr(result.info.plan, 0, &attr, sizeof attr);
        EXPECT_EQ(told, static_cast<int>(size ? size : bytes));
        EXPECT_EQ(attr.config, 3u);
        EXPECT_EQ(attr.sample_type, perf_data::kSampleType);
        EXPECT_TRUE(attr.flags & PERFC_ATTR_SAMPLE_ID_ALL);
        EXPECT_EQ(perfc_plan_find_id(result.info.plan, 7), 0);
        EXPECT_EQ(result.records.size(), 1u);
      }
    }
  }
}

TEST(Attrs, AnAttrThatIsLongerThanItsPlaceIsRefused) {
  File file = Small();
  file.attrs[0].size = 120;
  ExpectRefused(file.Build(), file.AttrsOffset() + 4,
                "the attr is longer than its place");
  file.attrs[0].size = 63;
  ExpectRefused(file.Build(), file.AttrsOffset(), "the attr's size is wrong");
}

TEST(Attrs, IdsBelongToTheirAttr) {
  for (const Endian endian : kBoth) {
    File file = Small(endian);
    Attr first, second;
    for (uint64_t id = 1; id <= 3000; ++id) first.ids.push_back(id);
    second.ids = {5000, 5001};
    file.attrs = {first, second};
    const Result result = Read(file.Build());
    ASSERT_EQ(result.opened, 0) << result.error.detail;
    EXPECT_EQ(perfc_plan_attr_count(result.info.plan), 2);
    EXPECT_EQ(perfc_plan_find_id(result.info.plan, 3000), 0);
    EXPECT_EQ(perfc_plan_find_id(result.info.plan, 5001), 1);
    uint32_t count;
    perfc_plan_ids(result.info.plan, 0, nullptr, 0, &count);
    EXPECT_EQ(count, 3000u);
  }
}

TEST(Attrs, TheFirstOfTwoAttrsKeepsAnIdOfBoth) {
  File file = Small();
  Attr first, second;
  first.ids = {1, 2};
  second.ids = {2, 3, 3};
  file.attrs = {first, second};
  const Result result = Read(file.Build());
  ASSERT_EQ(result.opened, 0) << result.error.detail;
  EXPECT_EQ(perfc_plan_find_id(result.info.plan, 2), 0);
  EXPECT_EQ(perfc_plan_find_id(result.info.plan, 3), 1);
}

TEST(Attrs, RecordsWithId0BelongToTheFirst) {
  File file;
  Attr first, second;
  first.ids = {1};
  second.ids = {0, 2};
  file.attrs = {first, second};
  file.data = perf_data::Comm(Endian::kLittle, 0, "name", 0);
  const Result result = Read(file.Build());
  ASSERT_EQ(result.records.size(), 1u);
  EXPECT_EQ(perfc_plan_find_id(result.info.plan, 0), 0);
  EXPECT_EQ(result.info.unmatched, 0u);
}

TEST(Attrs, SectionsOfIdsThatOverlapAreRefused) {
  File file = Small();
  Attr attr;
  for (uint64_t id = 1; id <= 100; ++id) attr.ids.push_back(id);
  file.attrs = {attr};
  for (int i = 0; i < 9; ++i) file.attrs.push_back(Attr());
  std::string content = file.Build();
  const size_t entry = file.AttrSize();
  for (size_t i = 1; i < 10; ++i) {
    const size_t section = file.AttrsOffset() + i * entry + entry - 16;
    content = With(With(content, section, 104), section + 8, 800);
  }
  const Result result = Read(content);
  EXPECT_EQ(result.opened, -EBADMSG);
  EXPECT_STREQ(result.error.detail, "sections of ids overlap");
}

TEST(Attrs, IdsBeyondTheEndAreRefused) {
  File file = Small();
  file.attrs[0].ids = {1};
  const std::string content = file.Build();
  const size_t section = file.AttrsOffset() + file.AttrSize() - 16;
  const char kRule[] = "a section of ids lies beyond the end of the file";
  ExpectRefused(With(content, section, 1 << 20), 1 << 20, kRule);
  ExpectRefused(With(content, section, UINT64_MAX - 3), UINT64_MAX - 3, kRule);
  ExpectRefused(With(content, section + 8, uint64_t{1} << 60), 104, kRule);
}

// Ids that all begin their search at one slot of a table.
TEST(Attrs, IdsThatWereMadeToCollideAreRefused) {
  File file = Small();
  uint64_t inverse = 1;  // of the factor by which ids are spread
  for (int i = 0; i < 6; ++i) inverse *= 2 - 0x9e3779b97f4a7c15 * inverse;
  for (uint64_t i = 1; i <= 4000; ++i) file.attrs[0].ids.push_back(i * inverse);
  const Result result = Read(file.Build());
  EXPECT_EQ(result.opened, -EBADMSG);
  EXPECT_STREQ(result.error.detail, "the ids collide");
}

TEST(Attrs, TooManyAreRefused) {
  File file = Small();
  file.attrs.assign(8193, Attr());
  const Result result = Read(file.Build());
  EXPECT_EQ(result.opened, -EBADMSG);
  EXPECT_STREQ(result.error.detail, "there are too many attrs");
}

TEST(Attrs, AFileWithoutAttrsHandsItsRecordsOut) {
  File file = Small();
  file.attrs.clear();
  const Result result = Read(file.Build());
  ASSERT_EQ(result.records.size(), 1u);
  EXPECT_EQ(result.records[0].flags, reading::kGuessed);
  EXPECT_EQ(result.info.unmatched, 1u);
}

TEST(Features, TheirBitsAreReadWhateverTheSizeOfALong) {
  for (const Endian endian : kBoth) {
    for (const int word : {4, 8}) {
      File file = Small(endian);
      file.word = word;
      file.features = {{2, std::string(16, '\0')},
                       {3, perf_data::FeatureText(endian, "host")},
                       {34, Bytes(endian).U32(64).bytes()}};
      const Result result = Read(file.Build());
      ASSERT_EQ(result.opened, 0) << result.error.detail;
      EXPECT_EQ(result.info.features, (uint64_t{1} << 34) + 8 + 4) << word;
    }
  }
}

// HOSTNAME isn't there, but BUILD_ID, as old versions wrote.
TEST(Features, WithoutHostnameTheLowBitsTellTheSizeOfALong) {
  for (const int word : {4, 8}) {
    File file = Small(Endian::kBig);
    file.word = word;
    file.features = {{2, std::string(16, '\0')}};
    EXPECT_EQ(Read(file.Build()).info.features, 4u) << word;
  }
}

TEST(Open, OneFileMustBeNamed) {
  perfc_file *file = nullptr;
  perfc_error error;
  perfc_file_options options = Options();
  EXPECT_EQ(perfc_file_open(&options, &file, &error), -EINVAL);
  EXPECT_EQ(perfc_file_open(nullptr, &file, &error), -EINVAL);
  options.path = "/dev/null";
  options.data = "";
  EXPECT_EQ(perfc_file_open(&options, &file, &error), -EINVAL);
  EXPECT_EQ(perfc_file_open(&options, nullptr, &error), -EINVAL);
}

TEST(Open, UnknownOptionsAreRefused) {
  const std::string content = Small().Build();
  perfc_file_options options = reading::InMemory(content);
  options.flags = 0x8;
  EXPECT_EQ(Read(options).opened, -EINVAL);
  options.flags = PERFC_FILE_RAW;
  EXPECT_EQ(Read(options).opened, -EINVAL) << "only in the file's order";
  options.order = 2;
  EXPECT_EQ(Read(options).opened, -EINVAL);
  options = reading::InMemory(content);
  options.max_bytes = 1 << 20;
  const Result result = Read(options);
  EXPECT_EQ(result.opened, -EINVAL);
  EXPECT_STREQ(result.error.detail, "max_bytes is too small for the window");
  perfc_filter filter = {};
  filter.size = sizeof filter;
  filter.pid_count = 1;
  options.max_bytes = 0;
  options.filter = &filter;
  EXPECT_EQ(Read(options).opened, -EINVAL);
  filter.pid_count = 0;
  filter.flags = 2;
  EXPECT_EQ(Read(options).opened, -EINVAL);
}

TEST(Open, AFileThatIsNotThereGivesTheKernelsErrno) {
  perfc_file_options options = Options();
  options.path = "/nonexistent/perf.data";
  const Result result = Read(options);
  EXPECT_EQ(result.opened, -ENOENT);
  EXPECT_STREQ(result.error.detail, "/nonexistent/perf.data");
}

TEST(Calls, WrongArgumentsAreRefused) {
  perfc_stream_record record;
  perfc_file_info info;
  EXPECT_EQ(perfc_file_next_records(nullptr, &record, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_file_get_info(nullptr, &info, sizeof info), -EINVAL);
  const std::string content = Small().Build();
  const Result result = Read(content);
  EXPECT_EQ(perfc_file_next_records(result.file.get(), &record, 0, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_file_next_records(result.file.get(), nullptr, 1, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_file_get_info(result.file.get(), nullptr, 8), -EINVAL);
  perfc_table *table = nullptr;
  EXPECT_EQ(perfc_file_create_table(result.file.get(), 0x77, &table, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_file_create_table(nullptr, PERFC_ROWS_FACTS, &table, nullptr),
            -EINVAL);
  perfc_file_close(nullptr);
}

}  // namespace
