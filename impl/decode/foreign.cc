#include "impl/decode/foreign.h"

#include <cerrno>
#include <cstring>

#include "impl/base/cursor.h"
#include "impl/base/order.h"
#include "impl/decode/typed.h"
#include "impl/record/record.h"
#include "impl/record/types.h"

namespace perfc::decode {
namespace {

using ForeignCursor = base::Cursor<base::Foreign>;

// A record is put in order by decoding it: the cursor turns every number that
// the decoder reads.
template <typename T>
bool FixBody(ForeignCursor& in, const Context& context) {
  T ignored = {};
  return Body(in, context, &ignored);
}

using Fix = bool (*)(ForeignCursor&, const Context&);

Fix FixFor(uint32_t type) {
  switch (type) {
#define PERFC_ONE(NAME, TYPE) \
  case PERFC_RECORD_##TYPE:   \
    return FixBody<perfc_record_##NAME>;
    PERFC_RECORD_TYPES(PERFC_ONE)
#undef PERFC_ONE
    default:
      return nullptr;
  }
}

// Whether an empty branch stack has a hw_idx is guessed from words that may lie
// within bytes, which aren't turned: the guess must come out the same once more.
bool FixSample(uint8_t* data, size_t size, const Layout& layout) {
  perfc_sample fixed;
  if (DecodeSampleBody<base::Foreign>(data, size, layout, &fixed) != 0) {
    return false;
  }
  if (!layout.branch_hw_idx) return true;
  perfc_sample again;
  return DecodeSampleBody<base::Native>(data, size, layout, &again) == 0 &&
         again.parts == fixed.parts;
}

bool FixOther(Fix fix, uint8_t* data, const perfc_record& record,
              const Layout& layout) {
  uint8_t* end = TrailerAt(data, record.size, layout);
  if (end == nullptr) return false;
  ForeignCursor body(data, data + record::kHeaderSize, end);
  ForeignCursor trailer(data, end, data + record.size);
  perfc_sample_id ignored;
  return fix(body, Context{layout, record.type, record.misc}) &&
         DecodeTrailer(trailer, layout.trailer_type, &ignored);
}

// The header's three numbers.
uint64_t FixHeader(const uint8_t* data) {
  uint8_t header[record::kHeaderSize];
  memcpy(header, data, sizeof header);
  base::Foreign::Fix<uint32_t>(header, 1);
  base::Foreign::Fix<uint16_t>(header + 4, 2);
  return base::Load<uint64_t>(header);
}

int MakeNative(const Plan& plan, uint8_t* data, const perfc_record& record) {
  const bool sample = record.type == PERFC_RECORD_SAMPLE;
  const Fix fix = sample ? nullptr : FixFor(record.type);
  if (!sample && fix == nullptr) return 0;  // Nobody knows its numbers.
  const Layout* layout;
  const int failed = plan.FindForeign(data, record.type, record.size, &layout);
  if (failed) return failed;
  const bool good = sample ? FixSample(data, record.size, *layout)
                           : FixOther(fix, data, record, *layout);
  return good ? 0 : -EBADMSG;
}

bool Aligned(const void* at) {
  return reinterpret_cast<uintptr_t>(at) % 8 == 0;
}

}  // namespace

int ViewRecord(const Plan& plan, const uint8_t* data, size_t available,
               uint8_t* scratch, size_t scratch_size, perfc_record* out) {
  if (available == 0) return 0;
  if (!Aligned(data)) return -EINVAL;
  if (available < record::kHeaderSize) return -EBADMSG;
  const uint64_t header =
      plan.foreign() ? FixHeader(data) : base::Load<uint64_t>(data);
  const uint16_t size = record::SizeOf(header);
  if (size < record::kHeaderSize || size > available) return -EBADMSG;
  if (!plan.foreign()) {
    record::View(data, header, out);
    return 1;
  }
  if (scratch == nullptr || scratch_size < size) return -ENOSPC;
  if (!Aligned(scratch)) return -EINVAL;
  memcpy(scratch, data, size);
  base::Store(scratch, header);
  record::View(scratch, header, out);
  const int failed = MakeNative(plan, scratch, *out);
  return failed ? failed : 1;
}

}  // namespace perfc::decode
