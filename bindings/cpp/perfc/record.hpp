// A record as bytes, what its header says, and views of its variable parts.
#ifndef PERFC_RECORD_HPP_
#define PERFC_RECORD_HPP_

#include <cstdint>
#include <string_view>

#include "perfc/decode.h"
#include "perfc/record.h"
#include "perfc/span.hpp"

namespace perfc {

// A view of one record; see struct perfc_record for how long it lives.
struct Record : perfc_record {
  // A number, PERFC_RECORD_MISC_KERNEL, _USER, ..., not bits.
  std::uint32_t cpumode() const { return perfc_record_cpumode(this); }
  bool exact_ip() const { return perfc_record_exact_ip(this) == 1; }
  bool executable() const { return perfc_record_executable(this) == 1; }
  bool comm_exec() const { return perfc_record_comm_exec(this) == 1; }
  bool switch_out() const { return perfc_record_switch_out(this) == 1; }
  bool switch_preempted() const {
    return perfc_record_switch_preempted(this) == 1;
  }

  // The kernel's name of the type; empty for one that isn't known.
  std::string_view name() const {
    const char* name = perfc_record_type_name(type);
    return name ? std::string_view(name) : std::string_view();
  }

  Span<const std::uint8_t> bytes() const { return {data, size}; }

  // A string of a decoded record: string(mmap.filename).
  std::string_view string(perfc_range range) const {
    const void* text = perfc_record_range(this, range, 1);
    if (!text) return {};
    return {static_cast<const char*>(text), range.count};
  }

  // An array of a decoded record: array<uint64_t>(deferred.callchain).
  template <typename T>
  Span<const T> array(perfc_range range) const {
    const void* first = perfc_record_range(this, range, sizeof(T));
    if (!first) return {};
    return {static_cast<const T*>(first), range.count};
  }
};

}  // namespace perfc

#endif  // PERFC_RECORD_HPP_
