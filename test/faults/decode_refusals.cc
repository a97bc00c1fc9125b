// Plans and records.
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

#include "gtest/gtest.h"
#include "perfc/perfc.h"
#include "test/faults/refusals.h"

namespace faults {
namespace {

constexpr size_t kTooShort = 8;
constexpr uint64_t kUnknownId = 99;
constexpr uint32_t kOfThePerfTool = 64;

struct Destroy {
  void operator()(perfc_plan *plan) const { perfc_plan_destroy(plan); }
};
using Plan = std::unique_ptr<perfc_plan, Destroy>;

// Bytes of the other byte order, if they are to be turned.
template <typename T>
T Turned(T value, bool turn) {
  if (!turn) return value;
  if constexpr (sizeof(T) == 2) return __builtin_bswap16(value);
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
  return static_cast<T>(__builtin_bswap64(value));
}

// One attr where the record will be malformed, else two: with ids 1 and 2, or
// without.
Plan PlanFor(int code, bool foreign) {
  const bool by_id = code == ENOKEY || code == EKEYREJECTED;
  perfc_attr attr = {};
  attr.sample_type = Turned<uint64_t>(
      by_id ? PERFC_SAMPLE_IDENTIFIER : PERFC_SAMPLE_TIME, foreign);
  // Of records in the other order only samples are looked at.
  if (!foreign) attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  perfc_plan *plan = nullptr;
  const uint64_t ids[] = {1, 2};
  EXPECT_EQ(
      perfc_plan_create(foreign ? PERFC_BYTE_ORDER_BIG : 0, &plan, nullptr), 0);
  EXPECT_EQ(perfc_plan_add_attr(plan, &attr, sizeof attr, ids, 1, nullptr), 0);
  if (code != EBADMSG) {
    EXPECT_EQ(
        perfc_plan_add_attr(plan, &attr, sizeof attr, ids + 1, 1, nullptr), 1);
  }
  return Plan(plan);
}

// All words of its body are the id; malformed, it has no body.
struct Bytes {
  Bytes(int code, uint32_t type, bool foreign) {
    size = code == EBADMSG ? 8 : sizeof words;
    const uint64_t id = code == EKEYREJECTED ? 0 : kUnknownId;
    for (uint64_t &word : words) word = Turned(id, foreign);
    auto *bytes = reinterpret_cast<uint8_t *>(words);
    const auto type_there = Turned(type, foreign);
    const auto size_there = Turned(size, foreign);
    memcpy(bytes, &type_there, 4);
    memset(bytes + 4, 0, 2);
    memcpy(bytes + 6, &size_there, 2);
  }
  uint64_t words[12];
  uint16_t size;
};

template <typename Out>
int Decode(int (*decode)(const perfc_plan *, const perfc_record *, Out *,
                         size_t),
           uint32_t type, int code) {
  const Plan plan = PlanFor(code, false);
  if (code == ENODATA) type = kOfThePerfTool;
  const Bytes bytes(code, type, false);
  const perfc_record record = {reinterpret_cast<const uint8_t *>(bytes.words),
                               type, 0, bytes.size};
  Out out;
  return decode(plan.get(), &record, &out, sizeof out);
}

int View(Stage *, int code) {
  const Plan plan = PlanFor(code, true);
  Bytes bytes(code, PERFC_RECORD_SAMPLE, true);
  alignas(8) uint8_t scratch[sizeof bytes.words];
  perfc_record record;
  return perfc_plan_view_record(plan.get(), bytes.words, bytes.size, scratch,
                                code == ENOSPC ? 8 : sizeof scratch, &record);
}

int AddToPlan(Stage *, int code) {
  const perfc_attr attr = TimedAttr();
  const Plan plan = PlanFor(0, false);
  const uint64_t id = 1;
  return perfc_plan_add_attr(plan.get(), &attr,
                             code == E2BIG ? kTooShort : sizeof attr, &id,
                             code == EEXIST, nullptr);
}

int AddIds(Stage *, int) {
  const Plan plan = PlanFor(0, false);
  const uint64_t id = 1;
  return perfc_plan_add_ids(plan.get(), 1, &id, 1, nullptr);
}

int Ids(Stage *, int) {
  const Plan plan = PlanFor(0, false);
  return perfc_plan_ids(plan.get(), 0, nullptr, 0, nullptr);
}

int FindId(Stage *, int) {
  const Plan plan = PlanFor(0, false);
  return perfc_plan_find_id(plan.get(), kUnknownId);
}

int Register(Stage *, int) {
  const Plan plan = PlanFor(0, false);
  const perfc_record record = {};
  const perfc_sample sample = {};
  uint64_t value;
  return perfc_decode_register(plan.get(), &record, &sample,
                               PERFC_SAMPLE_REGS_USER, 0, &value);
}

}  // namespace

std::vector<Refusal> DecodeRefusals() {
  std::vector<Refusal> refusals = {
      {"perfc_plan_add_attr", {E2BIG, EEXIST}, AddToPlan},
      {"perfc_plan_add_ids", {EEXIST}, AddIds},
      {"perfc_plan_ids", {ENOSPC}, Ids},
      {"perfc_plan_find_id", {ENOENT}, FindId},
      {"perfc_plan_view_record",
       {EBADMSG, EKEYREJECTED, ENOKEY, ENOSPC, ENOTUNIQ},
       View},
      {"perfc_decode_sample_id",
       {ENODATA},
       [](Stage *, int code) {
         return Decode(perfc_decode_sample_id, 0, code);
       }},
      {"perfc_decode_register", {ENODATA}, Register},
  };
#define DECODE(NAME, TYPE)                                              \
  refusals.push_back({"perfc_decode_" #NAME,                            \
                      {EBADMSG, EKEYREJECTED, ENOKEY, ENOTUNIQ},        \
                      [](Stage *, int code) {                           \
                        return Decode(perfc_decode_##NAME, TYPE, code); \
                      }})
  DECODE(sample, PERFC_RECORD_SAMPLE);
  DECODE(sample_id, PERFC_RECORD_MMAP);
  DECODE(mmap, PERFC_RECORD_MMAP);
  DECODE(lost, PERFC_RECORD_LOST);
  DECODE(comm, PERFC_RECORD_COMM);
  DECODE(throttle, PERFC_RECORD_THROTTLE);
  DECODE(task, PERFC_RECORD_FORK);
  DECODE(read, PERFC_RECORD_READ);
  DECODE(aux, PERFC_RECORD_AUX);
  DECODE(itrace_start, PERFC_RECORD_ITRACE_START);
  DECODE(lost_samples, PERFC_RECORD_LOST_SAMPLES);
  DECODE(switch, PERFC_RECORD_SWITCH);
  DECODE(namespaces, PERFC_RECORD_NAMESPACES);
  DECODE(ksymbol, PERFC_RECORD_KSYMBOL);
  DECODE(bpf_event, PERFC_RECORD_BPF_EVENT);
  DECODE(cgroup, PERFC_RECORD_CGROUP);
  DECODE(text_poke, PERFC_RECORD_TEXT_POKE);
  DECODE(aux_output_hw_id, PERFC_RECORD_AUX_OUTPUT_HW_ID);
  DECODE(callchain_deferred, PERFC_RECORD_CALLCHAIN_DEFERRED);
#undef DECODE
  return refusals;
}

}  // namespace faults
