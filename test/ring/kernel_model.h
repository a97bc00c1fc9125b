// The kernel's side of a ring of one page as the model check has it: a value
// that can be copied, and that says which bytes lie in the ring.
#ifndef PERFC_TEST_RING_KERNEL_MODEL_H_
#define PERFC_TEST_RING_KERNEL_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "perfc/record.h"

namespace model {

constexpr uint64_t kRing = 4096;
// Sizes are multiples of this, as if the ring had 8 words.
constexpr uint64_t kUnit = 512;
constexpr uint64_t kUnits[] = {1, 3, 7};
constexpr size_t kSizes = sizeof kUnits / sizeof kUnits[0];

// Positions count modulo 2^64.
constexpr bool Before(uint64_t left, uint64_t right) {
  return static_cast<int64_t>(left - right) < 0;
}

struct Record {
  uint64_t at = 0;
  uint64_t size = 0;
  uint32_t lost = 0;  // What a LOST record tells; 0: a sample.

  uint64_t end() const { return at + size; }
};

// Takes a step at a time: reserves space by data_tail or counts a loss, writes
// what is reserved, stores data_head (__perf_output_begin to
// perf_output_put_handle, kernel/events/ring_buffer.c).
class Kernel {
 public:
  explicit Kernel(uint64_t start) : head_(start), tail_(start) {}

  bool idle() const { return step_ == kIdle; }
  uint64_t head() const { return head_; }
  uint64_t tail() const { return tail_; }
  // From data_tail on.
  const std::vector<Record> &published() const { return published_; }
  // The record that begins there, or NULL.
  const Record *At(uint64_t position) const;

  // If idle the first of a record of kUnits[choice]. False if that would lead
  // to no other state: one loss more.
  bool Step(size_t choice, uint8_t *data);
  // What the reader stored. The space before it is poisoned.
  void StoreTail(uint64_t tail, uint8_t *data);

  // Writes all that lies in the ring, and poison where nothing does.
  void Fill(uint8_t *data) const;
  // Appends what makes this state another one.
  void AppendTo(std::vector<uint64_t> *key) const;

 private:
  enum Phase : uint64_t { kIdle, kReserved, kWritten };

  bool Reserve(uint64_t size);

  Phase step_ = kIdle;
  uint32_t pending_lost_ = 0;
  uint64_t head_;
  uint64_t tail_;
  std::vector<Record> reserved_;
  std::vector<Record> published_;
};

// True if what was read is that record, byte for byte.
bool IsRecord(const perfc_record &read, const Record &written);

}  // namespace model

#endif  // PERFC_TEST_RING_KERNEL_MODEL_H_
