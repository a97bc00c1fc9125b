// Records in zstd frames.

#include <zstd.h>

#include <cerrno>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Bytes;
using perf_data::Endian;
using perf_data::File;
using perf_data::Record;
using reading::Read;
using reading::Result;

constexpr Endian kLittle = Endian::kLittle;
constexpr Endian kBoth[] = {Endian::kLittle, Endian::kBig};

// One frame without a known size, flushed after each piece, as perf writes it.
class Frame {
 public:
  explicit Frame(int window_log = 0) : context_(ZSTD_createCCtx()) {
    if (window_log) {
      ZSTD_CCtx_setParameter(context_, ZSTD_c_windowLog, window_log);
    }
  }
  ~Frame() { ZSTD_freeCCtx(context_); }

  std::string Add(const std::string &piece) {
    std::string out(ZSTD_compressBound(piece.size()) + 64, '\0');
    ZSTD_inBuffer in = {piece.data(), piece.size(), 0};
    ZSTD_outBuffer to = {&out[0], out.size(), 0};
    EXPECT_EQ(ZSTD_compressStream2(context_, &to, &in, ZSTD_e_flush), 0u);
    out.resize(to.pos);
    return out;
  }

 private:
  ZSTD_CCtx *context_;
};

std::string Compressed(Endian endian, const std::string &content) {
  return Record(endian, 81, content);
}

// Padded to 8 bytes.
std::string Compressed2(Endian endian, const std::string &content) {
  Bytes body(endian);
  body.U64(content.size()).Add(content).Zeros((8 - content.size() % 8) % 8);
  return Record(endian, 83, body);
}

std::string Samples(Endian endian, uint64_t from, uint64_t to) {
  std::string data;
  for (uint64_t time = from; time < to; ++time) {
    data += perf_data::SampleRecord(endian, {time, 1, 100, 101, 0, time * 977});
  }
  return data;
}

std::string FileOf(const std::string &data, Endian endian = kLittle) {
  File file;
  file.endian = endian;
  file.data = data;
  return file.Build();
}

TEST(Compressed, RecordsThatSpanCompressedOnesAreRead) {
  for (const Endian endian : kBoth) {
    const std::string records = Samples(endian, 1, 1000);
    for (const bool second : {false, true}) {
      for (const size_t piece : {100, 1000, 10007, 40000}) {
        Frame frame;
        std::string data;
        for (size_t at = 0; at < records.size(); at += piece) {
          const std::string part = frame.Add(records.substr(at, piece));
          data += second ? Compressed2(endian, part) : Compressed(endian, part);
          if (at / piece % 3 == 2) data += perf_data::FinishedRound(endian);
        }
        const Result result = Read(FileOf(data, endian));
        EXPECT_TRUE(result.Bytes() == Samples(kLittle, 1, 1000))
            << result.error.detail << " " << piece;
        EXPECT_EQ(result.end, -ESHUTDOWN);
        EXPECT_EQ(result.info.cut_at, 0u);
        EXPECT_EQ(result.info.decompressed_bytes, records.size());
        EXPECT_LT(result.info.compressed_bytes, data.size());
        EXPECT_GT(result.info.compressed_bytes, 0u);
      }
    }
  }
}

TEST(Compressed, ARecordsPositionIsThatOfTheCompressedOneInWhichItBegins) {
  const std::string records = Samples(kLittle, 1, 4);
  const size_t size = records.size() / 3;
  Frame frame;
  const std::string first =
      Compressed(kLittle, frame.Add(records.substr(0, size + 20)));
  const std::string second =
      Compressed(kLittle, frame.Add(records.substr(size + 20)));
  const Result result = Read(FileOf(first + second));
  ASSERT_EQ(result.records.size(), 3u);
  const size_t begin = File().DataOffset();
  EXPECT_EQ(result.records[0].position, begin);
  EXPECT_EQ(result.records[1].position, begin);
  EXPECT_EQ(result.records[2].position, begin + first.size());
}

TEST(Compressed, SeveralFramesFollowOneAnother) {
  std::string data;
  for (uint64_t i = 0; i < 5; ++i) {
    Frame frame;
    data += Compressed(kLittle,
                       frame.Add(Samples(kLittle, 1 + 10 * i, 11 + 10 * i)));
  }
  EXPECT_EQ(Read(FileOf(data)).end, -EBADMSG) << "a frame that has not ended";
  data.clear();
  for (uint64_t i = 0; i < 5; ++i) {
    const std::string part = Samples(kLittle, 1 + 10 * i, 11 + 10 * i);
    std::string out(ZSTD_compressBound(part.size()), '\0');
    out.resize(ZSTD_compress(&out[0], out.size(), part.data(), part.size(), 1));
    data += Compressed(kLittle, out);
  }
  EXPECT_EQ(Read(FileOf(data)).Bytes(), Samples(kLittle, 1, 51));
}

TEST(Compressed, OthersStandBetween) {
  Frame frame;
  std::string data = Samples(kLittle, 5, 6);
  data += Compressed(kLittle, frame.Add(Samples(kLittle, 1, 3)));
  data += Samples(kLittle, 4, 5);
  data += Compressed(kLittle, frame.Add(Samples(kLittle, 3, 4)));
  EXPECT_EQ(Read(FileOf(data)).Bytes(), Samples(kLittle, 1, 6));
}

