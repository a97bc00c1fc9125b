#include <cerrno>
#include <cstring>
#include <new>

#include "absl/types/span.h"
#include "impl/base/fail.h"
#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/decode/foreign.h"
#include "perfc/decode.h"

using perfc::base::BadArgument;
using perfc::base::NoMemory;

namespace {

constexpr char kCreate[] = "perfc_plan_create";
constexpr char kAddAttr[] = "perfc_plan_add_attr";
constexpr char kAddIds[] = "perfc_plan_add_ids";

// The library runs on little-endian machines only.
bool IsForeign(uint32_t byte_order) {
  return byte_order == PERFC_BYTE_ORDER_BIG;
}

int CopyAttr(const perfc::uapi::Attr& attr, void* buffer, size_t size) {
  const auto bytes = attr.bytes();
  const size_t known = std::min(size, bytes.size());
  if (known > 0) memcpy(buffer, bytes.data(), known);
  if (size > known) memset(static_cast<char*>(buffer) + known, 0, size - known);
  return static_cast<int>(bytes.size());
}

}  // namespace

int perfc_plan_create(uint32_t byte_order, perfc_plan** plan,
                      perfc_error* error) {
  if (plan == nullptr) return BadArgument(error, kCreate, "plan is NULL");
  if (byte_order > PERFC_BYTE_ORDER_BIG) {
    return BadArgument(error, kCreate,
                       "byte_order is none of PERFC_BYTE_ORDER_*");
  }
  auto* made = new (std::nothrow) perfc_plan;
  if (made == nullptr) return NoMemory(error, kCreate, sizeof *made);
  made->SetForeign(IsForeign(byte_order));
  *plan = made;
  return 0;
}

int perfc_plan_add_attr(perfc_plan* plan, const void* attr, size_t attr_size,
                        const uint64_t* ids, uint32_t id_count,
                        perfc_error* error) {
  if (plan == nullptr) return BadArgument(error, kAddAttr, "plan is NULL");
  if (ids == nullptr && id_count > 0) {
    return BadArgument(error, kAddAttr, "ids is NULL, but id_count isn't 0");
  }
  return plan->Add(attr, attr_size, absl::MakeConstSpan(ids, id_count),
                   kAddAttr, error);
}

int perfc_plan_add_ids(perfc_plan* plan, uint32_t index, const uint64_t* ids,
                       uint32_t id_count, perfc_error* error) {
  if (plan == nullptr) return BadArgument(error, kAddIds, "plan is NULL");
  if (index >= plan->count()) {
    return BadArgument(error, kAddIds, "the plan has no attr of that index");
  }
  if (ids == nullptr && id_count > 0) {
    return BadArgument(error, kAddIds, "ids is NULL, but id_count isn't 0");
  }
  return plan->AddIds(index, absl::MakeConstSpan(ids, id_count), kAddIds,
                      error);
}

int perfc_plan_ids(const perfc_plan* plan, uint32_t index, uint64_t* ids,
                   uint32_t capacity, uint32_t* count) {
  if (plan == nullptr || index >= plan->count()) return -EINVAL;
  if (ids == nullptr && capacity > 0) return -EINVAL;
  const uint32_t there = plan->CopyIds(index, {});
  if (count != nullptr) *count = there;
  if (there > capacity) return -ENOSPC;
  plan->CopyIds(index, absl::MakeSpan(ids, capacity));
  return static_cast<int>(there);
}

int perfc_plan_find_id(const perfc_plan* plan, uint64_t id) {
  if (plan == nullptr) return -EINVAL;
  const uint32_t index = plan->FindId(id);
  return index == perfc::decode::Plan::kNoAttr ? -ENOENT
                                               : static_cast<int>(index);
}

int perfc_plan_tells_apart(const perfc_plan* plan, perfc_error* error) {
  if (plan == nullptr) {
    return BadArgument(error, "perfc_plan_tells_apart", "plan is NULL");
  }
  return plan->Matches(error);
}

int perfc_plan_set_default(perfc_plan* plan, uint32_t index) {
  return plan && plan->SetDefault(index) ? 0 : -EINVAL;
}

int perfc_plan_attr_count(const perfc_plan* plan) {
  return plan ? static_cast<int>(plan->count()) : -EINVAL;
}

int perfc_plan_attr(const perfc_plan* plan, uint32_t index, void* buffer,
                    size_t size) {
  if (plan == nullptr || index >= plan->count()) return -EINVAL;
  if (buffer == nullptr && size > 0) return -EINVAL;
  return CopyAttr(plan->attr(index), buffer, size);
}

int perfc_plan_get_places(const perfc_plan* plan, uint32_t index,
                          perfc_record_places* places, size_t size) {
  if (!plan || !places || index >= plan->count()) return -EINVAL;
  return perfc::base::CopyOut(plan->layout(index).Places(), places, size);
}

void perfc_plan_destroy(perfc_plan* plan) { delete plan; }

int perfc_plan_view_record(const perfc_plan* plan, const void* data,
                           size_t available, void* scratch, size_t scratch_size,
                           perfc_record* record) {
  if (plan == nullptr || record == nullptr) return -EINVAL;
  if (data == nullptr && available > 0) return -EINVAL;
  return perfc::decode::ViewRecord(*plan, static_cast<const uint8_t*>(data),
                                   available, static_cast<uint8_t*>(scratch),
                                   scratch_size, record);
}
