// The bytes of a file on their way to its fd: a buffer, compression, and the way
// back to the state before a call.
#ifndef PERFC_IMPL_PROFILE_WRITER_OUTPUT_H_
#define PERFC_IMPL_PROFILE_WRITER_OUTPUT_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/zstd/compress.h"

namespace perfc::profile::writer {

// What has to happen around the writes of data.
class Hooks {
 public:
  // Before data is written that was put so far.
  virtual int BeforeData() = 0;
  // The data ends at `end` now: bytes of the file.
  virtual int AfterData(uint64_t end) = 0;

 protected:
  ~Hooks() = default;
};

class Output {
 public:
  // Larger pieces are written without a copy, if nothing compresses them.
  static constexpr size_t kBuffer = 256 << 10;
  // Bytes that become a zstd frame.
  static constexpr size_t kFrame = 1 << 20;
  // A COMPRESSED record has at most so many bytes of decompressed data.
  static constexpr size_t kPiece = 128 << 10;

  explicit Output(Hooks* hooks) : hooks_(hooks) {}

  // Level 0: not compressed. -ENOMEM.
  int Init(uint32_t level);
  // Begins a file. A file that isn't seekable gets its bytes in order.
  void Begin(int fd, bool seekable, uint64_t position);

  // Records: compressed, if at all. Whole records, at most kBuffer bytes each time
  // unless nothing is compressed.
  int Put(const void* bytes, size_t size);
  // Bytes that are never compressed.
  int PutPlain(const void* bytes, size_t size);
  // Where the next plain bytes will be. Compresses what is there. -ENOMEM.
  int Position(uint64_t* position);

  // Overwrites a word of plain bytes that was put before, in a seekable file.
  int Patch(uint64_t position, uint64_t word);

  // Writes everything.
  int Flush();

  // The state to which Rollback returns.
  void BeginCall();
  // Takes back what was put since BeginCall. An output that isn't seekable fails
  // for ever if some of it was written.
  int Rollback();

  // Bytes that wait to be written.
  size_t waiting() const { return raw_.size() + out_.size(); }
  // Bytes of the file, as if everything had been written.
  uint64_t size() const { return base_ + waiting(); }
  // The file's size without compression.
  uint64_t plain_size() const { return size() + saved_; }
  bool compresses() const { return level_ != 0; }
  bool seekable() const { return seekable_; }

 private:
  int Reserve(size_t size);
  int Seal();
  int SealPart(size_t size);
  int CompressPiece(const uint8_t** in, size_t size);
  int WriteOut();
  int WriteBytes(const uint8_t* bytes, size_t size);
  int Stream(const uint8_t* bytes, size_t size);

  Hooks* hooks_;
  int fd_ = -1;
  bool seekable_ = true;
  int broken_ = 0;  // why nothing can be written any more
  uint32_t level_ = 0;
  zstd::Compressor compressor_;
  base::Buffer<uint8_t> raw_;  // records that will be compressed
  base::Buffer<uint8_t> out_;  // bytes of the file, from base_ on
  uint64_t base_ = 0;
  uint64_t saved_ = 0;  // bytes that compression saved
  // The call: what is in raw_ before its records, the position at which its first
  // byte is or will be, and saved_.
  size_t raw_start_ = 0;
  uint64_t start_ = 0;
  uint64_t saved_start_ = 0;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_OUTPUT_H_
