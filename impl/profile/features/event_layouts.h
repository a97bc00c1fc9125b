// The layouts of features about events and PMUs, see layouts.h.
#ifndef PERFC_IMPL_PROFILE_FEATURES_EVENT_LAYOUTS_H_
#define PERFC_IMPL_PROFILE_FEATURES_EVENT_LAYOUTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/profile/features/layouts.h"
#include "impl/profile/features/native_attr.h"
#include "impl/profile/features/reader.h"
#include "perfc/attr.h"

namespace perfc::profile::features {

// EVENT_DESC

struct EventDesc {
  // Counts the events.
  uint32_t index;
  absl::string_view name;
  // u64 each.
  absl::Span<const uint8_t> ids;
};

template <typename Order>
bool ReadAttr(Reader<Order>& in, uint32_t size) {
  absl::Span<typename Order::Byte> attr;
  if (!in.Bytes(size, &attr)) return false;
  if constexpr (!base::kIsNative<Order>) {
    const int failed = MakeAttrNative(attr);
    if (failed == -ENOMEM) return false;
    if (failed) return in.Fail("an attr has a wrong size");
  }
  return true;
}

template <typename Order, typename Each>
bool ReadEventDescs(Reader<Order>& in, const Each& each) {
  uint32_t count, attr_size;
  if (!in.Numbers(&count, &attr_size)) return false;
  if (count > in.left() / (uint64_t{attr_size} + 4 + kLeastString)) {
    return in.Fail("a count exceeds the bytes behind");
  }
  if (count > 0 && attr_size < PERFC_ATTR_SIZE_VER0) {
    return in.Fail("an attr is too short");
  }
  uint32_t index = 0;
  return Times(count, [&] {
    EventDesc event = {index++, {}, {}};
    uint32_t ids;
    absl::Span<typename Order::Byte> words;
    if (!ReadAttr(in, attr_size) || !in.Numbers(&ids)) return false;
    if (!in.Text(&event.name)) return false;
    if (!in.template Array<uint64_t>(ids, &words)) return false;
    event.ids = words;
    return each(event);
  });
}

// GROUP_DESC

struct GroupDesc {
  absl::string_view name;
  // Index of the leader's attr, behind which those of the other members are.
  uint32_t leader;
  uint32_t members;
};

template <typename Order, typename Each>
bool ReadGroupDescs(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(kLeastString + 8, &count)) return false;
  return Times(count, [&] {
    GroupDesc group;
    return in.Text(&group.name) && in.Numbers(&group.leader, &group.members) &&
           each(group);
  });
}

// PMU_MAPPINGS

struct PmuMapping {
  uint32_t type;
  absl::string_view name;
};

template <typename Order, typename Each>
bool ReadPmuMappings(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(4 + kLeastString, &count)) return false;
  return Times(count, [&] {
    PmuMapping pmu;
    return in.Numbers(&pmu.type) && in.Text(&pmu.name) && each(pmu);
  });
}

// HYBRID_TOPOLOGY

struct HybridPmu {
  absl::string_view name;
  absl::string_view cpus;
};

template <typename Order, typename Each>
bool ReadHybridTopology(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(2 * kLeastString, &count)) return false;
  return Times(count, [&] {
    HybridPmu pmu;
    return in.Text(&pmu.name) && in.Text(&pmu.cpus) && each(pmu);
  });
}

// CPU_PMU_CAPS and PMU_CAPS

struct PmuCap {
  absl::string_view name;
  absl::string_view value;
};
// Whose the capabilities before it are.
struct CapsOf {
  absl::string_view pmu;
};

template <typename Order, typename Each>
bool ReadCaps(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(2 * kLeastString, &count)) return false;
  return Times(count, [&] {
    PmuCap cap;
    return in.Text(&cap.name) && in.Text(&cap.value) && each(cap);
  });
}

// perf 5.14 to 5.19 called it HYBRID_CPU_PMU_CAPS and wrote the core PMUs of hybrid
// machines alone.
template <typename Order, typename Each>
bool ReadPmuCaps(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(4 + kLeastString, &count)) return false;
  return Times(count, [&] {
    CapsOf of;
    return ReadCaps(in, each) && in.Text(&of.pmu) && each(of);
  });
}

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_EVENT_LAYOUTS_H_
