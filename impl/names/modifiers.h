// The letters behind an event: "cycles:ukp".
#ifndef PERFC_IMPL_NAMES_MODIFIERS_H_
#define PERFC_IMPL_NAMES_MODIFIERS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "perfc/attr.h"

namespace perfc::names {

inline constexpr absl::string_view kModifiers = "ukhpPGHSDIWeb";

// True if nothing else is in the word; also of the empty one.
bool AreModifiers(absl::string_view word);

// The properties of an event that modifiers change.
struct Modified {
  uint64_t attr_flags = 0;  // the exclude_*, pinned, exclusive and precise bits
  uint32_t spec_flags = 0;
  bool guest_decided = false;  // G or H was given
};

// The attr flags which modifiers may change.
inline constexpr uint64_t kModifiedFlags =
    PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUSIVE | PERFC_ATTR_EXCLUDE_USER |
    PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV |
    PERFC_ATTR_EXCLUDE_IDLE | PERFC_ATTR_EXCLUDE_HOST |
    PERFC_ATTR_EXCLUDE_GUEST | PERFC_ATTR_PRECISE_IP_MASK;

// Returns nullptr if the letters may be combined. Otherwise returns the
// mistake, and *bad is the place of the wrong letter.
const char* CheckModifiers(absl::string_view letters, size_t* bad);

// Of an event on which nobody put modifiers: guests are left out, as nobody
// means them (perf does so too).
Modified Unmodified();

// Applies the letters of an event to an unmodified event, or the letters of its
// group to the result. In a group pinned and exclusive apply only to the
// leader. False if precise_ip would exceed 3.
bool Modify(absl::string_view letters, bool is_leader, Modified* event);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_MODIFIERS_H_
