// Typed records: decode<perfc_sample>(plan, record) and its like, and the
// variable parts of a sample.
#ifndef PERFC_DECODE_HPP_
#define PERFC_DECODE_HPP_

#include <cstdint>
#include <optional>

#include "perfc/decode.h"
#include "perfc/record.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"
#include "perfc/uapi.h"

namespace perfc {

namespace internal {

template <auto Decode, std::uint32_t... Types>
struct RecordTraits {
  static constexpr bool has(std::uint32_t type) {
    return ((type == Types) || ...);
  }
  template <typename T>
  static int decode(const perfc_plan* plan, const perfc_record* record,
                    T* out) {
    return Decode(plan, record, out, sizeof(T));
  }
};

}  // namespace internal

// The C function and the record types of each decoded struct.
template <typename T>
struct record_traits;

template <>
struct record_traits<perfc_record_mmap>
    : internal::RecordTraits<perfc_decode_mmap, PERFC_RECORD_MMAP,
                             PERFC_RECORD_MMAP2> {};
template <>
struct record_traits<perfc_record_lost>
    : internal::RecordTraits<perfc_decode_lost, PERFC_RECORD_LOST> {};
template <>
struct record_traits<perfc_record_comm>
    : internal::RecordTraits<perfc_decode_comm, PERFC_RECORD_COMM> {};
template <>
struct record_traits<perfc_record_task>
    : internal::RecordTraits<perfc_decode_task, PERFC_RECORD_EXIT,
                             PERFC_RECORD_FORK> {};
template <>
struct record_traits<perfc_record_throttle>
    : internal::RecordTraits<perfc_decode_throttle, PERFC_RECORD_THROTTLE,
                             PERFC_RECORD_UNTHROTTLE> {};
template <>
struct record_traits<perfc_record_read>
    : internal::RecordTraits<perfc_decode_read, PERFC_RECORD_READ> {};
template <>
struct record_traits<perfc_sample>
    : internal::RecordTraits<perfc_decode_sample, PERFC_RECORD_SAMPLE> {};
template <>
struct record_traits<perfc_record_aux>
    : internal::RecordTraits<perfc_decode_aux, PERFC_RECORD_AUX> {};
template <>
struct record_traits<perfc_record_itrace_start>
    : internal::RecordTraits<perfc_decode_itrace_start,
                             PERFC_RECORD_ITRACE_START> {};
template <>
struct record_traits<perfc_record_lost_samples>
    : internal::RecordTraits<perfc_decode_lost_samples,
                             PERFC_RECORD_LOST_SAMPLES> {};
template <>
struct record_traits<perfc_record_switch>
    : internal::RecordTraits<perfc_decode_switch, PERFC_RECORD_SWITCH,
                             PERFC_RECORD_SWITCH_CPU_WIDE> {};
template <>
struct record_traits<perfc_record_namespaces>
    : internal::RecordTraits<perfc_decode_namespaces, PERFC_RECORD_NAMESPACES> {
};
template <>
struct record_traits<perfc_record_ksymbol>
    : internal::RecordTraits<perfc_decode_ksymbol, PERFC_RECORD_KSYMBOL> {};
template <>
struct record_traits<perfc_record_bpf_event>
    : internal::RecordTraits<perfc_decode_bpf_event, PERFC_RECORD_BPF_EVENT> {};
template <>
struct record_traits<perfc_record_cgroup>
    : internal::RecordTraits<perfc_decode_cgroup, PERFC_RECORD_CGROUP> {};
template <>
struct record_traits<perfc_record_text_poke>
    : internal::RecordTraits<perfc_decode_text_poke, PERFC_RECORD_TEXT_POKE> {};
template <>
struct record_traits<perfc_record_aux_output_hw_id>
    : internal::RecordTraits<perfc_decode_aux_output_hw_id,
                             PERFC_RECORD_AUX_OUTPUT_HW_ID> {};
template <>
struct record_traits<perfc_record_callchain_deferred>
    : internal::RecordTraits<perfc_decode_callchain_deferred,
                             PERFC_RECORD_CALLCHAIN_DEFERRED> {};

// Whether decode<T> is the one for this record.
template <typename T>
bool is(const perfc_record& record) {
  return record_traits<T>::has(record.type);
}

// Decodes a record into T, one of the structs above. Of a sample only the members
// that its masks name are written.
template <typename T>
Result<T> decode(const perfc_plan* plan, const perfc_record& record) {
  return Result<T>::fill(
      [&](T* out) { return record_traits<T>::decode(plan, &record, out); });
}

// The trailer of a record of any type but SAMPLE.
inline Result<perfc_sample_id> decode_sample_id(const perfc_plan* plan,
                                                const perfc_record& record) {
  return Result<perfc_sample_id>::fill([&](perfc_sample_id* out) {
    return perfc_decode_sample_id(plan, &record, out, sizeof *out);
  });
}

namespace internal {

template <typename T>
Span<const T> part(const perfc_record& record, bool has,
                   const perfc_range& range) {
  const void* first =
      has ? perfc_record_range(&record, &range, sizeof(T)) : nullptr;
  return {static_cast<const T*>(first), first ? range.count : 0u};
}

inline std::optional<std::uint64_t> reg(const perfc_plan* plan,
                                        const perfc_record& record,
                                        const perfc_sample& sample,
                                        std::uint64_t which,
                                        std::uint32_t reg) {
  std::uint64_t value;
  if (perfc_decode_register(plan, &record, &sample, which, reg, &value) < 0) {
    return {};
  }
  return value;
}

}  // namespace internal

// The variable parts of a sample; empty where absent. They live as long as the
// record.
inline Span<const std::uint64_t> callchain(const perfc_record& record,
                                           const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.present & PERFC_SAMPLE_CALLCHAIN, sample.callchain);
}
// 4-byte aligned only: copy larger integers out.
inline Span<const std::uint8_t> raw(const perfc_record& record,
                                    const perfc_sample& sample) {
  return internal::part<std::uint8_t>(record, sample.present & PERFC_SAMPLE_RAW,
                                      sample.raw);
}
inline Span<const perfc_branch_entry> branches(const perfc_record& record,
                                               const perfc_sample& sample) {
  return internal::part<perfc_branch_entry>(
      record, sample.present & PERFC_SAMPLE_BRANCH_STACK, sample.branches);
}
inline Span<const std::uint64_t> branch_counters(const perfc_record& record,
                                                 const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.parts & PERFC_PART_BRANCH_COUNTERS,
      sample.branch_counters);
}
// Dense: one for each bit of the attr's mask; user_reg finds one by number.
inline Span<const std::uint64_t> user_regs(const perfc_record& record,
                                           const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.present & PERFC_SAMPLE_REGS_USER, sample.user_regs);
}
inline Span<const std::uint64_t> intr_regs(const perfc_record& record,
                                           const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.present & PERFC_SAMPLE_REGS_INTR, sample.intr_regs);
}
// The requested bytes. Only the first stack_dyn_size of them are stack.
inline Span<const std::uint8_t> stack(const perfc_record& record,
                                      const perfc_sample& sample) {
  return internal::part<std::uint8_t>(
      record, sample.present & PERFC_SAMPLE_STACK_USER, sample.stack);
}
inline Span<const std::uint8_t> aux(const perfc_record& record,
                                    const perfc_sample& sample) {
  return internal::part<std::uint8_t>(record, sample.present & PERFC_SAMPLE_AUX,
                                      sample.aux);
}

