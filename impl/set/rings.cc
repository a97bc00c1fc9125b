// Rings for all members, and how large they may be.
#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/explain/explain.h"
#include "impl/set/set.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr char kMap[] = "perfc_set_mmap";
constexpr uint32_t kKnownFlags =
    PERFC_SET_MMAP_SHARED | PERFC_SET_MMAP_OVERWRITE;
constexpr uint64_t kRecords =
    PERFC_ATTR_MMAP | PERFC_ATTR_MMAP2 | PERFC_ATTR_MMAP_DATA |
    PERFC_ATTR_COMM | PERFC_ATTR_TASK | PERFC_ATTR_CONTEXT_SWITCH |
    PERFC_ATTR_NAMESPACES | PERFC_ATTR_KSYMBOL | PERFC_ATTR_BPF_EVENT |
    PERFC_ATTR_CGROUP | PERFC_ATTR_TEXT_POKE;

// Its own, or another's.
bool HasRing(const Member& member) {
  return member.event->ring().has_data() || member.event->output() != nullptr;
}

// The largest power of two of data pages of which `rings` fit.
uint32_t FittingPages(uint64_t budget, uint64_t rings, uint64_t page_size) {
  uint32_t pages = PERFC_MMAP_DEFAULT_PAGES;
  while (pages > 1 && rings * (pages + 1) > budget / page_size) pages /= 2;
  return pages;
}

}  // namespace

bool Set::NeedsRing(const Member& member) const {
  if (member.event == nullptr) return false;
  const perfc_attr& attr = specs_[member.spec].attr.known();
  return attr.sample_period != 0 || attr.flags & kRecords;
}

// Whether perfc_set_mmap maps it: its ring, or with 0 pages its control page.
bool Set::Maps(const Member& member, uint32_t data_pages) const {
  if (data_pages > 0) return NeedsRing(member) && !HasRing(member);
  return member.event != nullptr && !member.event->ring().mapped() &&
         member.event->output() == nullptr;
}

// By the rules of perf_event_set_output, kernel/events/core.c.
bool Set::MayShare(const Member& left, const Member& right) const {
  const perfc_attr& one = specs_[left.spec].attr.known();
  const perfc_attr& other = specs_[right.spec].attr.known();
  const uint64_t same = PERFC_ATTR_WRITE_BACKWARD | PERFC_ATTR_USE_CLOCKID;
  return left.cpu == right.cpu && (left.cpu >= 0 || left.pid == right.pid) &&
         ((one.flags ^ other.flags) & same) == 0 &&
         one.clockid == other.clockid;
}

// The member whose ring gets the records. `last` is the owner that was found
// last, which mostly is it: the members of a place lie together.
uint32_t Set::OwnerOf(uint32_t index, uint32_t last, uint32_t flags) const {
  const Member& member = members_[index];
  if (!(flags & PERFC_SET_MMAP_SHARED)) return index;
  if (last < index && MayShare(members_[last], member)) return last;
  for (uint32_t i = 0; i < index; ++i) {
    const Member& one = members_[i];
    if (NeedsRing(one) && one.event->output() == nullptr &&
        MayShare(one, member)) {
      return i;
    }
  }
  return index;
}

uint32_t Set::CountRings(uint32_t flags, bool* any) const {
  uint32_t rings = 0;
  uint32_t owner = count();
  for (uint32_t i = 0; i < count(); ++i) {
    if (!NeedsRing(members_[i])) continue;
    *any = true;
    if (HasRing(members_[i])) continue;
    owner = OwnerOf(i, owner, flags);
    rings += owner == i;
  }
  return rings;
}

int Set::RingBudget(uint32_t flags, perfc_ring_budget* budget) const {
  if (flags & ~kKnownFlags) return -EINVAL;
  explain::RingBudget limits;
  if (const int failed = explain::FindRingBudget(host_, &limits)) return failed;
  const uint64_t page_size = host_.system().PageSize();
  bool any = false;
  budget->rings = CountRings(flags, &any);
  budget->budget = limits.bytes();
  budget->data_pages = FittingPages(budget->budget, budget->rings, page_size);
  budget->bytes =
      budget->rings * (budget->data_pages + uint64_t{1}) * page_size;
  budget->mlock_kb = limits.mlock_kb;
  budget->online_cpus = limits.cpus;
  budget->rlimit_memlock = limits.rlimit;
  return 0;
}

