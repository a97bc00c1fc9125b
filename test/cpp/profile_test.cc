// Files that are written and read again through the C++ classes.

#include "perfc/profile.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "perfc.hpp"
#include "test/cpp/records.h"

// As the Arrow C Data Interface has them.
struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  ArrowSchema **children, *dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void** buffers;
  ArrowArray **children, *dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

namespace {

using perfc::profile::File;
using perfc::profile::Filter;
using perfc::profile::Writer;
using perfc_test::Header;
using perfc_test::Pair;
using perfc_test::Words;

constexpr uint64_t kFields = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                             PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME;
constexpr uint64_t kId = 77;

// A sample of process `pid` and its thread.
Words Sample(uint32_t pid, uint64_t time) {
  return {Header(PERFC_RECORD_SAMPLE, PERFC_RECORD_MISC_USER, 40), kId,
          0x1000 + time, Pair(pid, pid), time};
}

Words Comm(uint32_t pid, const std::string& name, uint64_t time) {
  uint64_t word = 0;
  memcpy(&word, name.data(), name.size());
  return {Header(PERFC_RECORD_COMM, 0, 48),
          Pair(pid, pid),
          word,
          Pair(pid, pid),
          time,
          kId};
}

// Records that have the same plan.
class Recording {
 public:
  Recording() : plan_(perfc::Plan::create_empty().value()) {
    AddEvent(PERFC_COUNT_SW_CPU_CLOCK, kId);
  }

  void AddEvent(uint64_t config, uint64_t id) {
    perfc_attr attr =
        perfc_test::Attr(kFields, PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_COMM);
    attr.type = PERFC_TYPE_SOFTWARE;
    attr.config = config;
    EXPECT_TRUE(plan_.add(attr, perfc::Span<const uint64_t>(&id, 1)));
  }

  void Add(Words words, uint64_t time, uint32_t flags = 0) {
    words_.push_back(std::move(words));
    const Words& bytes = words_.back();
    perfc_stream_record record = {};
    record.record = *plan_.view().view(perfc_test::Bytes(bytes)).value();
    record.plan = plan_.get();
    record.time = time;
    record.sequence = records_.size();
    record.position = PERFC_NO_POSITION;
    record.flags = flags;
    records_.push_back(record);
  }

  perfc::PlanView plan() const { return plan_.view(); }
  const std::vector<perfc_stream_record>& records() const { return records_; }

 private:
  perfc::Plan plan_;
  std::vector<Words> words_;
  std::vector<perfc_stream_record> records_;
};

class ProfileTest : public testing::Test {
 protected:
  ProfileTest() {
    recording_.Add(Comm(10, "alpha", 100), 100);
    recording_.Add(Comm(20, "beta", 110), 110);
    for (uint32_t i = 0; i < 10; ++i) {
      recording_.Add(Sample(i % 5 == 0 ? 20 : 10, 200 + i), 200 + i);
    }
  }
  ~ProfileTest() override { unlink(path_.c_str()); }

  void Write() {
    perfc::Result<Writer> writer = Writer::create(path_.c_str());
    ASSERT_TRUE(writer) << writer.error().text();
    ASSERT_TRUE(writer->write(recording_.records()));
    const perfc::Result<perfc_writer_result> written = writer->finish();
    ASSERT_TRUE(written) << written.error().text();
    EXPECT_EQ(written->records, recording_.records().size());
    EXPECT_EQ(written->files, 1u);
    EXPECT_GT(written->bytes, 500u);
  }

  File Open(const Filter& filter = {}) {
    perfc::Result<File> file = File::open(path_.c_str(), filter);
    EXPECT_TRUE(file) << file.error().text();
    return std::move(*file);
  }

  std::vector<uint8_t> Content() const {
    std::vector<uint8_t> bytes(1 << 20);
    FILE* file = fopen(path_.c_str(), "rb");
    bytes.resize(fread(bytes.data(), 1, bytes.size(), file));
    fclose(file);
    return bytes;
  }

