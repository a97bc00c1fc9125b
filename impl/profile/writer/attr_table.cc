#include "impl/profile/writer/attr_table.h"

#include <algorithm>
#include <cstddef>

#include "impl/base/order.h"
#include "impl/profile/format/format.h"
#include "perfc/profile/writer.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr uint32_t kVersions[] = {PERFC_ATTR_SIZE_VER0, PERFC_ATTR_SIZE_VER1,
                                  PERFC_ATTR_SIZE_VER2, PERFC_ATTR_SIZE_VER3,
                                  PERFC_ATTR_SIZE_VER4, PERFC_ATTR_SIZE_VER5,
                                  PERFC_ATTR_SIZE_VER6, PERFC_ATTR_SIZE_VER7,
                                  PERFC_ATTR_SIZE_VER8, PERFC_ATTR_SIZE_VER9};
// perf's of today's distributions.
constexpr uint32_t kUsual = PERFC_ATTR_SIZE_VER7;

// The smallest size of a version that has room for everything but zeros.
uint32_t SizeOf(const base::Buffer<uint8_t>& attr) {
  size_t used = attr.size();
  const size_t least = std::min<size_t>(used, kUsual);
  while (used > least && attr[used - 1] == 0) --used;
  for (const uint32_t size : kVersions) {
    if (size >= used) return size;
  }
  return static_cast<uint32_t>((attr.size() + 7) & ~size_t{7});
}

}  // namespace

uint32_t AttrTable::AttrSize() const {
  uint32_t size = PERFC_ATTR_SIZE_VER0;
  for (uint32_t i = 0; i < attrs_->count(); ++i) {
    size = std::max(size, SizeOf(attrs_->event(i).attr));
  }
  return size;
}

// The records of a single event need no ids, and those that were seen in them
// needn't be all.
absl::Span<const uint64_t> AttrTable::Ids(uint32_t index) const {
  const Event& event = attrs_->event(index);
  if (attrs_->count() == 1 && !event.ids_are_named) return {};
  return {event.ids.data(), event.ids.size()};
}

void AttrTable::AppendAttr(uint32_t index, uint32_t size,
                           format::Builder* out) const {
  const base::Buffer<uint8_t>& attr = attrs_->event(index).attr;
  const size_t at = out->size();
  const size_t copied = std::min<size_t>(attr.size(), size);
  out->Bytes(attr.data(), copied);
  out->Zeros(size - copied);
  out->SetU32(at + offsetof(perfc_attr, size), size);
  if (!out->ok() || !(strip_ & PERFC_STRIP_STACKS)) return;
  const auto clear = [&](size_t field, size_t bytes) {
    if (field + bytes <= size) memset(out->data() + at + field, 0, bytes);
  };
  clear(offsetof(perfc_attr, sample_regs_user), 8);
  clear(offsetof(perfc_attr, sample_stack_user), 4);
  clear(offsetof(perfc_attr, sample_regs_intr), 8);
}

size_t AttrTable::Build(uint64_t position, format::Builder* out) const {
  uint64_t ids_at = position;
  for (uint32_t i = 0; i < attrs_->count(); ++i) {
    out->Bytes(Ids(i).data(), Ids(i).size() * sizeof(uint64_t));
  }
  const size_t attrs_at = out->size();
  const uint32_t size = AttrSize();
  for (uint32_t i = 0; i < attrs_->count(); ++i) {
    const uint64_t bytes = Ids(i).size() * sizeof(uint64_t);
    AppendAttr(i, size, out);
    out->U64(ids_at);
    out->U64(bytes);
    ids_at += bytes;
  }
  return attrs_at;
}

}  // namespace perfc::profile::writer
