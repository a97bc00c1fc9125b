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

template <std::uint32_t Type, auto Decode>
struct RecordTraits {
  static constexpr std::uint32_t type = Type;
  template <typename T>
  static int decode(const perfc_plan* plan, const perfc_record* record,
                    T* out) {
    return Decode(plan, record, out, sizeof(T));
  }
};

}  // namespace internal

// The record type and the C function of each decoded struct.
template <typename T>
struct record_traits;

template <>
struct record_traits<perfc_record_mmap>
    : internal::RecordTraits<PERFC_RECORD_MMAP, perfc_decode_mmap> {};
template <>
struct record_traits<perfc_record_lost>
    : internal::RecordTraits<PERFC_RECORD_LOST, perfc_decode_lost> {};
template <>
struct record_traits<perfc_record_comm>
    : internal::RecordTraits<PERFC_RECORD_COMM, perfc_decode_comm> {};
template <>
struct record_traits<perfc_record_exit>
    : internal::RecordTraits<PERFC_RECORD_EXIT, perfc_decode_exit> {};
template <>
struct record_traits<perfc_record_throttle>
    : internal::RecordTraits<PERFC_RECORD_THROTTLE, perfc_decode_throttle> {};
template <>
struct record_traits<perfc_record_unthrottle>
    : internal::RecordTraits<PERFC_RECORD_UNTHROTTLE, perfc_decode_unthrottle> {
};
template <>
struct record_traits<perfc_record_fork>
    : internal::RecordTraits<PERFC_RECORD_FORK, perfc_decode_fork> {};
template <>
struct record_traits<perfc_record_read>
    : internal::RecordTraits<PERFC_RECORD_READ, perfc_decode_read> {};
template <>
struct record_traits<perfc_sample>
    : internal::RecordTraits<PERFC_RECORD_SAMPLE, perfc_decode_sample> {};
template <>
struct record_traits<perfc_record_mmap2>
    : internal::RecordTraits<PERFC_RECORD_MMAP2, perfc_decode_mmap2> {};
template <>
struct record_traits<perfc_record_aux>
    : internal::RecordTraits<PERFC_RECORD_AUX, perfc_decode_aux> {};
template <>
struct record_traits<perfc_record_itrace_start>
    : internal::RecordTraits<PERFC_RECORD_ITRACE_START,
                             perfc_decode_itrace_start> {};
template <>
struct record_traits<perfc_record_lost_samples>
    : internal::RecordTraits<PERFC_RECORD_LOST_SAMPLES,
                             perfc_decode_lost_samples> {};
template <>
struct record_traits<perfc_record_switch>
    : internal::RecordTraits<PERFC_RECORD_SWITCH, perfc_decode_switch> {};
template <>
struct record_traits<perfc_record_switch_cpu_wide>
    : internal::RecordTraits<PERFC_RECORD_SWITCH_CPU_WIDE,
                             perfc_decode_switch_cpu_wide> {};
template <>
struct record_traits<perfc_record_namespaces>
    : internal::RecordTraits<PERFC_RECORD_NAMESPACES, perfc_decode_namespaces> {
};
template <>
struct record_traits<perfc_record_ksymbol>
    : internal::RecordTraits<PERFC_RECORD_KSYMBOL, perfc_decode_ksymbol> {};
template <>
struct record_traits<perfc_record_bpf_event>
    : internal::RecordTraits<PERFC_RECORD_BPF_EVENT, perfc_decode_bpf_event> {};
template <>
struct record_traits<perfc_record_cgroup>
    : internal::RecordTraits<PERFC_RECORD_CGROUP, perfc_decode_cgroup> {};
template <>
struct record_traits<perfc_record_text_poke>
    : internal::RecordTraits<PERFC_RECORD_TEXT_POKE, perfc_decode_text_poke> {};
template <>
struct record_traits<perfc_record_aux_output_hw_id>
    : internal::RecordTraits<PERFC_RECORD_AUX_OUTPUT_HW_ID,
                             perfc_decode_aux_output_hw_id> {};
