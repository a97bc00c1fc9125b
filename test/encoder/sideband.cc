#include "test/encoder/sideband.h"

namespace encoder {
namespace {

// With its NUL, and zeros up to a multiple of 8, as perf_event_mmap_event and
// its like write it.
void WriteString(const std::string &text, Writer *out) {
  out->Text(text).U8(0).Pad();
}

}  // namespace

void SampleId::Write(const Attr &attr, Writer *out) const {
  if (!(attr.flags & kFlagSampleIdAll)) return;
  if (attr.has(kTid)) out->U32(pid).U32(tid);
  if (attr.has(kTime)) out->U64(time);
  if (attr.has(kId)) out->U64(id);
  if (attr.has(kStreamId)) out->U64(stream_id);
  if (attr.has(kCpu)) out->U32(cpu).U32(cpu_reserved);
  if (attr.has(kIdentifier)) out->U64(identifier);
}

void Mmap::Write(const Attr &, Writer *out) const {
  out->U32(pid).U32(tid).U64(addr).U64(len).U64(pgoff);
  WriteString(filename, out);
}

void Lost::Write(const Attr &, Writer *out) const { out->U64(id).U64(lost); }

void Comm::Write(const Attr &, Writer *out) const {
  out->U32(pid).U32(tid);
  WriteString(comm, out);
}

void Read::Write(const Attr &attr, Writer *out) const {
  out->U32(pid).U32(tid);
  WriteReadFormat(read, attr, out);
}

void Mmap2::Write(const Attr &, Writer *out) const {
  out->U32(pid).U32(tid).U64(addr).U64(len).U64(pgoff);
  if (has_build_id) {
    out->U8(build_id_size).U8(0).U16(0);
    for (uint8_t byte : build_id) out->U8(byte);
  } else {
    out->U32(maj).U32(min).U64(ino).U64(ino_generation);
  }
  out->U32(prot).U32(flags);
  WriteString(filename, out);
}

void Aux::Write(const Attr &, Writer *out) const {
  out->U64(aux_offset).U64(aux_size).U64(flags);
}

void ItraceStart::Write(const Attr &, Writer *out) const {
  out->U32(pid).U32(tid);
}

void LostSamples::Write(const Attr &, Writer *out) const { out->U64(lost); }

void SwitchCpuWide::Write(const Attr &, Writer *out) const {
  out->U32(next_prev_pid).U32(next_prev_tid);
}

void Namespaces::Write(const Attr &, Writer *out) const {
  out->U32(pid).U32(tid).U64(links.size());
  for (const auto &link : links) out->U64(link.first).U64(link.second);
}

void Ksymbol::Write(const Attr &, Writer *out) const {
  out->U64(addr).U32(len).U16(ksym_type).U16(flags);
  WriteString(name, out);
}

void BpfEvent::Write(const Attr &, Writer *out) const {
  out->U16(type).U16(flags).U32(id);
  for (uint8_t byte : tag) out->U8(byte);
}

void Cgroup::Write(const Attr &, Writer *out) const {
  out->U64(id);
  WriteString(path, out);
}

void TextPoke::Write(const Attr &, Writer *out) const {
  out->U64(addr);
  out->U16(static_cast<uint16_t>(old_bytes.size()));
  out->U16(static_cast<uint16_t>(new_bytes.size()));
  out->Raw(old_bytes).Raw(new_bytes).Pad();
}

void AuxOutputHwId::Write(const Attr &, Writer *out) const { out->U64(hw_id); }

void CallchainDeferred::Write(const Attr &, Writer *out) const {
  out->U64(cookie).U64(ips.size()).U64s(ips);
}

}  // namespace encoder
