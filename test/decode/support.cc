#include "test/decode/support.h"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <utility>

#include "gtest/gtest.h"

namespace decode_test {
namespace {

constexpr size_t kPage = 65536;  // A multiple of every architecture's.
constexpr size_t kGuarded = 2 * kPage;

template <typename T>
using Decode = int (*)(const perfc_plan *, const perfc_record *, T *, size_t);

template <typename T>
int Call(Decode<T> decode, const Plan &plan, const perfc_record &record) {
  T out = Poisoned<T>();
  return decode(plan.get(), &record, &out, sizeof(out));
}

}  // namespace

Plan MakePlan(const perfc_attr &attr, const Ids &ids) {
  perfc_plan *plan = nullptr;
  EXPECT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr), 0);
  EXPECT_EQ(perfc_plan_add_attr(plan, &attr, sizeof(attr), ids.data(),
                                ids.size(), nullptr),
            0);
  return Plan(plan);
}

Plan MakePlan(const encoder::Attr &attr, encoder::Order order) {
  const encoder::Bytes bytes = attr.Encode(order);
  perfc_plan *plan = nullptr;
  EXPECT_EQ(
      perfc_plan_create(order == encoder::Order::kBig ? PERFC_BYTE_ORDER_BIG
                                                      : PERFC_BYTE_ORDER_LITTLE,
                        &plan, nullptr),
      0);
  EXPECT_EQ(perfc_plan_add_attr(plan, bytes.data(), bytes.size(), nullptr, 0,
                                nullptr),
            0);
  return Plan(plan);
}

int Add(const Plan &plan, const perfc_attr &attr, const Ids &ids) {
  return perfc_plan_add_attr(plan.get(), &attr, sizeof(attr), ids.data(),
                             ids.size(), nullptr);
}

perfc_attr AttrOf(uint64_t sample_type) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof(attr);
  attr.sample_type = sample_type;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  return attr;
}

uint64_t Chars(const char (&text)[9]) {
  uint64_t word;
  std::memcpy(&word, text, sizeof(word));
  return word;
}

Record::Record(uint32_t type, uint16_t misc, std::vector<uint64_t> words)
    : words_(std::move(words)) {
  const uint64_t size = 8 + 8 * words_.size();
  words_.insert(words_.begin(), size << 48 | uint64_t{misc} << 32 | type);
  record_ = {reinterpret_cast<const uint8_t *>(words_.data()), type, misc,
             static_cast<uint16_t>(size)};
}

GuardedMemory::GuardedMemory() {
  void *memory = mmap(nullptr, kGuarded + kPage, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(memory, MAP_FAILED);
  memory_ = static_cast<uint8_t *>(memory);
  EXPECT_EQ(mprotect(memory_ + kGuarded, kPage, PROT_NONE), 0);
}

GuardedMemory::~GuardedMemory() {
  ASAN_UNPOISON_MEMORY_REGION(memory_, kGuarded);
  munmap(memory_, kGuarded + kPage);
}

uint8_t *GuardedMemory::Put(const uint8_t *bytes, size_t size) {
  ASAN_UNPOISON_MEMORY_REGION(memory_, kGuarded);
  uint8_t *end = memory_ + kGuarded;
  uint8_t *at = end - (size + 7) / 8 * 8;
  std::memset(at, 0xee, end - at);
  std::memcpy(at, bytes, size);
  ASAN_POISON_MEMORY_REGION(at + size, end - at - size);
  return at;
}

perfc_record GuardedMemory::PutCut(const perfc_record &record, uint16_t size) {
  uint8_t *at = Put(record.data, size);
  std::memcpy(at + 6, &size, sizeof(size));
  return {at, record.type, record.misc, size};
}

std::string Text(const perfc_record &record, perfc_range range) {
  const encoder::Bytes bytes = BytesOf(record, range);
  return std::string(bytes.begin(), bytes.end());
}

encoder::Bytes BytesOf(const perfc_record &record, perfc_range range) {
  const auto *bytes =
      static_cast<const uint8_t *>(perfc_record_range(&record, &range, 1));
  EXPECT_EQ(bytes == nullptr, range.count == 0);
  if (bytes == nullptr) return {};
  return encoder::Bytes(bytes, bytes + range.count);
}

std::vector<uint64_t> WordsOf(const perfc_record &record, perfc_range range) {
  const auto *words =
      static_cast<const uint64_t *>(perfc_record_range(&record, &range, 8));
  EXPECT_EQ(words == nullptr, range.count == 0);
  if (words == nullptr) return {};
  return std::vector<uint64_t>(words, words + range.count);
}

int DecodeAny(const Plan &plan, const perfc_record &record) {
  switch (record.type) {
    case 1:
    case 10:
      return Call(perfc_decode_mmap, plan, record);
    case 2:
      return Call(perfc_decode_lost, plan, record);
    case 3:
      return Call(perfc_decode_comm, plan, record);
    case 4:
    case 7:
      return Call(perfc_decode_task, plan, record);
    case 5:
    case 6:
      return Call(perfc_decode_throttle, plan, record);
    case 8:
      return Call(perfc_decode_read, plan, record);
    case 9:
      return Call(perfc_decode_sample, plan, record);
    case 11:
      return Call(perfc_decode_aux, plan, record);
    case 12:
      return Call(perfc_decode_itrace_start, plan, record);
    case 13:
      return Call(perfc_decode_lost_samples, plan, record);
    case 14:
    case 15:
      return Call(perfc_decode_switch, plan, record);
    case 16:
      return Call(perfc_decode_namespaces, plan, record);
    case 17:
      return Call(perfc_decode_ksymbol, plan, record);
    case 18:
      return Call(perfc_decode_bpf_event, plan, record);
    case 19:
      return Call(perfc_decode_cgroup, plan, record);
    case 20:
      return Call(perfc_decode_text_poke, plan, record);
    case 21:
      return Call(perfc_decode_aux_output_hw_id, plan, record);
    case 22:
      return Call(perfc_decode_callchain_deferred, plan, record);
    default:
      ADD_FAILURE() << "no decode function for type " << record.type;
      return 0;
  }
}

}  // namespace decode_test
