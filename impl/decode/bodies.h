// The bodies, between header and trailer, of all record types but SAMPLE. There
// is one function for each struct. It reads the fields in wire order (enum
// perf_event_type, include/uapi/linux/perf_event.h) into a zeroed struct.
#ifndef PERFC_IMPL_DECODE_BODIES_H_
#define PERFC_IMPL_DECODE_BODIES_H_

#include <cstdint>

#include "impl/base/cursor.h"
#include "impl/decode/layout.h"
#include "impl/decode/sample.h"
#include "impl/record/record.h"
#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace perfc::decode {

// Inputs that a body may need besides its bytes.
struct Context {
  const Layout& layout;
  uint32_t type;
  uint16_t misc;
};

// Several numbers in a row.
template <typename Order, typename... T>
bool Numbers(base::Cursor<Order>& in, T*... out) {
  return (in.Number(out) && ...);
}

template <typename Order>
bool BuildId(base::Cursor<Order>& in, perfc_record_mmap* out) {
  uint8_t size;
  uint8_t reserved[3];
  if (!in.Number(&size) || !in.Copy(reserved, sizeof reserved)) return false;
  out->build_id_size = size;
  return size <= sizeof out->build_id &&
         in.Copy(out->build_id, sizeof out->build_id);
}

// The fields of MMAP2 between pgoff and filename. If one event asks for build
// ids, their bit in misc stays set when the kernel writes the same record for
// an event that didn't ask (perf_event_mmap_output).
template <typename Order>
bool FileOfMmap2(base::Cursor<Order>& in, const Context& context,
                 perfc_record_mmap* out) {
  const bool has_build_id = context.layout.build_ids &&
                            context.misc & PERFC_RECORD_MISC_MMAP_BUILD_ID;
  out->fields = PERFC_MMAP_HAS_PROT |
                (has_build_id ? PERFC_MMAP_HAS_BUILD_ID : PERFC_MMAP_HAS_INODE);
  const bool identified =
      has_build_id
          ? BuildId(in, out)
          : Numbers(in, &out->maj, &out->min, &out->ino, &out->ino_generation);
  return identified && Numbers(in, &out->prot, &out->flags);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context& context,
          perfc_record_mmap* out) {
  return Numbers(in, &out->pid, &out->tid, &out->addr, &out->len,
                 &out->pgoff) &&
         (context.type != PERFC_RECORD_MMAP2 ||
          FileOfMmap2(in, context, out)) &&
         in.Text(&out->filename);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_lost* out) {
  return Numbers(in, &out->id, &out->lost);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_comm* out) {
  return Numbers(in, &out->pid, &out->tid) && in.Text(&out->comm);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_task* out) {
  return Numbers(in, &out->pid, &out->ppid, &out->tid, &out->ptid, &out->time);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_throttle* out) {
  return Numbers(in, &out->time, &out->id, &out->stream_id);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context& context,
          perfc_record_read* out) {
  return Numbers(in, &out->pid, &out->tid) &&
         !context.layout.read_format_unknown &&
         DecodeRead(in, context.layout, &out->read);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_aux* out) {
  return Numbers(in, &out->aux_offset, &out->aux_size, &out->flags);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_itrace_start* out) {
  return Numbers(in, &out->pid, &out->tid);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_lost_samples* out) {
  return Numbers(in, &out->lost);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context& context,
          perfc_record_switch* out) {
  const uint32_t flags = record::Flags(context.type, context.misc);
  out->out = (flags & PERFC_RECORD_FLAG_SWITCH_OUT) != 0;
  out->preempted = (flags & PERFC_RECORD_FLAG_SWITCH_PREEMPTED) != 0;
  if (context.type != PERFC_RECORD_SWITCH_CPU_WIDE) return true;
  out->has_other = 1;
  return Numbers(in, &out->next_prev_pid, &out->next_prev_tid);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_namespaces* out) {
  uint64_t nr;
  return Numbers(in, &out->pid, &out->tid, &nr) &&
         in.Words(nr, 2, &out->namespaces);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_ksymbol* out) {
  return Numbers(in, &out->addr, &out->len, &out->ksym_type, &out->flags) &&
         in.Text(&out->name);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_bpf_event* out) {
  return Numbers(in, &out->type, &out->flags, &out->id) &&
         in.Copy(out->tag, sizeof out->tag);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&, perfc_record_cgroup* out) {
  return Numbers(in, &out->id) && in.Text(&out->path);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_text_poke* out) {
  uint16_t old_length;
  uint16_t new_length;
  return Numbers(in, &out->addr, &old_length, &new_length) &&
         in.Bytes(old_length, &out->old_bytes) &&
         in.Bytes(new_length, &out->new_bytes);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_aux_output_hw_id* out) {
  return Numbers(in, &out->hw_id);
}

template <typename Order>
bool Body(base::Cursor<Order>& in, const Context&,
          perfc_record_callchain_deferred* out) {
  return Numbers(in, &out->cookie) && DecodeChain(in, &out->callchain);
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_BODIES_H_