TEST(Compressed, RawShowsThemBeforeWhatTheyContain) {
  Frame frame;
  const std::string first =
      Compressed(kLittle, frame.Add(Samples(kLittle, 1, 3)));
  const std::string second =
      Compressed2(kLittle, frame.Add(Samples(kLittle, 3, 4)));
  const std::string content = FileOf(first + second + Samples(kLittle, 4, 5));
  const Result raw = reading::ReadAsItStands(content, PERFC_FILE_RAW);
  EXPECT_EQ(raw.Bytes(),
            first + Samples(kLittle, 1, 3) + second + Samples(kLittle, 3, 5));
}

void ExpectBroken(const std::string &data, uint64_t at, const std::string &rule,
                  size_t records) {
  const Result result = Read(FileOf(data));
  EXPECT_EQ(result.end, -EBADMSG);
  EXPECT_EQ(result.error.rule, static_cast<uint32_t>(PERFC_RULE_FILE_CONTENT));
  EXPECT_EQ(result.error.number[0], File().DataOffset() + at);
  EXPECT_EQ(result.info.cut_at, File().DataOffset() + at);
  EXPECT_EQ(result.records.size(), records);
  if (!rule.empty()) {
    EXPECT_EQ(std::string(result.error.detail), rule);
  }
}

TEST(Compressed, WhatIsBeforeABrokenFrameIsHandedOut) {
  Frame frame;
  const std::string good =
      Compressed(kLittle, frame.Add(Samples(kLittle, 1, 11)));
  ExpectBroken(good + Compressed(kLittle, std::string(100, '\x55')),
               good.size(), "", 10);
}

TEST(Compressed, WhatIsBeforeGarbageWithinAFrameIsHandedOut) {
  Frame frame;
  const std::string good =
      Compressed(kLittle, frame.Add(Samples(kLittle, 1, 11)));
  ExpectBroken(good + Compressed(kLittle, frame.Add(Samples(kLittle, 11, 13) +
                                                    std::string(16, '\0'))),
               good.size(), "the size of a record is below 8", 12);
}

TEST(Compressed, OneWithinAnotherIsRefused) {
  Frame frame, inner;
  const std::string nested =
      Compressed(kLittle, inner.Add(Samples(kLittle, 1, 2)));
  ExpectBroken(Compressed(kLittle, frame.Add(nested)), 0,
               "a compressed record contains another", 0);
}

TEST(Compressed, ASizeBeyondTheRecordIsRefused) {
  Bytes body;
  body.U64(17).Zeros(16);
  ExpectBroken(Record(kLittle, 83, body), 0,
               "data_size is beyond the compressed record", 0);
  ExpectBroken(Record(kLittle, 83, ""), 0,
               "data_size is beyond the compressed record", 0);
}

TEST(Compressed, AFrameWithALargeWindowNeedsMoreMemory) {
  Frame frame(27);
  const std::string content =
      FileOf(Compressed(kLittle, frame.Add(Samples(kLittle, 1, 11))));
  const Result refused = Read(content);
  EXPECT_EQ(refused.end, -EBADMSG);
  EXPECT_STREQ(
      refused.error.detail,
      "a compressed frame needs a larger window than max_bytes allows");
  perfc_file_options options = reading::InMemory(content);
  options.max_bytes = uint64_t{2} << 30;
  EXPECT_EQ(Read(options).records.size(), 10u);
}

// 64 KiB that become 500 MB: read within the memory that is allowed.
TEST(Compressed, ABombIsReadPieceByPiece) {
  Frame frame;
  const std::string record = perf_data::SampleRecord(kLittle, {7});
  std::string megabyte;
  while (megabyte.size() < 1 << 20) megabyte += record;
  std::string data;
  for (int i = 0; i < 100; ++i)
    data += Compressed(kLittle, frame.Add(megabyte));
  const std::string content = FileOf(data);
  perfc_file_options options = reading::InMemory(content);
  options.max_bytes = 8 << 20;
  options.window_bytes = 1 << 20;
  perfc_file *file = nullptr;
  ASSERT_EQ(perfc_file_open(&options, &file, nullptr), 0);
  uint64_t count = 0;
  perfc_stream_record records[256];
  int now;
  while ((now = perfc_file_next_records(file, records, 256, nullptr)) > 0) {
    count += static_cast<uint64_t>(now);
  }
  EXPECT_EQ(now, -ESHUTDOWN);
  EXPECT_EQ(count, 100 * megabyte.size() / record.size());
  perfc_file_close(file);
}

TEST(Compressed, ARecordThatIsCutOffWithinIsMissing) {
  Frame frame;
  const std::string records = Samples(kLittle, 1, 11);
  const std::string content = FileOf(
      Compressed(kLittle, frame.Add(records.substr(0, records.size() - 3))));
  const Result result = Read(content);
  EXPECT_EQ(result.records.size(), 9u);
  EXPECT_EQ(result.end, -ESHUTDOWN);
  EXPECT_EQ(result.info.cut_at, content.size());
}

}  // namespace
