#include "impl/uapi/attr.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "impl/base/fail.h"
#include "impl/base/order.h"
#include "impl/uapi/bitfields.h"

namespace perfc::uapi {
namespace {

using base::Foreign;

static_assert(sizeof(perfc_attr) == PERFC_ATTR_SIZE_VER9);
static_assert(offsetof(perfc_attr, flags) == 40);
static_assert(offsetof(perfc_attr, branch_sample_type) == PERFC_ATTR_SIZE_VER1);
static_assert(offsetof(perfc_attr, sample_regs_intr) == PERFC_ATTR_SIZE_VER3);
static_assert(offsetof(perfc_attr, sample_max_stack) == 108);
static_assert(offsetof(perfc_attr, aux_action) == 116);
static_assert(offsetof(perfc_attr, config4) == PERFC_ATTR_SIZE_VER8);
static_assert(offsetof(perfc_mmap_page, data_head) == 1024);

// Where the fields are that aren't 64 bits wide; the flag word stands apart.
constexpr struct {
  uint8_t at;
  uint8_t width;
} kNarrow[] = {
    {0, 4},   {4, 4},   {48, 4},  {52, 4},  {88, 4},  {92, 4},
    {104, 4}, {108, 2}, {110, 2}, {112, 4}, {116, 4},
};

// aux_action's bits are declared from the lowest on, and the rest is reserved.
uint32_t MirrorAuxAction(uint32_t action) {
  uint32_t fixed = 0;
  for (int bit = 0; bit < 32; ++bit) fixed |= (action >> bit & 1) << (31 - bit);
  return fixed;
}

void FixNarrow(uint8_t* attr, size_t at, size_t width) {
  if (width == 2) {
    Foreign::Fix<uint16_t>(attr + at, 1);
  } else {
    Foreign::Fix<uint32_t>(attr + at, 1);
  }
}

// `size` is a multiple of 8 up to where this version knows the fields.
void MakeNative(uint8_t* attr, size_t size) {
  const size_t end = std::min(size, sizeof(perfc_attr)) & ~size_t{7};
  for (const auto& field : kNarrow) {
    if (field.at < end) FixNarrow(attr, field.at, field.width);
  }
  for (size_t at = 8; at < end; at += 8) {
    const bool narrow =
        std::any_of(std::begin(kNarrow), std::end(kNarrow),
                    [at](const auto& field) { return field.at == at; });
    if (at == offsetof(perfc_attr, flags)) {
      Foreign::FixBitfield(attr + at, kAttrFlags, std::size(kAttrFlags));
    } else if (!narrow) {
      Foreign::Fix<uint64_t>(attr + at, 1);
    }
  }
  if (end > offsetof(perfc_attr, aux_action)) {
    uint8_t* action = attr + offsetof(perfc_attr, aux_action);
    base::Store(action, MirrorAuxAction(base::Load<uint32_t>(action)));
  }
}

}  // namespace

int CheckAttrSize(size_t size, const char* operation, perfc_error* error) {
  if (size >= PERFC_ATTR_SIZE_VER0 && size <= kMaxAttrSize) return 0;
  return base::Fail(
      error, -E2BIG, PERFC_CALL_NONE, PERFC_RULE_ATTR_SIZE, operation,
      {size, sizeof(perfc_attr)},
      "the kernel takes attrs of 64 bytes (PERF_ATTR_SIZE_VER0) to 4096");
}

int Attr::Assign(const void* bytes, size_t size, bool foreign,
                 const char* operation, perfc_error* error) {
  if (bytes == nullptr) {
    return base::BadArgument(error, operation, "the attr is NULL");
  }
  if (const int failed = CheckAttrSize(size, operation, error)) return failed;
  auto inner = base::Load<uint32_t>(static_cast<const uint8_t*>(bytes) +
                                    offsetof(perfc_attr, size));
  if (foreign) inner = base::Swap(inner);
  if (inner > size) {
    return base::BadArgument(
        error, operation, "the attr's own size is more than the bytes passed");
  }
  if (inner != 0) size = inner;
  if (const int failed = CheckAttrSize(size, operation, error)) return failed;
  base::Buffer<uint8_t> whole;
  if (size > sizeof known_ && !whole.Resize(size)) {
    return base::NoMemory(error, operation, size);
  }
  auto* known = reinterpret_cast<uint8_t*>(&known_);
  uint8_t* copy = size > sizeof known_ ? whole.data() : known;
  memmove(copy, bytes, size);  // They may be this attr's own.
  if (foreign) MakeNative(copy, size);
  base::Store(copy + offsetof(perfc_attr, size), static_cast<uint32_t>(size));
  if (size > sizeof known_) {
    memcpy(known, copy, sizeof known_);
  } else {
    memset(known + size, 0, sizeof known_ - size);
  }
  whole_ = std::move(whole);
  return 0;
}

void Attr::SetFirst(const perfc_attr& fields) {
  const uint32_t size = known_.size;
  memcpy(&known_, &fields, PERFC_ATTR_SIZE_VER0);
  known_.size = size;
  if (whole_.size() > 0) memcpy(whole_.data(), &known_, PERFC_ATTR_SIZE_VER0);
}

}  // namespace perfc::uapi
