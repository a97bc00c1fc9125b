// What the decode tests share: plans, records from words, result structs with a
// known content.

#ifndef PERFC_TEST_DECODE_SUPPORT_H_
#define PERFC_TEST_DECODE_SUPPORT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "perfc/attr.h"
#include "perfc/decode.h"
#include "perfc/record.h"
#include "test/encoder/attr.h"
#include "test/encoder/writer.h"

namespace decode_test {

struct PlanDestroyer {
  void operator()(perfc_plan *plan) const { perfc_plan_destroy(plan); }
};
using Plan = std::unique_ptr<perfc_plan, PlanDestroyer>;

using Ids = std::vector<uint64_t>;

// NULL, and a failed expectation, where the library refuses.
Plan MakePlan(const perfc_attr &attr, const Ids &ids = {});
Plan MakePlan(const encoder::Attr &attr, encoder::Order order);
int Add(const Plan &plan, const perfc_attr &attr, const Ids &ids);

// An attr of that sample_type, with a trailer in other records.
perfc_attr AttrOf(uint64_t sample_type);

// Two u32 as they lie in one word.
constexpr uint64_t Pair(uint32_t first, uint32_t second) {
  return uint64_t{second} << 32 | first;
}

// Eight characters as they lie in one word.
uint64_t Chars(const char (&text)[9]);

// A record of literal words behind a header that counts them.
class Record {
 public:
  Record(uint32_t type, uint16_t misc, std::vector<uint64_t> words);
  Record(const Record &) = delete;
  Record &operator=(const Record &) = delete;

  const perfc_record *get() const { return &record_; }
  const uint8_t *data() const { return record_.data; }

 private:
  std::vector<uint64_t> words_;
  perfc_record record_;
};

// Memory whose end is the end of all that may be read: a page further faults,
// and with the address sanitizer each byte between does.
class GuardedMemory {
 public:
  GuardedMemory();
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  // Copies the bytes to the end, as far as 8-byte alignment of the first one
  // lets them.
  uint8_t *Put(const uint8_t *bytes, size_t size);
  // The same, with the first `size` bytes of a record and a header that says
  // so.
  perfc_record PutCut(const perfc_record &record, uint16_t size);

 private:
  uint8_t *memory_;
};

// 64 KiB to turn records of the other byte order in.
class Scratch {
 public:
  uint8_t *data() { return reinterpret_cast<uint8_t *>(words_.data()); }
  size_t size() const { return words_.size() * 8; }

 private:
  std::vector<uint64_t> words_ = std::vector<uint64_t>(8192);
};

inline constexpr uint8_t kPoison = 0xa5;

// Fills a result struct, padding included, with a pattern that no test value
// has.
template <typename T>
void Poison(T *value) {
  std::memset(static_cast<void *>(value), kPoison, sizeof(*value));
}

// The same by value, where a compiler may leave the padding out.
template <typename T>
T Poisoned() {
  T value;
  Poison(&value);
  return value;
}

inline bool IsPoison(const void *data, size_t size) {
  const auto *bytes = static_cast<const uint8_t *>(data);
  for (size_t i = 0; i < size; ++i) {
    if (bytes[i] != kPoison) return false;
  }
  return true;
}

template <typename T>
bool Untouched(const T &field) {
  return IsPoison(&field, sizeof(field));
}

// The first element of a range; NULL if it is empty or outside the record.
template <typename T>
const T *At(const perfc_record *record, const perfc_range &range) {
  return static_cast<const T *>(perfc_record_range(record, &range, sizeof(T)));
}

// The content of a range of a record.
std::string Text(const perfc_record &record, perfc_range range);
encoder::Bytes BytesOf(const perfc_record &record, perfc_range range);
std::vector<uint64_t> WordsOf(const perfc_record &record, perfc_range range);

// Calls the record type's decode function, whatever the struct.
int DecodeAny(const Plan &plan, const perfc_record &record);

}  // namespace decode_test

#endif  // PERFC_TEST_DECODE_SUPPORT_H_