  // The times of a file's samples.
  static std::vector<uint64_t> Times(File& file) {
    std::vector<uint64_t> times;
    perfc::profile::Records records = file.records();
    for (const perfc::StreamRecord& record : records) {
      if (!perfc::is<perfc_sample>(record.record)) continue;
      const perfc::Result<perfc_sample> sample = record.decode<perfc_sample>();
      EXPECT_TRUE(sample);
      EXPECT_EQ(sample->ip, 0x1000 + sample->time);
      EXPECT_EQ(record.time, sample->time);
      times.push_back(sample->time);
    }
    EXPECT_TRUE(records.status());
    return times;
  }

  Recording recording_;
  std::string path_ = testing::TempDir() + "/profile_test." +
                      std::to_string(getpid()) + ".data";
};

const std::vector<uint64_t> kAll = {200, 201, 202, 203, 204,
                                    205, 206, 207, 208, 209};

TEST_F(ProfileTest, WhatWasWrittenIsReadInTheOrderOfTime) {
  Write();
  File file = Open();
  EXPECT_EQ(Times(file), kAll);
  const perfc::Result<perfc_file_info> info = file.info();
  ASSERT_TRUE(info);
  EXPECT_EQ(info->first_time, 100u);
  EXPECT_EQ(info->last_time, 209u);
  EXPECT_EQ(info->cut_at, 0u);
  EXPECT_EQ(*file.plan().count(), 1);
}

TEST_F(ProfileTest, AtItsEndAFileHasNoRecords) {
  Write();
  File file = Open();
  EXPECT_EQ(Times(file).size(), 10u);
  for (int i = 0; i < 2; ++i) {
    const auto next = file.next();
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->empty());
  }
}

TEST_F(ProfileTest, NamesOfThreadsAreDecoded) {
  Write();
  File file = Open();
  std::vector<std::string> names;
  for (const perfc::StreamRecord& record : file.records()) {
    if (!perfc::is<perfc_record_comm>(record.record)) continue;
    const auto comm = record.decode<perfc_record_comm>();
    ASSERT_TRUE(comm);
    names.emplace_back(record.view().string(comm->comm));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"alpha", "beta"}));
}

TEST_F(ProfileTest, AFilterKeepsSamples) {
  Write();
  Filter filter;
  filter.pids = {20};
  File some = Open(filter);
  EXPECT_EQ(Times(some), (std::vector<uint64_t>{200, 205}));
  EXPECT_EQ(some.info()->filtered, 8u);
  filter.negate = true;
  File others = Open(filter);
  EXPECT_EQ(Times(others).size(), 8u);
  Filter times;
  times.from = 203;
  times.to = 206;
  File few = Open(times);
  EXPECT_EQ(Times(few), (std::vector<uint64_t>{203, 204, 205}));
}

TEST_F(ProfileTest, ABatchIsFilledUntilTheFileEnds) {
  Write();
  File file = Open();
  perfc_batch_options options = {};
  options.rows = 4;
  perfc::Result<perfc::Batch> batch = perfc::Batch::create(options);
  ASSERT_TRUE(batch);
  std::vector<uint64_t> times;
  int fills = 0;
  while (true) {
    const perfc::Result<int> rows = file.fill(*batch);
    ASSERT_TRUE(rows) << rows.error().text();
    if (*rows == 0) break;
    ++fills;
    for (uint64_t time : batch->samples().column(perfc::columns::time)) {
      times.push_back(time);
    }
  }
  EXPECT_EQ(times, kAll);
  EXPECT_GT(fills, 2);
}