// Whether an entry of a call chain is a marker and no address.
inline bool is_context(std::uint64_t callchain_entry) {
  return callchain_entry >= PERFC_CONTEXT_MAX;
}

// A register by its PERFC_REG_* number, if the sample has it.
inline std::optional<std::uint64_t> user_reg(const perfc_plan* plan,
                                             const perfc_record& record,
                                             const perfc_sample& sample,
                                             std::uint32_t reg) {
  return internal::reg(plan, record, sample, PERFC_SAMPLE_REGS_USER, reg);
}
inline std::optional<std::uint64_t> intr_reg(const perfc_plan* plan,
                                             const perfc_record& record,
                                             const perfc_sample& sample,
                                             std::uint32_t reg) {
  return internal::reg(plan, record, sample, PERFC_SAMPLE_REGS_INTR, reg);
}

// Count `index` of a sample's read part, or of PERF_RECORD_READ's.
inline Result<perfc_read_value> read_value(const perfc_record& record,
                                           const perfc_read_part& part,
                                           std::uint32_t index) {
  return Result<perfc_read_value>::fill([&](perfc_read_value* value) {
    return perfc_record_read_value(&record, &part, index, value, sizeof *value);
  });
}

inline Result<perfc_branch> decode_branch(std::uint64_t flags) {
  return Result<perfc_branch>::fill([&](perfc_branch* branch) {
    return perfc_decode_branch(flags, branch, sizeof *branch);
  });
}

inline Result<perfc_data_src> decode_data_src(std::uint64_t word) {
  return Result<perfc_data_src>::fill([&](perfc_data_src* data_src) {
    return perfc_decode_data_src(word, data_src, sizeof *data_src);
  });
}

// PERF_SAMPLE_TRANSACTION: the PERFC_TXN_* bits, and the program's abort code.
inline std::uint32_t transaction_flags(std::uint64_t transaction) {
  return static_cast<std::uint32_t>(transaction);
}
inline std::uint32_t transaction_abort_code(std::uint64_t transaction) {
  return static_cast<std::uint32_t>(transaction >> PERFC_TXN_ABORT_SHIFT);
}

}  // namespace perfc

#endif  // PERFC_DECODE_HPP_
