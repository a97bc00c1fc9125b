// Files in pipe mode: what stands in the header of others comes as records.

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <thread>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Attr;
using perf_data::Bytes;
using perf_data::Endian;
using perf_data::Record;
using reading::Got;
using reading::Read;
using reading::Result;
using Times = std::vector<uint64_t>;

constexpr Endian kBoth[] = {Endian::kLittle, Endian::kBig};

std::string At(Endian endian, uint64_t time, uint64_t id = 1) {
  return perf_data::SampleRecord(endian, {time, id});
}

std::string Feature(Endian endian, uint64_t number,
                    const std::string &content) {
  return Record(endian, 80, Bytes(endian).U64(number).Add(content));
}

std::string Update(Endian endian, uint64_t what, uint64_t id,
                   const std::string &content) {
  return Record(endian, 78, Bytes(endian).U64(what).U64(id).Add(content));
}

// The content as a pipe: a thread writes it in pieces.
Result ReadPiped(const std::string &content, uint32_t flags = 0,
                 size_t piece = 1000) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    for (size_t at = 0; at < content.size(); at += piece) {
      const size_t now = std::min(piece, content.size() - at);
      if (write(ends[1], content.data() + at, now) < 0) break;
    }
    close(ends[1]);
  });
  perfc_file_options options = reading::OfFd(ends[0]);
  options.flags |= flags;
  Result result = Read(options);
  writer.join();
  EXPECT_EQ(close(ends[0]), 0) << "the fd is the caller's";
  return result;
}

TEST(Pipe, AttrsComeAsRecordsWithTheirIds) {
  for (const Endian endian : kBoth) {
    Attr first, second;
    first.ids = {1, 2};
    second.ids = {3};
    second.config = 5;
    const std::string content =
        perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, first) +
        perf_data::HeaderAttr(endian, second) + At(endian, 20, 3) +
        At(endian, 10, 2) + At(endian, 30, 4);
    const Result result = ReadPiped(content);
    ASSERT_EQ(result.opened, 0) << result.error.detail;
    EXPECT_EQ(result.Types(), (std::vector<uint32_t>{64, 64, 9, 9, 9}));
    EXPECT_EQ(result.Times(), (Times{0, 0, 10, 20, 30}));
    EXPECT_EQ(result.info.pipe, 1u);
    EXPECT_EQ(result.info.cut_at, 0u);
    EXPECT_EQ(result.info.unmatched, 1u);
    EXPECT_EQ(result.info.bytes, content.size());
    EXPECT_EQ(perfc_plan_attr_count(result.info.plan), 2);
    EXPECT_EQ(perfc_plan_find_id(result.info.plan, 3), 1);
    // In this machine's order, whatever that of the file.
    EXPECT_EQ(result.records[1].bytes,
              perf_data::HeaderAttr(Endian::kLittle, second));
  }
}

TEST(Pipe, RecordsOfEveryAlignmentAreRead) {
  for (const Endian endian : kBoth) {
    for (size_t odd = 0; odd < 9; ++odd) {
      std::string content =
          perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, Attr());
      for (uint64_t i = 1; i <= 40; ++i) {
        content += Feature(endian, 200, std::string(odd, 'x'));
        content += At(endian, i);
      }
      const Result result = ReadPiped(content, 0, 77);
      EXPECT_EQ(result.records.size(), 81u) << result.error.detail;
      EXPECT_EQ(result.info.last_time, 40u);
      size_t at = 16;
      for (const Got &got : result.records) {
        EXPECT_EQ(got.position, at);
        at += got.bytes.size();
      }
    }
  }
}

TEST(Pipe, AFeatureIsInTheOrderOfThisMachine) {
  const auto content = [](Endian endian) {
    return perf_data::PipeHeader(endian) +
           Feature(endian, 3, perf_data::FeatureText(endian, "somewhere")) +
           Feature(endian, 7, Bytes(endian).U32(4).U32(8)) +
           Feature(endian, 256, "");
  };
  const Result native = ReadPiped(content(Endian::kLittle));
  const Result foreign = ReadPiped(content(Endian::kBig));
  EXPECT_EQ(native.records.size(), 3u);
  EXPECT_EQ(native.Bytes(), foreign.Bytes());
  EXPECT_EQ(native.info.features, uint64_t{1 << 3 | 1 << 7});
  EXPECT_EQ(foreign.info.features, uint64_t{1 << 3 | 1 << 7});
}

