// The perf tool's own records (types from 64 on) in the other byte order.
#ifndef PERFC_IMPL_PROFILE_FILE_TOOL_RECORDS_H_
#define PERFC_IMPL_PROFILE_FILE_TOOL_RECORDS_H_

#include <cstddef>
#include <cstdint>

namespace perfc::profile::file {

// Swaps the numbers of a record, whose header is in this machine's order already, in
// place. Numbers that the record is too short for are left out. Not the attr of a
// HEADER_ATTR and not the content of a HEADER_FEATURE: those need to know more.
// Unknown types stay as they are.
void SwapToolRecord(uint8_t* record, uint32_t type, size_t size);

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_TOOL_RECORDS_H_
