// Typed records: decode<perfc_sample>(plan, record) and its like. records.hpp has
// the variable parts of a sample.
#ifndef PERFC_DECODE_HPP_
#define PERFC_DECODE_HPP_

#include <cstdint>
#include <optional>

#include "perfc/decode.h"
#include "perfc/records.hpp"
#include "perfc/result.hpp"
#include "perfc/uapi.h"

namespace perfc {

// Whether decode<T> is the one for this record.
template <typename T>
bool is(const perfc_record& record) {
  return record_traits<T>::has(record.type);
}

// Decodes a record into T, one of the structs of records.hpp. Of a sample only the
// members that its masks name are written.
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