// A table's only text of one row.
std::string TextOf(const Result &result, uint32_t kind, size_t text_at) {
  perfc_table *table = nullptr;
  perfc_error error;
  if (perfc_file_create_table(result.file.get(), kind, &table, &error) != 0) {
    return error.detail;
  }
  perfc_rows rows = {};
  const size_t size = kind == PERFC_ROWS_EVENTS ? sizeof(perfc_event_row)
                                                : sizeof(perfc_fact_row);
  EXPECT_EQ(perfc_table_get_rows(table, size, &rows, sizeof rows), 0);
  std::string text;
  if (rows.count > 0) {
    perfc_text place;
    memcpy(&place, static_cast<const char *>(rows.rows) + text_at,
           sizeof place);
    text.assign(rows.text + place.offset, place.size);
  }
  perfc_table_destroy(table);
  return text;
}

TEST(Pipe, NamesUnitsAndScalesOfEventsAreRemembered) {
  for (const Endian endian : kBoth) {
    Attr attr;
    attr.ids = {9};
    const uint64_t quarter = 0x3fd0000000000000;
    const Result result = ReadPiped(
        perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, attr) +
        Update(endian, 2, 9, Bytes().Text("my-event")) +
        Update(endian, 0, 9, Bytes().Text("Joules")) +
        Update(endian, 1, 9, Bytes(endian).U64(quarter)));
    ASSERT_EQ(result.records.size(), 4u);
    EXPECT_EQ(
        TextOf(result, PERFC_ROWS_EVENTS, offsetof(perfc_event_row, name)),
        "my-event");
    EXPECT_EQ(
        TextOf(result, PERFC_ROWS_EVENTS, offsetof(perfc_event_row, unit)),
        "Joules");
    EXPECT_EQ(result.records[3].bytes,
              Update(Endian::kLittle, 1, 9, Bytes().U64(quarter)));
  }
}

TEST(Pipe, AFactComesFromItsRecord) {
  for (const Endian endian : kBoth) {
    const Result result =
        ReadPiped(perf_data::PipeHeader(endian) +
                  Feature(endian, 3, perf_data::FeatureText(endian, "first")) +
                  Feature(endian, 3, perf_data::FeatureText(endian, "second")));
    EXPECT_EQ(TextOf(result, PERFC_ROWS_FACTS, offsetof(perfc_fact_row, value)),
              "second");
  }
}

// 12 bytes, and as many as the record says, which aren't part of it.
std::string Tracing(Endian endian, const std::string &content) {
  return Record(endian, 66,
                Bytes(endian).U32(static_cast<uint32_t>(content.size()))) +
         content;
}

TEST(Tails, TracingDataIsSkippedAndItsSizeTold) {
  for (const Endian endian : kBoth) {
    const std::string content =
        perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, Attr()) +
        Tracing(endian, std::string(100000, 'x')) + At(endian, 5);
    for (const Result &result : {ReadPiped(content), Read(content)}) {
      EXPECT_EQ(result.Types(), (std::vector<uint32_t>{64, 66, 9}));
      EXPECT_EQ(result.records[1].tail_size, 100000u);
      EXPECT_EQ(result.records[1].tail, "");
      EXPECT_EQ(result.records[1].bytes.size(), 12u);
      EXPECT_EQ(result.info.features, 2u);
      EXPECT_EQ(result.info.cut_at, 0u);
    }
  }
}

std::string AuxTrace(Endian endian, const std::string &content) {
  Bytes body(endian);
  body.U64(content.size()).U64(7).U64(8).U32(1).U32(2).U32(3).U32(0);
  return Record(endian, 71, body) + content;
}

std::string Numbered(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<char>(i * 7 + i / 256);
  return bytes;
}

// Puts the pieces of a tail together again.
std::string WholeTail(const Result &result, uint32_t type) {
  std::string tail;
  bool more = false;
  for (const Got &got : result.records) {
    if (got.type != type) {
      EXPECT_FALSE(more) << "pieces follow one another";
      continue;
    }
    EXPECT_EQ(got.tail.size(), got.tail_size);
    EXPECT_LE(got.tail_size, 1u << 20);
    tail += got.tail;
    more = got.flags & reading::kMore;
  }
  EXPECT_FALSE(more);
  return tail;
}