template <>
struct record_traits<perfc_record_callchain_deferred>
    : internal::RecordTraits<PERFC_RECORD_CALLCHAIN_DEFERRED,
                             perfc_decode_callchain_deferred> {};

// Whether decode<T> is the one for this record.
template <typename T>
bool is(const perfc_record& record) {
  return record.type == record_traits<T>::type;
}

// Decodes a record into T, one of the structs above. Only what T's masks name
// has been written.
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

// The variable parts of a sample; empty where absent. They live as long as the
// record.
inline Span<const std::uint64_t> callchain(const perfc_record& record,
                                           const perfc_sample& sample) {
  const auto* first = perfc_sample_callchain(&record, &sample);
  return {first, first ? sample.callchain.count : 0u};
}
// 4-byte aligned only: copy larger integers out.
inline Span<const std::uint8_t> raw(const perfc_record& record,
                                    const perfc_sample& sample) {
  const auto* first = perfc_sample_raw(&record, &sample);
  return {first, first ? sample.raw.count : 0u};
}
inline Span<const perfc_branch_entry> branches(const perfc_record& record,
                                               const perfc_sample& sample) {
  const auto* first = perfc_sample_branches(&record, &sample);
  return {first, first ? sample.branches.count : 0u};
}
inline Span<const std::uint64_t> branch_counters(const perfc_record& record,
                                                 const perfc_sample& sample) {
  const auto* first = perfc_sample_branch_counters(&record, &sample);
  return {first, first ? sample.branch_counters.count : 0u};
}
// Dense: one for each bit of the attr's mask; user_reg finds one by number.
inline Span<const std::uint64_t> user_regs(const perfc_record& record,
                                           const perfc_sample& sample) {
  const auto* first = perfc_sample_user_regs(&record, &sample);
  return {first, first ? sample.user_regs.count : 0u};
}
inline Span<const std::uint64_t> intr_regs(const perfc_record& record,
                                           const perfc_sample& sample) {
  const auto* first = perfc_sample_intr_regs(&record, &sample);
  return {first, first ? sample.intr_regs.count : 0u};
}
// What was asked for; the first stack_dyn_size bytes are really stack.
inline Span<const std::uint8_t> stack(const perfc_record& record,
                                      const perfc_sample& sample) {
  const auto* first = perfc_sample_stack(&record, &sample);
  return {first, first ? sample.stack.count : 0u};
}
inline Span<const std::uint8_t> aux(const perfc_record& record,
                                    const perfc_sample& sample) {
  const auto* first = perfc_sample_aux(&record, &sample);
  return {first, first ? sample.aux.count : 0u};
}

inline bool is_context(std::uint64_t callchain_entry) {
  return perfc_callchain_is_context(callchain_entry) == 1;
}

// A register by its PERFC_REG_* number, if the sample has it.
inline std::optional<std::uint64_t> user_reg(const perfc_plan* plan,
                                             const perfc_record& record,
                                             const perfc_sample& sample,
                                             std::uint32_t reg) {
  std::uint64_t value;
  if (perfc_sample_user_reg(plan, &record, &sample, reg, &value) < 0) return {};
  return value;
}
inline std::optional<std::uint64_t> intr_reg(const perfc_plan* plan,
                                             const perfc_record& record,
                                             const perfc_sample& sample,
                                             std::uint32_t reg) {
  std::uint64_t value;
  if (perfc_sample_intr_reg(plan, &record, &sample, reg, &value) < 0) return {};
  return value;
}

// Count `index` of a sample's read part, or of PERF_RECORD_READ's.
inline Result<perfc_read_value> read_value(const perfc_record& record,
                                           const perfc_read_part& part,
                                           std::uint32_t index) {
  return Result<perfc_read_value>::fill([&](perfc_read_value* value) {
    return perfc_read_part_value(&record, &part, index, value);
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
  return perfc_transaction_flags(transaction);
}
inline std::uint32_t transaction_abort_code(std::uint64_t transaction) {
  return perfc_transaction_abort_code(transaction);
}

}  // namespace perfc

#endif  // PERFC_DECODE_HPP_
