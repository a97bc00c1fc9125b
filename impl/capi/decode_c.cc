#include <cerrno>
#include <cstring>

#include "impl/capi/handles.h"
#include "impl/decode/accessors.h"
#include "impl/decode/typed.h"
#include "perfc/decode.h"

using perfc::decode::DecodeTyped;
using perfc::decode::IntoSized;
using perfc::decode::RangeAt;

// Its own cache lines: 10% of a short record's time.
[[gnu::aligned(64)]] int perfc_decode_sample(const perfc_plan* plan,
                                             const perfc_record* record,
                                             perfc_sample* sample,
                                             size_t sample_size) {
  if (!plan || !record || !sample) return -EINVAL;
  return perfc::decode::DecodeSample(plan->plan, *record, sample, sample_size);
}

int perfc_decode_sample_id(const perfc_plan* plan, const perfc_record* record,
                           perfc_sample_id* id, size_t id_size) {
  if (!plan || !record || !id) return -EINVAL;
  return perfc::decode::DecodeSampleId(plan->plan, *record, id, id_size);
}

#define PERFC_DECODE(NAME)                                                    \
  int perfc_decode_##NAME(const perfc_plan* plan, const perfc_record* record, \
                          perfc_record_##NAME* out, size_t out_size) {        \
    if (!plan || !record || !out) return -EINVAL;                             \
    return DecodeTyped(plan->plan, *record, out, out_size);                   \
  }
PERFC_DECODE(mmap)
PERFC_DECODE(lost)
PERFC_DECODE(comm)
PERFC_DECODE(exit)
PERFC_DECODE(throttle)
PERFC_DECODE(unthrottle)
PERFC_DECODE(fork)
PERFC_DECODE(read)
PERFC_DECODE(mmap2)
PERFC_DECODE(aux)
PERFC_DECODE(itrace_start)
PERFC_DECODE(lost_samples)
PERFC_DECODE(switch)
PERFC_DECODE(switch_cpu_wide)
PERFC_DECODE(namespaces)
PERFC_DECODE(ksymbol)
PERFC_DECODE(bpf_event)
PERFC_DECODE(cgroup)
PERFC_DECODE(text_poke)
PERFC_DECODE(aux_output_hw_id)
PERFC_DECODE(callchain_deferred)
#undef PERFC_DECODE

namespace {

// A part of a sample, if the sample says that it has it.
template <typename T>
const T* Part(const perfc_record* record, bool present, perfc_range range) {
  if (!present) return nullptr;
  return reinterpret_cast<const T*>(RangeAt(*record, range, sizeof(T)));
}

bool Has(const perfc_record* record, const perfc_sample* sample, uint64_t bit) {
  return record && sample && sample->present & bit;
}

}  // namespace

#define PERFC_PART(NAME, TYPE, BIT, MEMBER)                     \
  const TYPE* perfc_sample_##NAME(const perfc_record* record,   \
                                  const perfc_sample* sample) { \
    return Has(record, sample, PERFC_SAMPLE_##BIT)              \
               ? Part<TYPE>(record, true, sample->MEMBER)       \
               : nullptr;                                       \
  }
PERFC_PART(callchain, uint64_t, CALLCHAIN, callchain)
PERFC_PART(raw, uint8_t, RAW, raw)
PERFC_PART(branches, perfc_branch_entry, BRANCH_STACK, branches)
PERFC_PART(user_regs, uint64_t, REGS_USER, user_regs)
PERFC_PART(intr_regs, uint64_t, REGS_INTR, intr_regs)
PERFC_PART(stack, uint8_t, STACK_USER, stack)
PERFC_PART(aux, uint8_t, AUX, aux)
#undef PERFC_PART

const uint64_t* perfc_sample_branch_counters(const perfc_record* record,
                                             const perfc_sample* sample) {
  if (!Has(record, sample, PERFC_SAMPLE_BRANCH_STACK)) return nullptr;
  return Part<uint64_t>(record, sample->parts & PERFC_PART_BRANCH_COUNTERS,
                        sample->branch_counters);
}

int perfc_sample_user_reg(const perfc_plan* plan, const perfc_record* record,
                          const perfc_sample* sample, uint32_t reg,
                          uint64_t* value) {
  if (!plan || !record || !sample || !value ||
      sample->attr_index >= plan->plan.count()) {
    return -EINVAL;
  }
  if (!(sample->present & PERFC_SAMPLE_REGS_USER)) return -ENODATA;
  const uint64_t mask =
      plan->plan.attr(sample->attr_index).known().sample_regs_user;
  return perfc::decode::Register(*record, sample->user_regs, mask, reg, value);
}

int perfc_sample_intr_reg(const perfc_plan* plan, const perfc_record* record,
                          const perfc_sample* sample, uint32_t reg,
                          uint64_t* value) {
  if (!plan || !record || !sample || !value ||
      sample->attr_index >= plan->plan.count()) {
    return -EINVAL;
  }
  if (!(sample->present & PERFC_SAMPLE_REGS_INTR)) return -ENODATA;
  const uint64_t mask =
      plan->plan.attr(sample->attr_index).known().sample_regs_intr;
  return perfc::decode::Register(*record, sample->intr_regs, mask, reg, value);
}

int perfc_read_part_value(const perfc_record* record,
                          const perfc_read_part* part, uint32_t index,
                          perfc_read_value* value) {
  if (!record || !part || !value) return -EINVAL;
  return perfc::decode::ReadValue(*record, *part, index, value);
}

int perfc_callchain_is_context(uint64_t entry) {
  return entry >= PERFC_CONTEXT_MAX;
}

int perfc_decode_branch(uint64_t flags, perfc_branch* branch,
                        size_t branch_size) {
  if (!branch) return -EINVAL;
  return IntoSized(branch, branch_size, [flags](perfc_branch* out) {
    *out = perfc::decode::Branch(flags);
    return 0;
  });
}

int perfc_decode_data_src(uint64_t word, perfc_data_src* data_src,
                          size_t data_src_size) {
  if (!data_src) return -EINVAL;
  return IntoSized(data_src, data_src_size, [word](perfc_data_src* out) {
    *out = perfc::decode::DataSrc(word);
    return 0;
  });
}

uint32_t perfc_transaction_flags(uint64_t transaction) {
  return static_cast<uint32_t>(transaction);
}

uint32_t perfc_transaction_abort_code(uint64_t transaction) {
  return static_cast<uint32_t>(transaction >> PERFC_TXN_ABORT_SHIFT);
}

const void* perfc_record_range(const perfc_record* record, perfc_range range,
                               size_t element) {
  return record ? RangeAt(*record, range, element) : nullptr;
}