TEST_F(ProfileTest, AFileIsReadFromAnFdFromAPipeAndFromMemory) {
  Write();
  const int fd = open(path_.c_str(), O_RDONLY);
  {
    perfc::Result<File> file = File::open_fd(fd);
    ASSERT_TRUE(file) << file.error().text();
    EXPECT_EQ(Times(*file), kAll);
  }
  EXPECT_EQ(close(fd), 0) << "the fd stays open";
  const std::vector<uint8_t> bytes = Content();
  perfc::Result<File> file = File::from_bytes(bytes);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(Times(*file), kAll);
}

TEST_F(ProfileTest, APipeIsWrittenAndRead) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  {
    perfc::Result<Writer> writer = Writer::create_fd(fds[1]);
    ASSERT_TRUE(writer) << writer.error().text();
    ASSERT_TRUE(writer->write(recording_.records()));
    ASSERT_TRUE(writer->finish());
  }
  close(fds[1]);
  perfc::Result<File> file = File::open_fd(fds[0]);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(Times(*file), kAll);
  EXPECT_EQ(file->info()->pipe, 1u);
  close(fds[0]);
}

TEST_F(ProfileTest, TheHeaderIsTables) {
  Write();
  File file = Open();
  const auto events = file.table(perfc::profile::tables::events);
  ASSERT_TRUE(events) << events.error().text();
  ASSERT_EQ(events->size(), 1u);
  EXPECT_EQ((*events)[0].id_count, 1u);
  EXPECT_EQ(*events->kind(), PERFC_ROWS_EVENTS);
  const auto facts = file.table(perfc::profile::tables::facts);
  ASSERT_TRUE(facts) << facts.error().text();
  bool has_arch = false;
  for (const perfc_fact_row& fact : *facts) {
    if (facts->text(fact.name) != "arch") continue;
    has_arch = true;
    EXPECT_FALSE(facts->text(fact.value).empty());
    EXPECT_EQ(fact.feature, uint32_t{PERFC_FEATURE_ARCH});
  }
  EXPECT_TRUE(has_arch);
}

// A header whose feature GROUP_DESC is written by hand: one group, whose name
// takes 64 bytes, of a leader and another event.
TEST_F(ProfileTest, RowsAreGrouped) {
  recording_.AddEvent(PERFC_COUNT_SW_PAGE_FAULTS, kId + 1);
  Words words(12);
  words[0] = Header(PERFC_RECORD_HEADER_FEATURE, 0, 96);
  words[1] = PERFC_FEATURE_GROUP_DESC;
  words[2] = Pair(1, 64);
  memcpy(&words[3], "both", 4);
  words[11] = Pair(0, 2);
  recording_.Add(words, 0, PERFC_STREAM_RECORD_HEADER);
  Words other = Sample(10, 300);
  other[1] = kId + 1;
  recording_.Add(other, 300);
  perfc::Result<Writer> writer = Writer::create(path_.c_str());
  ASSERT_TRUE(writer) << writer.error().text();
  ASSERT_TRUE(writer->write(recording_.records()));
  ASSERT_TRUE(writer->finish());
  const auto groups = Open().table(perfc::profile::tables::groups);
  ASSERT_TRUE(groups) << groups.error().text();
  ASSERT_EQ(groups->groups(), 1u);
  const perfc::Span<const perfc_event_row> events = groups->group(0);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(groups->text(events[0].group), "both");
  EXPECT_EQ(events[1].attr_index, 1u);
  EXPECT_EQ(events[1].leader, 0u);
}

TEST_F(ProfileTest, ATableOutlivesItsFileAndIsExported) {
  Write();
  auto facts = Open().table(perfc::profile::tables::facts);
  ASSERT_TRUE(facts);
  EXPECT_GT(facts->size(), 0u);
  ArrowSchema schema;
  ArrowArray array;
  ASSERT_TRUE(facts->export_arrow(&schema, &array));
  EXPECT_EQ(array.length, static_cast<int64_t>(facts->size()));
  array.release(&array);
  schema.release(&schema);
}

