#include <cerrno>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "impl/profile/zstd/compress.h"
#include "impl/profile/zstd/decompress.h"

namespace {

using perfc::profile::zstd::Compressor;
using perfc::profile::zstd::Decompressor;
using Bytes = std::vector<uint8_t>;

// Text that gets half as long at most, and numbers that hardly get shorter.
Bytes Text(size_t size) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = "perf.data "[i % 10];
  return bytes;
}
Bytes Noise(size_t size) {
  Bytes bytes(size);
  uint64_t x = 1;
  for (uint8_t &byte : bytes) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<uint8_t>(x >> 56);
  }
  return bytes;
}

// One frame, with output in pieces of `room` bytes.
Bytes Frame(Compressor *compressor, const Bytes &bytes, size_t room) {
  Bytes frame;
  EXPECT_EQ(compressor->Begin(bytes.size()), 0);
  const uint8_t *in = bytes.data();
  size_t in_size = bytes.size();
  int more = 1;
  while (more == 1) {
    Bytes piece(room);
    uint8_t *out = piece.data();
    size_t out_size = room;
    more = compressor->Step(&in, &in_size, &out, &out_size);
    frame.insert(frame.end(), piece.data(), out);
  }
  EXPECT_EQ(more, 0);
  EXPECT_EQ(in_size, 0u);
  return frame;
}

// Input and output in pieces.
int Decompress(Decompressor *decompressor, const Bytes &bytes, size_t piece,
               size_t room, Bytes *result, const char **why) {
  for (size_t at = 0; at < bytes.size(); at += piece) {
    const uint8_t *in = bytes.data() + at;
    size_t in_size = std::min(piece, bytes.size() - at);
    size_t written;
    do {
      Bytes some(room);
      uint8_t *out = some.data();
      size_t out_size = room;
      const int code = decompressor->Step(&in, &in_size, &out, &out_size, why);
      if (code != 0) return code;
      written = room - out_size;
      result->insert(result->end(), some.data(), out);
    } while (in_size > 0 || written == room);
  }
  return 0;
}

TEST(Zstd, FramesComeBackInPiecesOfAnySize) {
  Compressor compressor;
  ASSERT_EQ(compressor.Init(1), 0);
  Bytes all = Text(300000);
  Bytes frames = Frame(&compressor, all, 1000);
  EXPECT_LT(frames.size(), all.size() / 2);
  const Bytes noise = Noise(100000);
  const Bytes second = Frame(&compressor, noise, 65527);
  frames.insert(frames.end(), second.begin(), second.end());
  all.insert(all.end(), noise.begin(), noise.end());
  for (const size_t piece : {size_t{1}, size_t{777}, frames.size()}) {
    Decompressor decompressor;
    ASSERT_EQ(decompressor.Init(0), 0);
    Bytes back;
    const char *why = nullptr;
    EXPECT_EQ(Decompress(&decompressor, frames, piece, 4096, &back, &why), 0);
    EXPECT_EQ(back, all);
  }
}

TEST(Zstd, APieceIsReadableBeforeTheFrameEnds) {
  Compressor compressor;
  ASSERT_EQ(compressor.Init(3), 0);
  ASSERT_EQ(compressor.Begin(2000), 0);
  const Bytes text = Text(1000);
  const uint8_t *in = text.data();
  size_t in_size = text.size();
  Bytes frame(4096);
  uint8_t *out = frame.data();
  size_t out_size = frame.size();
  ASSERT_EQ(compressor.Step(&in, &in_size, &out, &out_size), 0);
  frame.resize(out - frame.data());
  Decompressor decompressor;
  ASSERT_EQ(decompressor.Init(20), 0);
  Bytes back;
  const char *why = nullptr;
  EXPECT_EQ(Decompress(&decompressor, frame, 4096, 4096, &back, &why), 0);
  EXPECT_EQ(back, text);
}

TEST(Zstd, BadBytesHaveARuleAndANewStreamBegins) {
  Decompressor decompressor;
  ASSERT_EQ(decompressor.Init(0), 0);
  Bytes back;
  const char *why = nullptr;
  EXPECT_EQ(Decompress(&decompressor, Noise(100), 100, 4096, &back, &why),
            -EBADMSG);
  ASSERT_NE(why, nullptr);
  EXPECT_NE(std::string(why), "");
  Compressor compressor;
  ASSERT_EQ(compressor.Init(1), 0);
  ASSERT_EQ(decompressor.Init(0), 0);
  EXPECT_EQ(Decompress(&decompressor, Frame(&compressor, Text(10), 4096), 100,
                       4096, &back, &why),
            0);
  EXPECT_EQ(back, Text(10));
}

TEST(Zstd, AFrameCutOffGivesTheBytesBeforeTheCut) {
  Compressor compressor;
  ASSERT_EQ(compressor.Init(1), 0);
  const Bytes noise = Noise(400000);
  Bytes frame = Frame(&compressor, noise, 65527);
  frame.resize(frame.size() / 2);
  Decompressor decompressor;
  ASSERT_EQ(decompressor.Init(0), 0);
  Bytes back;
  const char *why = nullptr;
  EXPECT_EQ(Decompress(&decompressor, frame, 1000, 4096, &back, &why), 0);
  EXPECT_GT(back.size(), 0u);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), noise.begin()));
}

TEST(Zstd, AWindowBeyondTheLimitIsRefused) {
  // A frame's header by hand: magic, no single segment, window of 1 << 27.
  const Bytes frame = {0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x01, 0x00, 0x00};
  Bytes back;
  const char *why = nullptr;
  Decompressor decompressor;
  ASSERT_EQ(decompressor.Init(23), 0);
  EXPECT_EQ(Decompress(&decompressor, frame, 100, 4096, &back, &why), -E2BIG);
  ASSERT_EQ(decompressor.Init(27), 0);
  EXPECT_EQ(Decompress(&decompressor, frame, 100, 4096, &back, &why), 0);
  EXPECT_EQ(decompressor.Init(1000), -EINVAL);
}

TEST(Zstd, WrongUseIsRefused) {
  Compressor compressor;
  const uint8_t *in = nullptr;
  uint8_t *out = nullptr;
  size_t none = 0;
  const char *why = nullptr;
  EXPECT_EQ(compressor.Init(0), -EINVAL);
  EXPECT_EQ(compressor.Init(23), -EINVAL);
  EXPECT_EQ(compressor.Begin(1), -EINVAL);
  EXPECT_EQ(compressor.Step(&in, &none, &out, &none), -EINVAL);
  ASSERT_EQ(compressor.Init(22), 0);
  EXPECT_EQ(compressor.Step(nullptr, &none, &out, &none), -EINVAL);
  ASSERT_EQ(compressor.Begin(1), 0);
  const Bytes two = {1, 2};
  in = two.data();
  size_t in_size = 2;
  EXPECT_EQ(compressor.Step(&in, &in_size, &out, &none), -EINVAL);
  Decompressor decompressor;
  EXPECT_EQ(decompressor.Step(&in, &in_size, &out, &none, &why), -EINVAL);
  ASSERT_EQ(decompressor.Init(0), 0);
  EXPECT_EQ(decompressor.Step(&in, nullptr, &out, &none, &why), -EINVAL);
}

}  // namespace
