// A record as bytes, the facts of its header, and views of its variable parts.
#ifndef PERFC_RECORD_HPP_
#define PERFC_RECORD_HPP_

#include <cstdint>
#include <string_view>

#include "perfc/record.h"
#include "perfc/span.hpp"
#include "perfc/uapi.h"

namespace perfc {

namespace internal {

// The elements of a range; none if the record lacks it.
template <typename T>
Span<const T> part(const perfc_record& record, bool has,
                   const perfc_range& range) {
  const void* first =
      has ? perfc_record_range(&record, &range, sizeof(T)) : nullptr;
  return {static_cast<const T*>(first), first ? range.count : 0u};
}

}  // namespace internal

// A view of one record; see struct perfc_record for how long it lives.
struct Record : perfc_record {
  // A number, PERFC_RECORD_MISC_KERNEL, _USER, ..., not bits.
  std::uint32_t cpumode() const {
    return misc & PERFC_RECORD_MISC_CPUMODE_MASK;
  }
  // The meaning of misc for this type: PERFC_RECORD_FLAG_*.
  std::uint32_t flags() const { return perfc_record_flags(type, misc); }
  bool exact_ip() const { return flags() & PERFC_RECORD_FLAG_EXACT_IP; }
  bool executable() const { return flags() & PERFC_RECORD_FLAG_EXECUTABLE; }
  bool comm_exec() const { return flags() & PERFC_RECORD_FLAG_COMM_EXEC; }
  bool switch_out() const { return flags() & PERFC_RECORD_FLAG_SWITCH_OUT; }
  bool switch_preempted() const {
    return flags() & PERFC_RECORD_FLAG_SWITCH_PREEMPTED;
  }

  // The kernel's name of the type; empty for one that isn't known.
  std::string_view name() const {
    const char* name = perfc_record_type_name(type);
    return name ? std::string_view(name) : std::string_view();
  }

  Span<const std::uint8_t> bytes() const { return {data, size}; }

  // A string of a decoded record: string(mmap.filename).
  std::string_view string(perfc_range range) const {
    const Span<const char> text = array<char>(range);
    return {text.data(), text.size()};
  }

  // An array of a decoded record: array<uint64_t>(deferred.callchain).
  template <typename T>
  Span<const T> array(perfc_range range) const {
    return internal::part<T>(*this, true, range);
  }
};

// The C function and the record types of a decoded struct.
template <typename T>
struct record_traits;

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

}  // namespace perfc

#endif  // PERFC_RECORD_HPP_
