// The C function and the record types of each decoded struct, and views of the
// variable parts of a sample.
// Written by tools/generate from bindings/abi.json.
#ifndef PERFC_RECORDS_HPP_
#define PERFC_RECORDS_HPP_

#include <cstdint>

#include "perfc/decode.h"
#include "perfc/record.hpp"
#include "perfc/span.hpp"
#include "perfc/uapi.h"

// clang-format off
namespace perfc {

template <>
struct record_traits<perfc_sample>
    : internal::RecordTraits<perfc_decode_sample,
                             PERFC_RECORD_SAMPLE> {};

template <>
struct record_traits<perfc_record_mmap>
    : internal::RecordTraits<perfc_decode_mmap,
                             PERFC_RECORD_MMAP,
                             PERFC_RECORD_MMAP2> {};

template <>
struct record_traits<perfc_record_lost>
    : internal::RecordTraits<perfc_decode_lost,
                             PERFC_RECORD_LOST> {};

template <>
struct record_traits<perfc_record_comm>
    : internal::RecordTraits<perfc_decode_comm,
                             PERFC_RECORD_COMM> {};

template <>
struct record_traits<perfc_record_task>
    : internal::RecordTraits<perfc_decode_task,
                             PERFC_RECORD_EXIT,
                             PERFC_RECORD_FORK> {};

template <>
struct record_traits<perfc_record_throttle>
    : internal::RecordTraits<perfc_decode_throttle,
                             PERFC_RECORD_THROTTLE,
                             PERFC_RECORD_UNTHROTTLE> {};

template <>
struct record_traits<perfc_record_read>
    : internal::RecordTraits<perfc_decode_read,
                             PERFC_RECORD_READ> {};

template <>
struct record_traits<perfc_record_aux>
    : internal::RecordTraits<perfc_decode_aux,
                             PERFC_RECORD_AUX> {};

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
    : internal::RecordTraits<perfc_decode_switch,
                             PERFC_RECORD_SWITCH,
                             PERFC_RECORD_SWITCH_CPU_WIDE> {};

template <>
struct record_traits<perfc_record_namespaces>
    : internal::RecordTraits<perfc_decode_namespaces,
                             PERFC_RECORD_NAMESPACES> {};

template <>
struct record_traits<perfc_record_ksymbol>
    : internal::RecordTraits<perfc_decode_ksymbol,
                             PERFC_RECORD_KSYMBOL> {};

template <>
struct record_traits<perfc_record_bpf_event>
    : internal::RecordTraits<perfc_decode_bpf_event,
                             PERFC_RECORD_BPF_EVENT> {};

template <>
struct record_traits<perfc_record_cgroup>
    : internal::RecordTraits<perfc_decode_cgroup,
                             PERFC_RECORD_CGROUP> {};

template <>
struct record_traits<perfc_record_text_poke>
    : internal::RecordTraits<perfc_decode_text_poke,
                             PERFC_RECORD_TEXT_POKE> {};

template <>
struct record_traits<perfc_record_aux_output_hw_id>
    : internal::RecordTraits<perfc_decode_aux_output_hw_id,
                             PERFC_RECORD_AUX_OUTPUT_HW_ID> {};

template <>
struct record_traits<perfc_record_callchain_deferred>
    : internal::RecordTraits<perfc_decode_callchain_deferred,
                             PERFC_RECORD_CALLCHAIN_DEFERRED> {};

// They are empty where absent, and live as long as the record.

// They are addresses and markers (PERFC_CONTEXT_*); a value of
// PERFC_CONTEXT_MAX or above is a marker.
inline Span<const std::uint64_t> callchain(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.present & PERFC_SAMPLE_CALLCHAIN, sample.callchain);
}

// The data of a tracepoint or BPF program, with padding at their end. They are
// 4-byte aligned.
inline Span<const std::uint8_t> raw(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint8_t>(
      record, sample.present & PERFC_SAMPLE_RAW, sample.raw);
}

// The newest first.
inline Span<const perfc_branch_entry> branches(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<perfc_branch_entry>(
      record, sample.present & PERFC_SAMPLE_BRANCH_STACK, sample.branches);
}

// One for each branch.
inline Span<const std::uint64_t> branch_counters(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.parts & PERFC_PART_BRANCH_COUNTERS, sample.branch_counters);
}

// One for each bit of sample_regs_user; perfc_decode_register finds one by its
// number.
inline Span<const std::uint64_t> user_regs(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.present & PERFC_SAMPLE_REGS_USER, sample.user_regs);
}

// From the user's stack pointer on.
inline Span<const std::uint8_t> stack(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint8_t>(
      record, sample.present & PERFC_SAMPLE_STACK_USER, sample.stack);
}

// One for each bit of sample_regs_intr.
inline Span<const std::uint64_t> intr_regs(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint64_t>(
      record, sample.present & PERFC_SAMPLE_REGS_INTR, sample.intr_regs);
}

// Data of the AUX area.
inline Span<const std::uint8_t> aux(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint8_t>(
      record, sample.present & PERFC_SAMPLE_AUX, sample.aux);
}

// The bytes that PARTIAL or LEFT_OVER describes.
inline Span<const std::uint8_t> rest(
    const perfc_record& record, const perfc_sample& sample) {
  return internal::part<std::uint8_t>(
      record, sample.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER), sample.rest);
}

}  // namespace perfc
// clang-format on

#endif  // PERFC_RECORDS_HPP_