TEST(Tails, AuxDataComesInPieces) {
  const std::string data = Numbered((5 << 19) + 3);
  for (const Endian endian : kBoth) {
    const std::string content =
        perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, Attr()) +
        At(endian, 5) + AuxTrace(endian, data) + At(endian, 6);
    perfc_file_options options = reading::InMemory(content);
    options.flags = PERFC_FILE_TAILS;
    const Result piped = ReadPiped(content, PERFC_FILE_TAILS, 30000);
    const Result in_memory = Read(options);
    for (const Result *result : {&piped, &in_memory}) {
      EXPECT_TRUE(WholeTail(*result, 71) == data);
      EXPECT_EQ(result->end, -ESHUTDOWN);
      EXPECT_EQ(result->info.records, 4u);
      EXPECT_EQ(result->info.last_time, 6u);
      EXPECT_EQ(result->info.out_of_order, 0u);
      EXPECT_EQ(result->info.cut_at, 0u);
    }
    EXPECT_EQ(in_memory.records.back().time, 6u);
  }
}

TEST(Tails, AuxDataIsSkippedAndItsSizeTold) {
  for (const Endian endian : kBoth) {
    const std::string content =
        perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, Attr()) +
        AuxTrace(endian, Numbered(3 << 20)) + At(endian, 6);
    for (const Result &result :
         {ReadPiped(content, 0, 1 << 16), Read(content)}) {
      EXPECT_EQ(result.Types(), (std::vector<uint32_t>{64, 71, 9}));
      EXPECT_EQ(result.records[1].tail_size, 3u << 20);
      EXPECT_EQ(result.records[2].position,
                content.size() - At(endian, 6).size());
    }
  }
}

TEST(Tails, OnesThatAreCutOffComeAsFarAsTheyGo) {
  const Endian endian = Endian::kLittle;
  const std::string whole =
      perf_data::PipeHeader(endian) + AuxTrace(endian, Numbered(3000));
  const std::string content = whole.substr(0, whole.size() - 1000);
  perfc_file_options options = reading::InMemory(content);
  options.flags = PERFC_FILE_TAILS;
  for (const Result &result :
       {ReadPiped(content, PERFC_FILE_TAILS), Read(options)}) {
    EXPECT_EQ(WholeTail(result, 71), Numbered(2000));
    EXPECT_EQ(result.end, -ESHUTDOWN);
    EXPECT_EQ(result.info.cut_at, content.size());
  }
}

TEST(Tails, OneBeyondTheDataSectionIsGarbage) {
  perf_data::File file;
  std::string record = AuxTrace(Endian::kLittle, "");
  record.replace(8, 8, Bytes().U64(UINT64_MAX - 20).bytes());
  file.data = At(Endian::kLittle, 1) + record + At(Endian::kLittle, 2);
  const Result result = Read(file.Build());
  EXPECT_EQ(result.records.size(), 2u);
  EXPECT_EQ(result.end, -EBADMSG);
  EXPECT_STREQ(result.error.detail,
               "the bytes behind a record reach beyond the data section");
  EXPECT_EQ(result.error.number[0],
            file.DataOffset() + At(Endian::kLittle, 1).size());
}

TEST(Pipe, ASizeOfZeroIsGarbage) {
  const Endian endian = Endian::kLittle;
  const std::string content = perf_data::PipeHeader(endian) +
                              perf_data::HeaderAttr(endian, Attr()) +
                              At(endian, 5) + std::string(64, '\0');
  const Result result = ReadPiped(content);
  EXPECT_EQ(result.records.size(), 2u);
  EXPECT_EQ(result.end, -EBADMSG);
  EXPECT_STREQ(result.error.detail, "the size of a record is below 8");
  EXPECT_EQ(result.error.number[0], content.size() - 64);
  EXPECT_EQ(result.info.cut_at, content.size() - 64);
}

TEST(Pipe, AnAttrThatIsCutOffIsGarbage) {
  for (const Endian endian : kBoth) {
    Attr attr;
    std::string record = perf_data::HeaderAttr(endian, attr);
    record.replace(12, 4, Bytes(endian).U32(200).bytes());
    const Result result = ReadPiped(perf_data::PipeHeader(endian) + record);
    EXPECT_EQ(result.end, -EBADMSG);
    EXPECT_STREQ(result.error.detail, "the attr of a HEADER_ATTR is cut off");
    EXPECT_EQ(result.error.number[0], 16u);
  }
}

TEST(Pipe, AFileThatIsNotInPipeModeIsRefused) {
  perf_data::File file;
  file.data = At(Endian::kLittle, 1);
  const Result result = ReadPiped(file.Build());
  EXPECT_EQ(result.opened, -EBADMSG);
  EXPECT_STREQ(result.error.detail,
               "only a file in pipe mode can be read from a pipe");
}

