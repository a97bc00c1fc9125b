#include <cerrno>

#include "impl/base/results.h"
#include "impl/decode/accessors.h"
#include "impl/record/record.h"
#include "perfc/record.h"

uint32_t perfc_record_flags(uint32_t type, uint16_t misc) {
  return perfc::record::Flags(type, misc);
}

const char* perfc_record_type_name(uint32_t type) {
  return perfc::record::TypeName(type);
}

const void* perfc_record_range(const perfc_record* record,
                               const perfc_range* range, size_t element) {
  if (!record || !range) return nullptr;
  return perfc::decode::RangeAt(*record, *range, element);
}

int perfc_record_read_value(const perfc_record* record,
                            const perfc_read_part* part, uint32_t index,
                            perfc_read_value* value, size_t value_size) {
  if (!record || !part || !value) return -EINVAL;
  perfc_read_value whole;
  const int failed = perfc::decode::ReadValue(*record, *part, index, &whole);
  return failed ? failed : perfc::base::CopyOut(whole, value, value_size);
}
