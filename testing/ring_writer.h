// Writes records into a ring's memory as the kernel does.
#ifndef PERFC_TESTING_RING_WRITER_H_
#define PERFC_TESTING_RING_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "perfc/attr.h"

namespace scripted {

using Bytes = std::vector<uint8_t>;

// A record of `size` bytes, whose body differs with the seed and from byte to
// byte.
Bytes MakeRecord(uint32_t type, size_t size, uint64_t seed = 0);
// A record of these words after the header.
Bytes MakeRecordOf(uint32_t type, const std::vector<uint64_t> &words);

enum class WriteMode { kWaitForReader, kOverwrite, kBackward };

class RingWriter {
 public:
  // `ring` is the control page, with data of data_size bytes behind it.
  RingWriter(uint8_t *ring, size_t data_size, WriteMode mode);

  // False where there is no room. What is lost so is told by a LOST record
  // before the next that fits, as __perf_output_begin does.
  bool Write(const Bytes &record);

  // Moves data_head over bytes that were written before, or never.
  void SetHead(uint64_t head);
  // Puts bytes at the head without moving it.
  void Put(const Bytes &bytes) { Copy(head_, bytes); }

  uint64_t head() const { return head_; }
  uint64_t tail() const;
  uint64_t written() const { return written_; }  // bytes
  uint64_t pending_lost() const { return pending_lost_; }

 private:
  bool HasSpace(size_t size) const;
  void Append(const Bytes &record);
  void Copy(uint64_t at, const Bytes &bytes);

  perfc_mmap_page *control_;
  uint8_t *data_;
  size_t size_;
  WriteMode mode_;
  uint64_t head_;
  uint64_t written_ = 0;
  uint64_t pending_lost_ = 0;
};

}  // namespace scripted

#endif  // PERFC_TESTING_RING_WRITER_H_
