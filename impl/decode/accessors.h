// Accessors for the packed words of decoded records.
#ifndef PERFC_IMPL_DECODE_ACCESSORS_H_
#define PERFC_IMPL_DECODE_ACCESSORS_H_

#include <cstddef>
#include <cstdint>

#include "perfc/decode.h"

namespace perfc::decode {

// The bytes of a range of elements, or nullptr if it is empty or not inside the
// record.
const uint8_t* RangeAt(const perfc_record& record, const perfc_range& range,
                       size_t element);

perfc_branch Branch(uint64_t flags);
perfc_data_src DataSrc(uint64_t word);

// Value `index` of a read part; -EINVAL beyond it.
int ReadValue(const perfc_record& record, const perfc_read_part& part,
              uint32_t index, perfc_read_value* value);

// Register `reg` of a dense array that holds the registers of `mask`; -ENODATA
// if it has no such.
int Register(const perfc_record& record, const perfc_range& regs, uint64_t mask,
             uint32_t reg, uint64_t* value);

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_ACCESSORS_H_
