// A record whose header has been checked, and the facts that follow from the
// header alone.
#ifndef PERFC_IMPL_RECORD_RECORD_H_
#define PERFC_IMPL_RECORD_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::record {

// struct perf_event_header: u32 type, u16 misc, u16 size.
inline constexpr size_t kHeaderSize = 8;
inline constexpr size_t kMaxSize = 0xffff;
inline constexpr size_t kSizeAt = 6;

// perfc_record ends with the header's own bytes, so that a view is two stores.
static_assert(offsetof(perfc_record, type) == 8);
static_assert(offsetof(perfc_record, misc) == 12);
static_assert(offsetof(perfc_record, size) == 14);
static_assert(sizeof(perfc_record) == 16);

inline void View(const uint8_t* data, uint64_t header, perfc_record* out) {
  out->data = data;
  memcpy(&out->type, &header, kHeaderSize);
}

inline uint16_t SizeOf(uint64_t header) {
  return static_cast<uint16_t>(header >> 48);
}

inline uint64_t WithSize(uint64_t header, uint16_t size) {
  return header << 16 >> 16 | uint64_t{size} << 48;
}

// Whether a header's size can be right where so many bytes are left.
inline bool IsGoodSize(uint64_t size, uint64_t left) {
  return size >= kHeaderSize && size % 8 == 0 && size <= left;
}

inline uint32_t TypeOf(uint64_t header) {
  return static_cast<uint32_t>(header);
}

// The perf tool's own records in files begin here: they have no trailer.
inline constexpr uint32_t kFirstToolType = 64;

inline bool HasTrailer(uint32_t type) {
  return type != PERFC_RECORD_SAMPLE && type < kFirstToolType;
}

// "SAMPLE" for 9; nullptr for a type that this version doesn't know.
const char* TypeName(uint32_t type);

// PERFC_RECORD_FLAG_*.
uint32_t Flags(uint32_t type, uint16_t misc);

}  // namespace perfc::record

#endif  // PERFC_IMPL_RECORD_RECORD_H_