TEST_F(ProfileTest, ATableThatTheFileLacksIsAnError) {
  Write();
  const auto bpf = Open().table(perfc::profile::tables::bpf);
  ASSERT_FALSE(bpf);
  EXPECT_EQ(bpf.error().code(), std::errc(ENODATA));
}

TEST_F(ProfileTest, ACopyWithAFilterHasWhatTheFilterKept) {
  Write();
  const std::string copy = path_ + ".copy";
  Filter filter;
  filter.pids = {20};
  {
    File file = Open(filter);
    perfc::Result<Writer> writer = Writer::create(copy.c_str());
    ASSERT_TRUE(writer) << writer.error().text();
    const perfc::Result<void> written = writer->write(file);
    ASSERT_TRUE(written) << written.error().text();
    ASSERT_TRUE(writer->finish());
  }
  perfc::Result<File> file = File::open(copy.c_str());
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(Times(*file), (std::vector<uint64_t>{200, 205}));
  unlink(copy.c_str());
}

TEST_F(ProfileTest, AFileThatIsThereIsOnlyReplacedIfToldSo) {
  Write();
  perfc::Result<Writer> writer = Writer::create(path_.c_str());
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().code(), std::errc::file_exists);
  perfc_writer_options options = {};
  options.flags = PERFC_WRITER_OVERWRITE;
  EXPECT_TRUE(Writer::create(path_.c_str(), options));
}

TEST_F(ProfileTest, WhatIsNoPerfDataIsToldWithItsRule) {
  const uint8_t bytes[64] = {1, 2, 3};
  perfc::Result<File> file = File::from_bytes(bytes);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code(), std::errc::bad_message);
  ASSERT_NE(file.error().facts(), nullptr);
  EXPECT_EQ(file.error().facts()->rule, uint32_t{PERFC_RULE_FILE_CONTENT});
  file = File::open("/nowhere/perf.data");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code(), std::errc::no_such_file_or_directory);
}

TEST_F(ProfileTest, AFileThatIsCutOffIsReadToItsLastWholeRecord) {
  Write();
  std::vector<uint8_t> bytes = Content();
  uint64_t end = 0;
  {
    File file = Open();
    for (const perfc::StreamRecord& record : file.records()) {
      if (record.record.type == PERFC_RECORD_SAMPLE) {
        end = record.position + record.record.size;
      }
    }
  }
  ASSERT_GT(end, 0u);
  bytes.resize(static_cast<size_t>(end) - 1);
  perfc::Result<File> file = File::from_bytes(bytes);
  ASSERT_TRUE(file) << file.error().text();
  EXPECT_EQ(Times(*file).size(), 9u);
  EXPECT_GT(file->info()->cut_at, 0u);
}

TEST_F(ProfileTest, ThisProcessIsSynthesized) {
  const int32_t pid = getpid();
  perfc::Result<File> file =
      File::synthesize(recording_.plan(), PERFC_SYNTHESIZE_TASKS, {&pid, 1});
  ASSERT_TRUE(file) << file.error().text();
  bool named = false;
  bool mapped = false;
  for (const perfc::StreamRecord& record : file->records()) {
    EXPECT_TRUE(record.flags & PERFC_STREAM_RECORD_SYNTHESIZED);
    EXPECT_EQ(record.time, 0u);
    if (perfc::is<perfc_record_comm>(record.record)) {
      named = named || record.decode<perfc_record_comm>()->pid ==
                           static_cast<uint32_t>(pid);
    }
    mapped = mapped || perfc::is<perfc_record_mmap>(record.record);
  }
  EXPECT_TRUE(named);
  EXPECT_TRUE(mapped);
}

TEST_F(ProfileTest, AMovedFromFileIsRefused) {
  Write();
  File file = Open();
  File other = std::move(file);
  EXPECT_EQ(Times(other), kAll);
  const auto next = file.next();  // NOLINT: that is the test.
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().code(), std::errc::invalid_argument);
}

}  // namespace
