// From a record to its typed struct: type check, layout, body, trailer, and
// result structs of any size.
#ifndef PERFC_IMPL_DECODE_TYPED_H_
#define PERFC_IMPL_DECODE_TYPED_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "impl/base/cursor.h"
#include "impl/decode/bodies.h"
#include "impl/decode/plan.h"
#include "impl/decode/sample.h"
#include "impl/record/types.h"
#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace perfc::decode {

// Whether records of the type decode to T.
template <typename T>
bool IsTypeOf(uint32_t type) {
  switch (type) {
#define PERFC_ONE(NAME, TYPE) \
  case PERFC_RECORD_##TYPE:   \
    return std::is_same<T, perfc_record_##NAME>::value;
    PERFC_RECORD_TYPES(PERFC_ONE)
#undef PERFC_ONE
    default:
      return false;
  }
}

// The trailer, whose fields have the table's order but for IDENTIFIER, which is
// last.
template <typename Order>
bool DecodeTrailer(base::Cursor<Order>& in, uint64_t type,
                   perfc_sample_id* out) {
  uint32_t reserved;
  out->present = type;
  return (!(type & PERFC_SAMPLE_TID) || Numbers(in, &out->pid, &out->tid)) &&
         (!(type & PERFC_SAMPLE_TIME) || in.Number(&out->time)) &&
         (!(type & PERFC_SAMPLE_ID) || in.Number(&out->id)) &&
         (!(type & PERFC_SAMPLE_STREAM_ID) || in.Number(&out->stream_id)) &&
         (!(type & PERFC_SAMPLE_CPU) || Numbers(in, &out->cpu, &reserved)) &&
         (!(type & PERFC_SAMPLE_IDENTIFIER) || in.Number(&out->identifier));
}

// Where the body ends and the trailer begins; nullptr if the record is too
// short for its trailer.
template <typename Byte>
Byte* TrailerAt(Byte* data, size_t size, const Layout& layout) {
  if (size < record::kHeaderSize + layout.trailer_size) return nullptr;
  return data + size - layout.trailer_size;
}

// Calls decode(T*) with a whole T, even if the caller's struct comes from an
// older header and is shorter. Members that decode doesn't write keep the
// caller's content; that is for structs whose masks name the written members.
template <typename T, typename Decode>
[[gnu::always_inline]] inline int IntoSized(T* out, size_t out_size,
                                            Decode decode) {
  if (__builtin_expect(out_size >= sizeof(T), 1)) return decode(out);
  T whole;
  memcpy(&whole, out, out_size);
  const int result = decode(&whole);
  if (result == 0) memcpy(out, &whole, out_size);
  return result;
}

// The same with a T that is all 0. The tail of a newer, longer struct becomes 0 too.
template <typename T, typename Decode>
[[gnu::always_inline]] inline int IntoZeroed(T* out, size_t out_size,
                                             Decode decode) {
  memset(out, 0, out_size);
  return IntoSized(out, out_size, decode);
}

// Out of line, so that the usual case needs no stack.
[[gnu::noinline]] inline int DecodeSampleOfMany(const Plan& plan,
                                                const perfc_record& record,
                                                perfc_sample* out,
                                                size_t out_size) {
  const Layout* layout;
  if (const int failed = plan.Find(record, &layout)) return failed;
  return IntoSized(out, out_size, [&](perfc_sample* sample) {
    return DecodeSampleBody<base::Native>(record.data, record.size, *layout,
                                          sample);
  });
}

[[gnu::always_inline]] inline int DecodeSample(const Plan& plan,
                                               const perfc_record& record,
                                               perfc_sample* out,
                                               size_t out_size) {
  if (record.type != PERFC_RECORD_SAMPLE) return -EINVAL;
  if (!plan.HasOneLayout() || out_size < sizeof *out) {
    return DecodeSampleOfMany(plan, record, out, out_size);
  }
  return DecodeSampleBody<base::Native>(record.data, record.size,
                                        plan.only_layout(), out);
}

template <typename T>
int DecodeTyped(const Plan& plan, const perfc_record& record, T* out,
                size_t out_size) {
  if (!IsTypeOf<T>(record.type)) return -EINVAL;
  const Layout* layout;
  if (const int failed = plan.Find(record, &layout)) return failed;
  const uint8_t* end = TrailerAt(record.data, record.size, *layout);
  if (end == nullptr) return -EBADMSG;
  return IntoZeroed(out, out_size, [&](T* typed) {
    base::Cursor<base::Native> in(record.data,
                                  record.data + record::kHeaderSize, end);
    return Body(in, Context{*layout, record.type, record.misc}, typed)
               ? 0
               : -EBADMSG;
  });
}

inline int DecodeSampleId(const Plan& plan, const perfc_record& record,
                          perfc_sample_id* out, size_t out_size) {
  if (record.type == PERFC_RECORD_SAMPLE) return -EINVAL;
  if (!record::HasTrailer(record.type)) return -ENODATA;
  const Layout* layout;
  if (const int failed = plan.Find(record, &layout)) return failed;
  const uint8_t* at = TrailerAt(record.data, record.size, *layout);
  if (at == nullptr) return -EBADMSG;
  return IntoSized(out, out_size, [&](perfc_sample_id* id) {
    base::Cursor<base::Native> in(record.data, at, record.data + record.size);
    id->attr_index = layout->attr_index;
    return DecodeTrailer(in, layout->trailer_type, id) ? 0 : -EBADMSG;
  });
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_TYPED_H_
