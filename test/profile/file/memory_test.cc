// The memory of a file stays within max_bytes, whatever the file says.

#include <malloc.h>
#include <stdlib.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <random>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

std::atomic<size_t> in_use{0};
std::atomic<size_t> most{0};
// The allocation that fails, counted down; 0: none.
std::atomic<uint64_t> failing{0};

bool Fails() { return failing != 0 && --failing == 0; }

void Count(void *memory) {
  in_use += malloc_usable_size(memory);
  most = std::max<size_t>(most, in_use);
}

}  // namespace

extern "C" {

void *__libc_malloc(size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

void *malloc(size_t size) {
  if (Fails()) return nullptr;
  void *memory = __libc_malloc(size);
  Count(memory);
  return memory;
}

void *realloc(void *memory, size_t size) {
  if (Fails()) return nullptr;
  in_use -= malloc_usable_size(memory);
  void *grown = __libc_realloc(memory, size);
  Count(grown);
  return grown;
}

void free(void *memory) {
  in_use -= malloc_usable_size(memory);
  __libc_free(memory);
}

}  // extern "C"

namespace {

using perf_data::Attr;
using perf_data::Bytes;
using perf_data::Endian;
using perf_data::File;

constexpr Endian kLittle = Endian::kLittle;

struct Outcome {
  uint64_t records = 0;
  uint64_t out_of_order = 0;
  int end = 0;
  std::string rule;
};

// Reads the file, and expects that it took no more memory than it may.
Outcome ReadWithin(const std::string &content, uint64_t max_bytes,
                   uint64_t window_bytes, uint32_t flags = 0) {
  const size_t before = in_use;
  most = before;
  perfc_file_options options = reading::InMemory(content);
  options.max_bytes = max_bytes;
  options.window_bytes = window_bytes;
  options.flags = flags;
  perfc_file *file = nullptr;
  perfc_error error = {};
  Outcome outcome;
  outcome.end = perfc_file_open(&options, &file, &error);
  perfc_stream_record records[64];
  while (outcome.end >= 0) {
    const int got = perfc_file_next_records(file, records, 64, &error);
    if (got > 0) outcome.records += static_cast<uint64_t>(got);
    if (got < 0) outcome.end = got;
  }
  perfc_file_info info = {};
  if (file != nullptr) perfc_file_get_info(file, &info, sizeof info);
  outcome.out_of_order = info.out_of_order;
  perfc_file_close(file);
  EXPECT_LE(most - before, max_bytes);
  EXPECT_EQ(in_use, before);
  outcome.rule = error.detail;
  return outcome;
}

std::string At(uint64_t time) {
  return perf_data::SampleRecord(kLittle, {time});
}

TEST(Memory, AFileWithoutRoundsTakesItsWindow) {
  std::string data;
  for (uint64_t i = 0; i < 400000; ++i) data += At(1 + (i ^ 7));
  File file;
  file.data = data;
  const Outcome outcome = ReadWithin(file.Build(), 8 << 20, 4 << 20);
  EXPECT_EQ(outcome.records, 400000u);
  EXPECT_EQ(outcome.out_of_order, 0u);
}

// 8 bytes each, so that notes of their time need more than they do.
TEST(Memory, NotesOfTheSmallestRecordsCount) {
  File file;
  const std::string tiny = perf_data::Record(kLittle, 99, "");
  for (int i = 0; i < 2000000; ++i) file.data += tiny;
  const Outcome outcome = ReadWithin(file.Build(), 8 << 20, 4 << 20);
  EXPECT_EQ(outcome.records, 2000000u);
  EXPECT_EQ(outcome.end, -ESHUTDOWN);
}

// One record of each block waits for the end, and would keep the block.
TEST(Memory, AFewRecordsThatWaitKeepNoBlocks) {
  File file;
  for (uint64_t i = 0; i < 400000; ++i) {
    file.data += At(i % 1000 == 0 ? (uint64_t{1} << 60) + i : 1 + i);
  }
  const Outcome outcome = ReadWithin(file.Build(), 5 << 20, 1 << 20);
  EXPECT_EQ(outcome.records, 400000u);
  EXPECT_EQ(outcome.out_of_order, 0u);
}

TEST(Memory, RecordsOfTheOtherOrderAreCopied) {
  File file;
  file.endian = Endian::kBig;
  for (uint64_t i = 0; i < 200000; ++i) {
    file.data += perf_data::SampleRecord(Endian::kBig, {1 + (i ^ 7)});
  }
  const Outcome outcome = ReadWithin(file.Build(), 8 << 20, 4 << 20);
  EXPECT_EQ(outcome.records, 200000u);
  EXPECT_EQ(outcome.out_of_order, 0u);
}

TEST(Memory, MisalignedRecordsAreCopied) {
  File file;
  file.data = perf_data::Record(kLittle, 99, "odd");
  for (uint64_t i = 0; i < 200000; ++i) file.data += At(1 + (i ^ 7));
  const Outcome outcome = ReadWithin(file.Build(), 8 << 20, 4 << 20);
  EXPECT_EQ(outcome.records, 200001u);
  EXPECT_EQ(outcome.out_of_order, 0u);
}

TEST(Memory, LargeRecordsInNoOrder) {
  std::mt19937_64 random(7);
  File file;
  for (int i = 0; i < 500; ++i) {
    file.data += perf_data::Comm(kLittle, random() % 1000,
                                 std::string(random() % 65000, 'x'));
  }
  EXPECT_EQ(ReadWithin(file.Build(), 4 << 20, 1 << 20).records, 500u);
}

TEST(Memory, TailsTakeOnePiece) {
  Bytes aux;
  aux.U64(20 << 20).U64(7).U64(8).U32(1).U32(2).U32(3).U32(0);
  const std::string content = perf_data::PipeHeader(kLittle) +
                              perf_data::Record(kLittle, 71, aux) +
                              std::string(20 << 20, 'a');
  ReadWithin(content, 6 << 20, 1 << 20, PERFC_FILE_TAILS);
}

TEST(Memory, MoreIdsThanItHoldsAreRefused) {
  File file;
  for (uint64_t id = 1; id <= 100000; ++id) file.attrs[0].ids.push_back(id);
  const Outcome outcome = ReadWithin(file.Build(), 8 << 20, 1 << 20);
  EXPECT_EQ(outcome.end, -EBADMSG);
  EXPECT_EQ(outcome.rule, "the file needs more memory than max_bytes allows");
  EXPECT_EQ(ReadWithin(file.Build(), 256 << 20, 1 << 20).end, -ESHUTDOWN);
}

TEST(Memory, FeaturesOfAPipeAreForgottenBeyondIt) {
  std::string content = perf_data::PipeHeader(kLittle);
  for (uint64_t i = 0; i < 250; ++i) {
    content += perf_data::Record(kLittle, 80, Bytes().U64(i).Zeros(60000));
  }
  for (int i = 0; i < 1000; ++i) {
    content +=
        perf_data::Record(kLittle, 67, Bytes().Zeros(28).Text("/a", 8192));
  }
  Attr attr;
  content += perf_data::HeaderAttr(kLittle, attr);
  for (int i = 0; i < 1000; ++i) {
    content += perf_data::Record(
        kLittle, 78, Bytes().U64(2).U64(0).Text(std::string(9000, 'n')));
  }
  EXPECT_EQ(ReadWithin(content, 6 << 20, 1 << 20).records, 2251u);
}

// What it takes by default is no more than PERFC_FILE_DEFAULT_MEMORY.
TEST(Memory, TheDefault) {
  File file;
  for (uint64_t i = 0; i < 800000; ++i) file.data += At(1 + (i ^ 15));
  const Outcome outcome = ReadWithin(file.Build(), 64 << 20, 0);
  EXPECT_EQ(outcome.records, 800000u);
  EXPECT_EQ(outcome.out_of_order, 0u);
}

// Reads the file, and lets allocation number `n` fail. The call that says so is
// repeated. False: there were less allocations.
bool ReadWithoutMemory(const std::string &content, uint32_t flags, uint64_t n,
                       std::string *bytes) {
  perfc_file_options options = reading::InMemory(content);
  options.window_bytes = 64 << 10;
  options.flags = flags;
  perfc_file *file = nullptr;
  perfc_stream_record records[8];
  bytes->clear();
  bytes->reserve(2 * content.size() + (1 << 20));
  failing = n;
  const int opened = perfc_file_open(&options, &file, nullptr);
  if (opened != 0) {
    EXPECT_EQ(opened, -ENOMEM);
    EXPECT_EQ(failing, 0u);
    return true;
  }
  int got;
  while ((got = perfc_file_next_records(file, records, 8, nullptr)) > 0 ||
         got == -ENOMEM) {
    for (int i = 0; i < got; ++i) {
      bytes->append(reinterpret_cast<const char *>(records[i].record.data),
                    records[i].record.size);
      if (records[i].tail != nullptr) {
        bytes->append(reinterpret_cast<const char *>(records[i].tail),
                      records[i].tail_size);
      }
    }
  }
  EXPECT_EQ(got, -ESHUTDOWN);
  const bool failed = failing == 0;
  failing = 0;
  perfc_file_close(file);
  return failed;
}

void ExpectNothingLost(const std::string &content, uint32_t flags = 0) {
  std::string whole, bytes;
  ReadWithoutMemory(content, flags, UINT64_MAX, &whole);
  EXPECT_GT(whole.size(), 1000u);
  uint64_t n = 1;
  while (ReadWithoutMemory(content, flags, n, &bytes)) {
    // A file that couldn't be opened gave nothing.
    EXPECT_TRUE(bytes.empty() || bytes == whole) << "without allocation " << n;
    ++n;
  }
  EXPECT_GT(n, 8u);
}

std::string Records(Endian endian) {
  std::string data;
  for (uint64_t i = 0; i < 3000; ++i) {
    data += perf_data::SampleRecord(endian, {1 + (i ^ 7)});
    data += perf_data::Comm(endian, 1 + i);
  }
  return data;
}

TEST(NoMemory, NoRecordOfAFileIsLost) {
  for (const Endian endian : {Endian::kLittle, Endian::kBig}) {
    File file;
    file.endian = endian;
    file.attrs = {Attr(), Attr()};
    file.attrs[0].ids = {1};
    file.attrs[1].ids = {2};
    file.features = {
        {2, perf_data::Record(endian, 0, Bytes().Zeros(28).Text("/a"))},
        {3, perf_data::FeatureText(endian, "host")},
        {60, std::string(100000, 'x')}};
    file.data = Records(endian);
    ExpectNothingLost(file.Build(), PERFC_FILE_TAILS);
  }
}

TEST(NoMemory, NoRecordOfAPipeIsLost) {
  for (const Endian endian : {Endian::kLittle, Endian::kBig}) {
    Attr attr;
    for (uint64_t id = 1; id < 5000; ++id) attr.ids.push_back(id);
    std::string content =
        perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, attr) +
        perf_data::Record(
            endian, 80,
            Bytes(endian).U64(3).Add(perf_data::FeatureText(endian, "host"))) +
        perf_data::Record(endian, 78,
                          Bytes(endian).U64(2).U64(1).Text("name")) +
        perf_data::Record(endian, 66, Bytes(endian).U32(3)) + "abc" +
        Records(endian);
    ExpectNothingLost(content);
  }
}

TEST(NoMemory, NoCompressedRecordIsLost) {
  const std::string records = Records(kLittle);
  File file;
  for (size_t at = 0; at < records.size(); at += 50000) {
    const std::string part = records.substr(at, 50000);
    std::string out(ZSTD_compressBound(part.size()), '\0');
    out.resize(ZSTD_compress(&out[0], out.size(), part.data(), part.size(), 1));
    file.data += perf_data::Record(kLittle, 81, out);
  }
  ExpectNothingLost(file.Build());
}

}  // namespace
