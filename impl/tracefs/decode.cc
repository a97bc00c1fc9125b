// Raw data of samples, read by a field's place. The data are the kernel's, or
// anybody's: nothing outside of them is looked at.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/tracefs/tracepoint.h"
#include "perfc/tracepoint.h"

namespace perfc::tracefs {
namespace {

constexpr uint32_t kLocation = 4;

template <typename T>
uint64_t LoadAs(const uint8_t* at, bool foreign) {
  const T value = base::Load<T>(at);
  return foreign ? base::Swap(value) : value;
}

uint64_t SignExtend(uint64_t value, uint32_t size) {
  const uint32_t unused = 64 - 8 * size;
  return static_cast<uint64_t>(static_cast<int64_t>(value << unused) >> unused);
}

}  // namespace

bool IsNumber(const Field& field) {
  return field.kind != PERFC_FIELD_KIND_BYTES &&
         field.kind != PERFC_FIELD_KIND_STRING;
}

uint32_t ElementsOf(const Field& field, const Part& part) {
  return part.length / field.element_size;
}

uint64_t Tracepoint::Number(const uint8_t* at, uint32_t size) const {
  switch (size) {
    case 1:
      return *at;
    case 2:
      return LoadAs<uint16_t>(at, foreign_);
    case 4:
      return LoadAs<uint32_t>(at, foreign_);
    default:
      return LoadAs<uint64_t>(at, foreign_);
  }
}

bool Tracepoint::Matches(const Raw& raw) const {
  return raw.size >= type_offset_ + 2 &&
         Number(raw.data + type_offset_, 2) == id_;
}

// A location's upper half is the length, its lower half the offset; that of
// __rel_loc counts from behind the location (trace_events.h).
int Tracepoint::LocateWhole(const Raw& raw, const Field& field, uint32_t index,
                            Part* part) const {
  if (index > 0 && !field.Has(PERFC_FIELD_FLAG_LOCATED)) return -ENODATA;
  if (raw.size < field.offset || raw.size - field.offset < field.size) {
    return -EBADMSG;
  }
  if (!field.Has(PERFC_FIELD_FLAG_LOCATED)) {
    const bool open_end = field.size == 0 && field.Has(PERFC_FIELD_FLAG_ARRAY);
    const size_t left = std::min<size_t>(raw.size - field.offset, kMaxRaw);
    *part = {field.offset, open_end ? static_cast<uint32_t>(left) : field.size};
    return 0;
  }
  if (index >= field.size / kLocation) return -ENODATA;
  const uint32_t at = field.offset + index * kLocation;
  const uint64_t location = Number(raw.data + at, kLocation);
  const auto length = static_cast<uint32_t>(location >> 16);
  auto offset = static_cast<uint32_t>(location & 0xffff);
  if (field.Has(PERFC_FIELD_FLAG_RELATIVE)) offset += at + kLocation;
  if (offset > raw.size || length > raw.size - offset) return -EBADMSG;
  *part = {offset, length};
  return 0;
}

int Tracepoint::Locate(const Raw& raw, const Field& field, uint32_t index,
                       Part* part) const {
  if (const int failed = LocateWhole(raw, field, index, part)) return failed;
  if (field.kind == PERFC_FIELD_KIND_STRING) {
    const auto* text = reinterpret_cast<const char*>(raw.data + part->offset);
    part->length = static_cast<uint32_t>(strnlen(text, part->length));
  }
  return 0;
}

int Tracepoint::Value(const Raw& raw, const Field& field, uint32_t index,
                      uint64_t* value) const {
  if (!IsNumber(field)) return -EINVAL;
  Part part;
  if (const int failed = Locate(raw, field, 0, &part)) return failed;
  if (index >= ElementsOf(field, part)) return -ENODATA;
  const uint32_t size = field.element_size;
  *value = Number(raw.data + part.offset + index * size, size);
  if (field.Has(PERFC_FIELD_FLAG_SIGNED)) *value = SignExtend(*value, size);
  return 0;
}

}  // namespace perfc::tracefs
