#include "impl/names/modifiers.h"

#include <algorithm>

#include "perfc/names.h"

namespace perfc::names {
namespace {

constexpr uint64_t kLevels =
    PERFC_ATTR_EXCLUDE_USER | PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
constexpr uint64_t kMachines =
    PERFC_ATTR_EXCLUDE_HOST | PERFC_ATTR_EXCLUDE_GUEST;
constexpr uint64_t kOnePrecise = uint64_t{1} << PERFC_ATTR_PRECISE_IP_SHIFT;
constexpr size_t kMostPrecise = 3;

// The first letter of u, k and h means this level only; the next add theirs.
void Include(uint64_t level, Modified* event) {
  if ((event->attr_flags & kLevels) == 0) event->attr_flags |= kLevels;
  event->attr_flags &= ~level;
}

void IncludeMachine(uint64_t machine, Modified* event) {
  if (!event->guest_decided) event->attr_flags |= kMachines;
  event->guest_decided = true;
  event->attr_flags &= ~machine;
}

void LeaveGuestsOut(Modified* event) {
  if (!event->guest_decided) event->attr_flags |= PERFC_ATTR_EXCLUDE_GUEST;
}

void ApplyOne(char letter, bool is_leader, Modified* event) {
  switch (letter) {
    case 'u':
      Include(PERFC_ATTR_EXCLUDE_USER, event);
      return LeaveGuestsOut(event);
    case 'k':
      return Include(PERFC_ATTR_EXCLUDE_KERNEL, event);
    case 'h':
      return Include(PERFC_ATTR_EXCLUDE_HV, event);
    case 'G':
      return IncludeMachine(PERFC_ATTR_EXCLUDE_GUEST, event);
    case 'H':
      return IncludeMachine(PERFC_ATTR_EXCLUDE_HOST, event);
    case 'I':
      event->attr_flags |= PERFC_ATTR_EXCLUDE_IDLE;
      return;
    case 'p':
      event->attr_flags += kOnePrecise;
      return LeaveGuestsOut(event);
    case 'D':
      if (is_leader) event->attr_flags |= PERFC_ATTR_PINNED;
      return;
    case 'e':
      if (is_leader) event->attr_flags |= PERFC_ATTR_EXCLUSIVE;
      return;
    case 'P':
      event->spec_flags |= PERFC_SPEC_MAX_PRECISE;
      return;
    case 'S':
      event->spec_flags |= PERFC_SPEC_SAMPLE_READ;
      return;
    case 'W':
      event->spec_flags |= PERFC_SPEC_WEAK;
      return;
    default:  // b
      event->spec_flags |= PERFC_SPEC_BPF;
      return;
  }
}

}  // namespace

bool AreModifiers(absl::string_view word) {
  return word.find_first_not_of(kModifiers) == absl::string_view::npos;
}

const char* CheckModifiers(absl::string_view letters, size_t* bad) {
  size_t precise = 0;
  for (size_t i = 0; i < letters.size(); ++i) {
    *bad = i;
    if (kModifiers.find(letters[i]) == absl::string_view::npos) {
      return "no modifier; there are ukhpPGHSDIWeb";
    }
    if (letters[i] == 'p') {
      if (++precise > kMostPrecise) return "precise_ip is at most 3 (ppp)";
    } else if (letters.substr(0, i).find(letters[i]) !=
               absl::string_view::npos) {
      return "a modifier given twice";
    }
  }
  return nullptr;
}

Modified Unmodified() {
  Modified event;
  event.attr_flags = PERFC_ATTR_EXCLUDE_GUEST;
  event.spec_flags = PERFC_SPEC_GUEST_DEFAULT;
  return event;
}

bool Modify(absl::string_view letters, bool is_leader, Modified* event) {
  const uint64_t precise = (event->attr_flags & PERFC_ATTR_PRECISE_IP_MASK) >>
                           PERFC_ATTR_PRECISE_IP_SHIFT;
  const auto more =
      static_cast<size_t>(std::count(letters.begin(), letters.end(), 'p'));
  if (precise + more > kMostPrecise) return false;
  for (char letter : letters) ApplyOne(letter, is_leader, event);
  const bool by_default = !event->guest_decided &&
                          (event->attr_flags & PERFC_ATTR_EXCLUDE_GUEST) != 0;
  event->spec_flags &= ~uint32_t{PERFC_SPEC_GUEST_DEFAULT};
  if (by_default) event->spec_flags |= PERFC_SPEC_GUEST_DEFAULT;
  return true;
}

}  // namespace perfc::names
