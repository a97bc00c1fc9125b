// Files that end anywhere, and files in which bytes changed.

#include <zstd.h>

#include <cerrno>
#include <functional>
#include <random>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Attr;
using perf_data::Bytes;
using perf_data::Endian;
using perf_data::File;
using reading::Read;
using reading::Result;

std::string Records(Endian endian) {
  std::string data;
  for (uint64_t i = 1; i <= 6; ++i) {
    data += perf_data::SampleRecord(endian, {100 + (i ^ 1)});
    data += perf_data::Comm(endian, 50 + i, std::string(i, 'n'));
    if (i % 2 == 0) data += perf_data::FinishedRound(endian);
  }
  return data;
}

File WithFeatures(Endian endian) {
  File file;
  file.endian = endian;
  file.attrs = {Attr(), Attr()};
  file.attrs[0].ids = {1};
  file.attrs[1].ids = {2, 3};
  file.data = Records(endian);
  file.features = {{3, perf_data::FeatureText(endian, "host")},
                   {7, Bytes(endian).U32(2).U32(4).bytes()},
                   {21, Bytes(endian).U64(50).U64(107).bytes()}};
  return file;
}

std::string Pipe(Endian endian) {
  Attr attr;
  attr.ids = {1};
  return perf_data::PipeHeader(endian) + perf_data::HeaderAttr(endian, attr) +
         Records(endian);
}

std::string Compress(const std::string &data) {
  std::string out(ZSTD_compressBound(data.size()), '\0');
  out.resize(ZSTD_compress(&out[0], out.size(), data.data(), data.size(), 1));
  return out;
}

// How many records of a data section end at or before a byte of it.
size_t WholeRecords(Endian endian, const std::string &data, size_t end) {
  size_t count = 0;
  for (size_t at = 0; at + 8 <= end;) {
    const auto low = static_cast<uint8_t>(data[at + 6]);
    const auto high = static_cast<uint8_t>(data[at + 7]);
    const size_t size =
        endian == Endian::kLittle ? low | high << 8 : high | low << 8;
    const size_t type =
        static_cast<uint8_t>(data[endian == Endian::kLittle ? at : at + 3]);
    if (at + size > end) break;
    count += type != 68;  // FINISHED_ROUND isn't handed out
    at += size;
  }
  return count;
}

TEST(CutOff, AllWholeRecordsOfAFileComeOut) {
  for (const Endian endian : {Endian::kLittle, Endian::kBig}) {
    const File file = WithFeatures(endian);
    const std::string whole = file.Build();
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::string content = whole.substr(0, size);
      const Result result = Read(content);
      if (size < file.DataOffset()) {
        EXPECT_EQ(result.opened, -EBADMSG) << size;
        continue;
      }
      ASSERT_EQ(result.opened, 0) << size << result.error.detail;
      size_t records = 0;
      for (const reading::Got &got : result.records) {
        records += !(got.flags & reading::kHeader);
      }
      EXPECT_EQ(records, WholeRecords(endian, file.data,
                                      std::min(size - file.DataOffset(),
                                               file.data.size())))
          << size;
      EXPECT_EQ(result.end, -ESHUTDOWN) << size;
      EXPECT_EQ(result.info.cut_at, size);
    }
  }
}

TEST(CutOff, AllWholeRecordsOfAFileWithoutASizeComeOut) {
  File file = WithFeatures(Endian::kLittle);
  file.features.clear();
  file.without_data_size = true;
  const std::string whole = file.Build();
  for (size_t size = file.DataOffset(); size <= whole.size(); ++size) {
    const std::string content = whole.substr(0, size);
    const Result result = Read(content);
    EXPECT_EQ(result.records.size(), WholeRecords(Endian::kLittle, file.data,
                                                  size - file.DataOffset()));
    EXPECT_EQ(result.end, -ESHUTDOWN);
    EXPECT_EQ(result.info.cut_at, size) << "perf writes the size at the end";
  }
}

TEST(CutOff, AllWholeRecordsOfAPipeComeOut) {
  for (const Endian endian : {Endian::kLittle, Endian::kBig}) {
    const std::string whole = Pipe(endian);
    for (size_t size = 16; size <= whole.size(); ++size) {
      const std::string content = whole.substr(0, size);
      const Result result = Read(content);
      const std::string data = whole.substr(16);
      EXPECT_EQ(result.records.size(), WholeRecords(endian, data, size - 16));
      EXPECT_EQ(result.end, -ESHUTDOWN);
      if (result.info.cut_at != 0) {
        EXPECT_EQ(result.info.cut_at, size);
        EXPECT_LT(size, whole.size());
      }
    }
  }
}