// Nothing is lost while a pipe that doesn't block has nothing.
TEST(Pipe, AnEmptyPipeIsTriedAgain) {
  const Endian endian = Endian::kLittle;
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const std::string content =
      perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, Attr()) +
      At(endian, 1) + perf_data::FinishedRound(endian) + At(endian, 2) +
      perf_data::FinishedRound(endian) + At(endian, 3);
  ASSERT_EQ(write(ends[1], content.data(), 16), 16);
  const perfc_file_options options = reading::OfFd(ends[0]);
  perfc_file *file = nullptr;
  ASSERT_EQ(perfc_file_open(&options, &file, nullptr), 0);
  std::vector<uint64_t> times;
  for (size_t at = 16; at <= content.size(); ++at) {
    perfc_stream_record record;
    int got;
    while ((got = perfc_file_next_records(file, &record, 1, nullptr)) == 1) {
      times.push_back(record.time);
    }
    ASSERT_EQ(got, -EAGAIN);
    if (at < content.size()) {
      ASSERT_EQ(write(ends[1], &content[at], 1), 1);
    }
  }
  EXPECT_EQ(times, (Times{0, 1})) << "what a round made final is given at once";
  close(ends[1]);
  perfc_stream_record records[4];
  EXPECT_EQ(perfc_file_next_records(file, records, 4, nullptr), 2);
  EXPECT_EQ(perfc_file_next_records(file, records, 4, nullptr), -ESHUTDOWN);
  perfc_file_close(file);
  close(ends[0]);
}

// Bytes of a pipe can't be read twice.
TEST(Pipe, OpeningWaitsForTheHeader) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const std::string header = perf_data::PipeHeader(Endian::kLittle);
  ASSERT_EQ(write(ends[1], header.data(), 5), 5);
  std::thread writer([&] {
    usleep(20000);
    EXPECT_EQ(write(ends[1], &header[5], 11), 11);
    close(ends[1]);
  });
  const perfc_file_options options = reading::OfFd(ends[0]);
  EXPECT_EQ(Read(options).opened, 0);
  writer.join();
  close(ends[0]);
}

TEST(Pipe, ASignalHandlerEndsTheWaitForBytes) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string header = perf_data::PipeHeader(Endian::kLittle);
  ASSERT_EQ(write(ends[1], header.data(), 16), 16);
  const perfc_file_options options = reading::OfFd(ends[0]);
  perfc_file *file = nullptr;
  ASSERT_EQ(perfc_file_open(&options, &file, nullptr), 0);
  struct sigaction action = {};
  action.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGALRM, &action, nullptr), 0);
  const itimerval often = {{0, 10000}, {0, 10000}};
  ASSERT_EQ(setitimer(ITIMER_REAL, &often, nullptr), 0);
  perfc_stream_record record;
  EXPECT_EQ(perfc_file_next_records(file, &record, 1, nullptr), -EINTR);
  const itimerval never = {};
  setitimer(ITIMER_REAL, &never, nullptr);
  close(ends[1]);
  EXPECT_EQ(perfc_file_next_records(file, &record, 1, nullptr), -ESHUTDOWN);
  perfc_file_close(file);
  close(ends[0]);
}

TEST(Pipe, OldOnesHaveTheTypesOfEvents) {
  for (const Endian endian : kBoth) {
    const auto type = [](Endian order) {
      return Record(order, 65, Bytes(order).U64(0x123456).Text("cycles"));
    };
    const Result result =
        ReadPiped(perf_data::PipeHeader(endian) + type(endian));
    ASSERT_EQ(result.records.size(), 1u);
    EXPECT_EQ(result.records[0].bytes, type(Endian::kLittle));
  }
}

TEST(BuildIds, TheirRecordsBecomeATable) {
  for (const Endian endian : kBoth) {
    Bytes body(endian);
    body.U32(0xffffffff).Add(std::string(20, '\x11')).U8(20).Zeros(3);
    body.Text("/usr/bin/true", 64);
    const Result result = ReadPiped(perf_data::PipeHeader(endian) +
                                    Record(endian, 67, body, 2 | 0x8000));
    perfc_table *table = nullptr;
    ASSERT_EQ(perfc_file_create_table(result.file.get(), PERFC_ROWS_BUILD_IDS,
                                      &table, nullptr),
              0);
    perfc_rows rows = {};
    ASSERT_EQ(perfc_table_get_rows(table, sizeof(perfc_build_id_row), &rows,
                                   sizeof rows),
              0);
    ASSERT_EQ(rows.count, 1u);
    const auto *row = static_cast<const perfc_build_id_row *>(rows.rows);
    EXPECT_EQ(row->pid, -1);
    EXPECT_EQ(row->build_id_size, 20u);
    EXPECT_STREQ(rows.text + row->path.offset, "/usr/bin/true");
    perfc_table_destroy(table);
  }
}

}  // namespace
