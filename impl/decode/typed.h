// From a record to its typed struct: type check, layout, body, trailer, and
// result structs of any size.
#ifndef PERFC_IMPL_DECODE_TYPED_H_
#define PERFC_IMPL_DECODE_TYPED_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "impl/base/cursor.h"
#include "impl/decode/bodies.h"
#include "impl/decode/plan.h"
#include "impl/decode/sample.h"
#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace perfc::decode {

template <typename T>
inline constexpr uint32_t kTypeOf = 0;
#define PERFC_TYPE_OF(STRUCT, TYPE) \
  template <>                       \
  inline constexpr uint32_t kTypeOf<STRUCT> = PERFC_RECORD_##TYPE;
PERFC_TYPE_OF(perfc_record_mmap, MMAP)
PERFC_TYPE_OF(perfc_record_lost, LOST)
PERFC_TYPE_OF(perfc_record_comm, COMM)
PERFC_TYPE_OF(perfc_record_exit, EXIT)
PERFC_TYPE_OF(perfc_record_throttle, THROTTLE)
PERFC_TYPE_OF(perfc_record_unthrottle, UNTHROTTLE)
PERFC_TYPE_OF(perfc_record_fork, FORK)
PERFC_TYPE_OF(perfc_record_read, READ)
PERFC_TYPE_OF(perfc_sample, SAMPLE)
PERFC_TYPE_OF(perfc_record_mmap2, MMAP2)
PERFC_TYPE_OF(perfc_record_aux, AUX)
PERFC_TYPE_OF(perfc_record_itrace_start, ITRACE_START)
PERFC_TYPE_OF(perfc_record_lost_samples, LOST_SAMPLES)
PERFC_TYPE_OF(perfc_record_switch, SWITCH)
PERFC_TYPE_OF(perfc_record_switch_cpu_wide, SWITCH_CPU_WIDE)
PERFC_TYPE_OF(perfc_record_namespaces, NAMESPACES)
PERFC_TYPE_OF(perfc_record_ksymbol, KSYMBOL)
PERFC_TYPE_OF(perfc_record_bpf_event, BPF_EVENT)
PERFC_TYPE_OF(perfc_record_cgroup, CGROUP)
PERFC_TYPE_OF(perfc_record_text_poke, TEXT_POKE)
PERFC_TYPE_OF(perfc_record_aux_output_hw_id, AUX_OUTPUT_HW_ID)
PERFC_TYPE_OF(perfc_record_callchain_deferred, CALLCHAIN_DEFERRED)
#undef PERFC_TYPE_OF

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

// Calls decode(T*) with a whole T even if the caller's struct is an older,
// shorter one. Fields that decode leaves alone keep the caller's content.
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
  if (record.type != kTypeOf<T>) return -EINVAL;
  const Layout* layout;
  if (const int failed = plan.Find(record, &layout)) return failed;
  const uint8_t* end = TrailerAt(record.data, record.size, *layout);
  if (end == nullptr) return -EBADMSG;
  return IntoSized(out, out_size, [&](T* typed) {
    base::Cursor<base::Native> in(record.data,
                                  record.data + record::kHeaderSize, end);
    return Body(in, Context{*layout, record.misc}, typed) ? 0 : -EBADMSG;
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