TEST(CutOff, AllWholeCompressedRecordsComeOut) {
  const std::string first = perf_data::Record(
      Endian::kLittle, 81, Compress(Records(Endian::kLittle)));
  const std::string second = perf_data::Record(
      Endian::kLittle, 81, Compress(Records(Endian::kLittle)));
  File file;
  file.data = first + second;
  const std::string whole = file.Build();
  for (size_t size = file.DataOffset(); size <= whole.size(); ++size) {
    const std::string content = whole.substr(0, size);
    const Result result = Read(content);
    const size_t parts =
        (size >= file.DataOffset() + first.size()) + (size >= whole.size());
    EXPECT_EQ(result.records.size(), 12 * parts);
    EXPECT_EQ(result.end, -ESHUTDOWN);
    EXPECT_EQ(result.info.cut_at, size == whole.size() ? 0 : size);
  }
}

TEST(Garbage, ARecordThatReachesBeyondTheDataSectionEndsIt) {
  File file = WithFeatures(Endian::kLittle);
  std::string last = perf_data::SampleRecord(Endian::kLittle, {1});
  const size_t at = file.DataOffset() + file.data.size();
  last.replace(6, 2, Bytes().U16(400).bytes());
  file.data += last;
  const Result result = Read(file.Build());
  EXPECT_EQ(result.end, -EBADMSG);
  EXPECT_STREQ(result.error.detail, "a record reaches beyond the data section");
  EXPECT_EQ(result.error.number[0], at);
  EXPECT_EQ(result.info.cut_at, at);
  EXPECT_EQ(result.records.size(), 15u);
  perfc_stream_record record;
  EXPECT_EQ(perfc_file_next_records(result.file.get(), &record, 1, nullptr),
            -EBADMSG)
      << "again";
}

TEST(Garbage, DataBeyondTheEndOfTheFileIsMissing) {
  File file = WithFeatures(Endian::kLittle);
  std::string content = file.Build();
  content.replace(40, 8, Bytes().U64(uint64_t{1} << 50).bytes());
  const Result result = Read(content);
  EXPECT_EQ(result.records.size(), 0u);
  EXPECT_EQ(result.end, -ESHUTDOWN);
  EXPECT_EQ(result.info.cut_at, content.size());
}

// Whatever the bytes: the file is read to an end, and no byte of it is read as
// another kind of memory (the sanitizers tell).
void ExpectAnEnd(const std::string &content) {
  for (const uint32_t order : {PERFC_FILE_ORDER_TIME, PERFC_FILE_ORDER_FILE}) {
    perfc_file_options options = reading::InMemory(content);
    options.order = order;
    options.window_bytes = 64 << 10;
    options.max_bytes = 3 << 20;
    options.flags = PERFC_FILE_TAILS;
    if (order == PERFC_FILE_ORDER_FILE) options.flags |= PERFC_FILE_RAW;
    const Result result = Read(options);
    if (result.opened < 0) {
      EXPECT_EQ(result.opened, -EBADMSG);
      continue;
    }
    EXPECT_TRUE(result.end == -ESHUTDOWN || result.end == -EBADMSG)
        << result.end;
    for (const reading::Got &got : result.records) {
      EXPECT_LE(got.position, content.size());
      EXPECT_GE(got.bytes.size(), 8u);
    }
    for (uint32_t kind = PERFC_ROWS_FACTS; kind <= PERFC_ROWS_TRACEPOINTS;
         ++kind) {
      perfc_table *table = nullptr;
      const int made =
          perfc_file_create_table(result.file.get(), kind, &table, nullptr);
      EXPECT_TRUE(made == 0 || made == -ENODATA || made == -EBADMSG) << made;
      if (made == 0) perfc_table_destroy(table);
    }
  }
}

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds;
  for (const Endian endian : {Endian::kLittle, Endian::kBig}) {
    File file = WithFeatures(endian);
    seeds.push_back(file.Build());
    Bytes aux(endian);
    aux.U64(24).U64(7).U64(8).U32(1).U32(2).U32(3).U32(0);
    seeds.push_back(Pipe(endian) + perf_data::Record(endian, 71, aux) +
                    std::string(24, 'a') +
                    perf_data::Record(endian, 66, Bytes(endian).U32(8)) +
                    std::string(8, 't') + Records(endian));
    file.data += perf_data::Record(endian, 81, Compress(Records(endian)));
    seeds.push_back(file.Build());
  }
  return seeds;
}

TEST(Damage, EachByteMayBeAnyOther) {
  for (const std::string &seed : Seeds()) {
    for (size_t at = 0; at < seed.size(); ++at) {
      for (const uint8_t change : {0x01, 0x80, 0xff}) {
        std::string content = seed;
        content[at] = static_cast<char>(content[at] ^ change);
        ExpectAnEnd(content);
      }
    }
  }
}

TEST(Damage, ManyBytesMayChangeAtOnce) {
  std::mt19937 random(5);
  for (const std::string &seed : Seeds()) {
    for (int i = 0; i < 300; ++i) {
      std::string content = seed;
      for (int changes = 1 + static_cast<int>(random() % 12); changes > 0;
           --changes) {
        const size_t at = random() % content.size();
        const uint32_t kind = random() % 3;
        content[at] = kind == 0   ? '\0'
                      : kind == 1 ? '\xff'
                                  : static_cast<char>(random());
      }
      content.resize(random() % 4 ? content.size() : random() % content.size());
      ExpectAnEnd(content);
    }
  }
}

}  // namespace