int Set::MapMember(uint32_t index, uint32_t owner, uint32_t data_pages,
                   uint32_t flags, perfc_error* why) {
  event::Event* event = members_[index].event;
  if (owner == index) {
    const bool overwrite = flags & PERFC_SET_MMAP_OVERWRITE;
    return event->Map(data_pages, overwrite ? PERFC_MMAP_OVERWRITE : 0, why);
  }
  perfc_error said = {};
  const int shared = event->SetOutput(members_[owner].event, &said);
  if (shared < 0) *why = said;
  if (shared <= 0) return shared;
  const Entry entry = EntryOf(PERFC_REPORT_NO_IDS, index, said);
  return report_.Add(entry) ? 0 : base::NoMemory(why, kMap, sizeof entry);
}

// Redirected events first, which have the larger indices.
void Set::Unmap(const base::Buffer<uint32_t>& mapped) {
  for (size_t i = mapped.size(); i > 0; --i) {
    event::Event* event = members_[mapped[i - 1]].event;
    if (event->ring().mapped()) {
      event->Unmap();
    } else if (event->output() != nullptr) {
      event->SetOutput(nullptr, nullptr);
    }
  }
}

// How many rings it mapped.
int Set::MapAll(uint32_t data_pages, uint32_t flags, perfc_error* why) {
  base::Buffer<uint32_t> mapped;
  if (!mapped.Reserve(count())) return base::NoMemory(why, kMap, count() * 4);
  int rings = 0;
  uint32_t owner = count();
  for (uint32_t i = 0; i < count(); ++i) {
    if (!Maps(members_[i], data_pages)) continue;
    owner = OwnerOf(i, owner, flags);
    rings += owner == i;
    const int failed = MapMember(i, owner, data_pages, flags, why);
    // There is room for the index. A failed member may be mapped in part.
    (void)mapped.Append(i);
    if (failed == 0) continue;
    Unmap(mapped);
    return failed;
  }
  return rings;
}

// Rings became smaller, or none are there.
void Set::ReportRings(uint32_t wanted, uint32_t data_pages, int code,
                      const perfc_error& why) {
  const bool failed = code < 0;
  Entry entry =
      Report::Of(failed ? PERFC_REPORT_FAILED : PERFC_REPORT_DEGRADED, why);
  const bool size = wanted > 1 && (why.code == -EPERM || why.code == -ENOMEM);
  const bool asked = fallbacks_ & PERFC_FALLBACK_RING_SIZE;
  if (size && failed != asked) entry.step = PERFC_FALLBACK_RING_SIZE;
  entry.before = wanted;
  entry.after = data_pages;
  if (report_.Tells(entry)) return;
  // The rings' control pages tell their size even if there is no memory.
  (void)report_.Add(entry);
}

int Set::CheckMap(uint32_t data_pages, uint32_t flags,
                  perfc_error* error) const {
  if (flags & ~kKnownFlags) {
    return base::BadArgument(error, kMap, "unknown flags");
  }
  if (data_pages == 0 && flags != 0) {
    return base::BadArgument(error, kMap,
                             "flags are for rings, and data_pages 0 maps none");
  }
  if (const int failed = CheckOwner(kMap, error)) return failed;
  bool any = data_pages == 0;
  if (CountRings(flags, &any) > 0 || any) return 0;
  return base::WrongState(
      error, kMap,
      "nothing in the set writes records: its events only count; a ring "
      "needs one with a sample_period, or with side-band records");
}

// PERFC_PAGES_FIT needs files of sysfs and procfs, a number needs none.
int Set::FindPages(uint32_t flags, uint32_t* data_pages,
                   perfc_error* error) const {
  if (*data_pages != PERFC_PAGES_FIT) return 0;
  perfc_ring_budget budget;
  const int failed = RingBudget(flags, &budget);
  if (failed) {
    return base::FileFailed(
        error, failed, PERFC_RULE_UNKNOWN, kMap,
        "what rings may take is in files of sysfs and procfs, and one of them "
        "can't be read; pass data_pages, which needs none of them");
  }
  *data_pages = budget.data_pages;
  return 0;
}

int Set::Map(uint32_t data_pages, uint32_t flags, perfc_error* error) {
  int failed = CheckMap(data_pages, flags, error);
  if (!failed) failed = FindPages(flags, &data_pages, error);
  if (failed) return failed;
  uint32_t pages = data_pages;
  perfc_error why = {};
  int result = MapAll(pages, flags, &why);
  while ((result == -EPERM || result == -ENOMEM) && pages > 1 &&
         fallbacks_ & PERFC_FALLBACK_RING_SIZE) {
    pages /= 2;
    perfc_error smaller;
    result = MapAll(pages, flags, &smaller);
    // The reason is that of the size which was wanted.
    if (result < 0) why = smaller;
  }
  if (result < 0 && error != nullptr) *error = why;
  if (result < 0 || pages != data_pages) {
    ReportRings(data_pages, pages, result, why);
  }
  return result;
}

}  // namespace perfc::set
