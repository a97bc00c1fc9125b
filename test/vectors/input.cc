#include "test/vectors/input.h"

#include <algorithm>

namespace vectors {
namespace {

using encoder::Attr;
using encoder::Order;
using encoder::Sample;

constexpr uint64_t kUnknownBits = ~encoder::kAllSampleBits;

// The order on the wire.
constexpr uint64_t kWireOrder[] = {
    encoder::kIdentifier,  encoder::kIp,           encoder::kTid,
    encoder::kTime,        encoder::kAddr,         encoder::kId,
    encoder::kStreamId,    encoder::kCpu,          encoder::kPeriod,
    encoder::kRead,        encoder::kCallchain,    encoder::kRaw,
    encoder::kBranchStack, encoder::kRegsUser,     encoder::kStackUser,
    encoder::kWeight,      encoder::kWeightStruct, encoder::kDataSrc,
    encoder::kTransaction, encoder::kRegsIntr,     encoder::kPhysAddr,
    encoder::kCgroup,      encoder::kDataPageSize, encoder::kCodePageSize,
    encoder::kAux,
};

// True if a decoder of today can't go on with this field.
bool Stops(uint64_t field, const Sample& sample, const Attr& attr) {
  switch (field) {
    case encoder::kRead:
      return attr.read_format & ~encoder::kAllFormats;
    case encoder::kRegsUser:
      return sample.user_regs.abi > 2;
    case encoder::kRegsIntr:
      return sample.intr_regs.abi > 2;
    case encoder::kAux:
      return attr.sample_type & kUnknownBits;
    default:
      return false;
  }
}

// Where the attr's fields end, if nothing is cut off or left over.
size_t EndOf(const Sample& sample, const Attr& attr) {
  Sample whole = sample;
  whole.unknown.clear();
  whole.left_over.clear();
  return whole.Encode(attr, Order::kLittle).size() +
         (sample.IsCut(attr) ? 8 : 0);
}

// The fields up to the one that stops the decoding, which is *stop, or 0.
uint64_t Decodable(const Sample& sample, const Attr& attr, uint64_t* stop) {
  const size_t size = sample.Encode(attr, Order::kLittle).size();
  Attr known = attr;
  known.sample_type = 0;
  *stop = 0;
  for (uint64_t field : kWireOrder) {
    if (!attr.has(field)) continue;
    const uint64_t before = known.sample_type;
    known.sample_type |= field;
    const bool is_cut = sample.IsCut(attr) && before & encoder::kStackUser &&
                        EndOf(sample, known) > size;
    if (!is_cut && !Stops(field, sample, attr)) continue;
    *stop = field;
    return before;
  }
  return known.sample_type;
}

void Words(const char* key, const std::vector<uint64_t>& words, Sink* out) {
  out->Words(key, words.data(), words.size());
}

void Bytes(const char* key, const encoder::Bytes& bytes, Sink* out) {
  out->Bytes(key, bytes.data(), bytes.size());
}

void Text(const char* key, const std::string& text, Sink* out) {
  out->Text(key, text.data(), text.size());
}

void DescribeRead(const encoder::ReadFormat& read, const Attr& attr,
                  Sink* out) {
  out->BeginObject("read");
  if (attr.read_format & encoder::kFormatEnabled) {
    out->Big("time_enabled", read.time_enabled);
  }
  if (attr.read_format & encoder::kFormatRunning) {
    out->Big("time_running", read.time_running);
  }
  out->BeginList("values");
  for (const encoder::Counter& counter : read.counters) {
    out->BeginObject(nullptr);
    out->Big("value", counter.value);
    if (attr.read_format & encoder::kFormatId) out->Big("id", counter.id);
    if (attr.read_format & encoder::kFormatLost) out->Big("lost", counter.lost);
    out->EndObject();
  }
  out->EndList();
  out->EndObject();
}

void DescribeBranch(const encoder::Branch& branch, Sink* out) {
  out->BeginObject(nullptr);
  out->Big("from", branch.from);
  out->Big("to", branch.to);
  out->Big("flags", encoder::BranchFlags(branch, Order::kLittle));
  out->Small("mispred", branch.mispred);
  out->Small("predicted", branch.predicted);
  out->Small("in_tx", branch.in_tx);
  out->Small("abort", branch.abort);
  out->Small("cycles", branch.cycles);
  out->Small("type", branch.type);
  out->Small("spec", branch.spec);
  out->Small("new_type", branch.new_type);
  out->Small("priv", branch.priv);
  out->EndObject();
}

void DescribeBranches(const encoder::BranchStack& stack, const Attr& attr,
                      Sink* out) {
  if (stack.taken && attr.branch_sample_type & encoder::kBranchHwIndex) {
    out->Big("branch_hw_idx", stack.hw_idx);
  }
  out->BeginList("branches");
  for (const auto& branch : stack.entries) DescribeBranch(branch, out);
  out->EndList();
  if (attr.branch_sample_type & encoder::kBranchCounters) {
    Words("branch_counters", stack.counters, out);
  }
}

void DescribeRegisters(const char* abi_key, const char* key,
                       const encoder::Registers& regs, Sink* out) {
  out->Big(abi_key, regs.abi);
  Words(key, regs.abi == 0 ? std::vector<uint64_t>() : regs.values, out);
}

void DescribeHead(const Sample& sample, const Attr& attr, Sink* out) {
  if (attr.has(encoder::kIdentifier)) out->Big("identifier", sample.identifier);
  if (attr.has(encoder::kIp)) out->Big("ip", sample.ip);
  if (attr.has(encoder::kTid)) {
    out->Small("pid", sample.pid);
    out->Small("tid", sample.tid);
  }
  if (attr.has(encoder::kTime)) out->Big("time", sample.time);
  if (attr.has(encoder::kAddr)) out->Big("addr", sample.addr);
  if (attr.has(encoder::kId)) out->Big("id", sample.id);
  if (attr.has(encoder::kStreamId)) out->Big("stream_id", sample.stream_id);
  if (attr.has(encoder::kCpu)) out->Small("cpu", sample.cpu);
  if (attr.has(encoder::kPeriod)) out->Big("period", sample.period);
}

void DescribeMiddle(const Sample& sample, const Attr& attr, Sink* out) {
  if (attr.has(encoder::kRead)) DescribeRead(sample.read, attr, out);
  if (attr.has(encoder::kCallchain)) Words("callchain", sample.callchain, out);
  if (attr.has(encoder::kRaw)) Bytes("raw", sample.raw, out);
  if (attr.has(encoder::kBranchStack)) {
    DescribeBranches(sample.branches, attr, out);
  }
  if (attr.has(encoder::kRegsUser)) {
    DescribeRegisters("user_abi", "user_regs", sample.user_regs, out);
  }
  if (attr.has(encoder::kStackUser)) {
    Bytes("stack", sample.stack, out);
    out->Big("stack_dyn_size",
             sample.stack.empty() ? 0 : sample.stack_dyn_size);
  }
}

void DescribeTail(const Sample& sample, const Attr& attr, Sink* out) {
  if (attr.has(encoder::kWeight)) out->Big("weight", sample.weight);
  if (attr.has(encoder::kWeightStruct)) {
    out->Small("weight_var1_dw", sample.weight_var1_dw);
    out->Small("weight_var2_w", sample.weight_var2_w);
    out->Small("weight_var3_w", sample.weight_var3_w);
  }
  if (attr.has(encoder::kDataSrc)) out->Big("data_src", sample.data_src);
  if (attr.has(encoder::kTransaction)) {
    out->Big("transaction", sample.transaction);
  }
  if (attr.has(encoder::kRegsIntr)) {
    DescribeRegisters("intr_abi", "intr_regs", sample.intr_regs, out);
  }
  if (attr.has(encoder::kPhysAddr)) out->Big("phys_addr", sample.phys_addr);
  if (attr.has(encoder::kCgroup)) out->Big("cgroup", sample.cgroup);
  if (attr.has(encoder::kDataPageSize)) {
    out->Big("data_page_size", sample.data_page_size);
  }
  if (attr.has(encoder::kCodePageSize)) {
    out->Big("code_page_size", sample.code_page_size);
  }
  if (attr.has(encoder::kAux)) Bytes("aux", sample.aux, out);
}

// Whether the word with which the field begins is read before it is known that the
// field can't be decoded.
bool IsReadFirst(uint64_t stop, const Attr& attr) {
  if (stop == encoder::kAux) return !(attr.sample_type & kUnknownBits);
  return stop == encoder::kRegsUser || stop == encoder::kRegsIntr;
}

// What the decodable fields leave over.
encoder::Bytes Rest(const Sample& sample, const Attr& attr,
                    const Attr& decodable, uint64_t stop, Order order) {
  encoder::Bytes whole = sample.Encode(attr, order);
  const size_t end = std::min(EndOf(sample, decodable), whole.size());
  if (IsReadFirst(stop, attr) && whole.size() >= end + 8) {
    const encoder::Bytes turned = sample.Encode(attr, Order::kLittle);
    std::copy_n(turned.begin() + static_cast<ptrdiff_t>(end), 8,
                whole.begin() + static_cast<ptrdiff_t>(end));
  }
  whole.erase(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(end));
  return whole;
}

void DescribeTrailer(const encoder::SampleId& id, const Attr& attr, Sink* out) {
  const uint64_t fields = encoder::kTid | encoder::kTime | encoder::kId |
                          encoder::kStreamId | encoder::kCpu |
                          encoder::kIdentifier;
  if (!(attr.flags & encoder::kFlagSampleIdAll) || !attr.has(fields)) return;
  out->BeginObject("sample_id");
  if (attr.has(encoder::kTid)) {
    out->Small("pid", id.pid);
    out->Small("tid", id.tid);
  }
  if (attr.has(encoder::kTime)) out->Big("time", id.time);
  if (attr.has(encoder::kId)) out->Big("id", id.id);
  if (attr.has(encoder::kStreamId)) out->Big("stream_id", id.stream_id);
  if (attr.has(encoder::kCpu)) out->Small("cpu", id.cpu);
  if (attr.has(encoder::kIdentifier)) out->Big("identifier", id.identifier);
  out->EndObject();
}

struct Context {
  const Attr& attr;
  uint16_t misc;
};

// ---- the bodies of the other records, each with its name

template <typename Body>
const char* NameOf(const Body&);
#define PERFC_NAME(TYPE, NAME)                              \
  template <>                                               \
  const char* NameOf<encoder::TYPE>(const encoder::TYPE&) { \
    return NAME;                                            \
  }
PERFC_NAME(Mmap, "MMAP")
PERFC_NAME(Lost, "LOST")
PERFC_NAME(Comm, "COMM")
PERFC_NAME(Exit, "EXIT")
PERFC_NAME(Throttle, "THROTTLE")
PERFC_NAME(Unthrottle, "UNTHROTTLE")
PERFC_NAME(Fork, "FORK")
PERFC_NAME(Read, "READ")
PERFC_NAME(Mmap2, "MMAP2")
PERFC_NAME(Aux, "AUX")
PERFC_NAME(ItraceStart, "ITRACE_START")
PERFC_NAME(LostSamples, "LOST_SAMPLES")
PERFC_NAME(Switch, "SWITCH")
PERFC_NAME(SwitchCpuWide, "SWITCH_CPU_WIDE")
PERFC_NAME(Namespaces, "NAMESPACES")
PERFC_NAME(Ksymbol, "KSYMBOL")
PERFC_NAME(BpfEvent, "BPF_EVENT")
PERFC_NAME(Cgroup, "CGROUP")
PERFC_NAME(TextPoke, "TEXT_POKE")
PERFC_NAME(AuxOutputHwId, "AUX_OUTPUT_HW_ID")
PERFC_NAME(CallchainDeferred, "CALLCHAIN_DEFERRED")
#undef PERFC_NAME

template <typename Body>
void PidTid(const Body& body, Sink* out) {
  out->Small("pid", body.pid);
  out->Small("tid", body.tid);
}

template <typename Body>
void Mapping(const Body& body, Sink* out) {
  PidTid(body, out);
  out->Big("addr", body.addr);
  out->Big("len", body.len);
  out->Big("pgoff", body.pgoff);
}

void DescribeBody(const encoder::Mmap& body, const Context&, Sink* out) {
  Mapping(body, out);
  Text("filename", body.filename, out);
}

void DescribeBody(const encoder::Lost& body, const Context&, Sink* out) {
  out->Big("id", body.id);
  out->Big("lost", body.lost);
}

void DescribeBody(const encoder::Comm& body, const Context&, Sink* out) {
  PidTid(body, out);
  Text("comm", body.comm, out);
}

template <uint32_t Type>
void DescribeBody(const encoder::Task<Type>& body, const Context&, Sink* out) {
  out->Small("pid", body.pid);
  out->Small("ppid", body.ppid);
  out->Small("tid", body.tid);
  out->Small("ptid", body.ptid);
  out->Big("time", body.time);
}

template <uint32_t Type>
void DescribeBody(const encoder::Rate<Type>& body, const Context&, Sink* out) {
  out->Big("time", body.time);
  out->Big("id", body.id);
  out->Big("stream_id", body.stream_id);
}

void DescribeBody(const encoder::Read& body, const Context& context,
                  Sink* out) {
  PidTid(body, out);
  DescribeRead(body.read, context.attr, out);
}

void DescribeBody(const encoder::Mmap2& body, const Context&, Sink* out) {
  Mapping(body, out);
  if (body.has_build_id) {
    out->Bytes("build_id", body.build_id.data(), body.build_id_size);
  } else {
    out->Small("maj", body.maj);
    out->Small("min", body.min);
    out->Big("ino", body.ino);
    out->Big("ino_generation", body.ino_generation);
  }
  out->Small("prot", body.prot);
  out->Small("flags", body.flags);
  Text("filename", body.filename, out);
}

void DescribeBody(const encoder::Aux& body, const Context&, Sink* out) {
  out->Big("aux_offset", body.aux_offset);
  out->Big("aux_size", body.aux_size);
  out->Big("flags", body.flags);
}

void DescribeBody(const encoder::ItraceStart& body, const Context&, Sink* out) {
  PidTid(body, out);
}

void DescribeBody(const encoder::LostSamples& body, const Context&, Sink* out) {
  out->Big("lost", body.lost);
}

void DescribeSwitch(const Context& context, Sink* out) {
  out->Small("out", context.misc >> 13 & 1);
  out->Small("preempted", context.misc >> 14 & 1);
}

void DescribeBody(const encoder::Switch&, const Context& context, Sink* out) {
  DescribeSwitch(context, out);
}

void DescribeBody(const encoder::SwitchCpuWide& body, const Context& context,
                  Sink* out) {
  DescribeSwitch(context, out);
  out->Small("next_prev_pid", body.next_prev_pid);
  out->Small("next_prev_tid", body.next_prev_tid);
}

void DescribeBody(const encoder::Namespaces& body, const Context&, Sink* out) {
  PidTid(body, out);
  out->BeginList("namespaces");
  for (const auto& link : body.links) {
    out->BeginObject(nullptr);
    out->Big("dev", link.first);
    out->Big("ino", link.second);
    out->EndObject();
  }
  out->EndList();
}

void DescribeBody(const encoder::Ksymbol& body, const Context&, Sink* out) {
  out->Big("addr", body.addr);
  out->Small("len", body.len);
  out->Small("ksym_type", body.ksym_type);
  out->Small("flags", body.flags);
  Text("name", body.name, out);
}

void DescribeBody(const encoder::BpfEvent& body, const Context&, Sink* out) {
  out->Small("bpf_type", body.type);
  out->Small("flags", body.flags);
  out->Small("id", body.id);
  out->Bytes("tag", body.tag.data(), body.tag.size());
}

void DescribeBody(const encoder::Cgroup& body, const Context&, Sink* out) {
  out->Big("id", body.id);
  Text("path", body.path, out);
}

void DescribeBody(const encoder::TextPoke& body, const Context&, Sink* out) {
  out->Big("addr", body.addr);
  Bytes("old_bytes", body.old_bytes, out);
  Bytes("new_bytes", body.new_bytes, out);
}

void DescribeBody(const encoder::AuxOutputHwId& body, const Context&,
                  Sink* out) {
  out->Big("hw_id", body.hw_id);
}

void DescribeBody(const encoder::CallchainDeferred& body, const Context&,
                  Sink* out) {
  out->Big("cookie", body.cookie);
  Words("callchain", body.ips, out);
}

// ---- whole records

struct Describer {
  const Case& from;
  const Record& record;
  Order order;
  Sink* out;

  const Attr& attr() const { return from.attrs[record.attr].attr; }

  void operator()(const Sample& sample) const {
    out->BeginObject(nullptr);
    Text("type", "SAMPLE", out);
    out->Small("misc", sample.misc);
    out->Small("attr", record.attr);
    Attr known = attr();
    uint64_t stop = 0;
    known.sample_type = Decodable(sample, attr(), &stop);
    DescribeHead(sample, known, out);
    DescribeMiddle(sample, known, out);
    DescribeTail(sample, known, out);
    if (known.sample_type != attr().sample_type || !sample.left_over.empty()) {
      Bytes("rest", Rest(sample, attr(), known, stop, order), out);
    }
    out->EndObject();
  }

  template <typename Body>
  void operator()(const Body& body) const {
    out->BeginObject(nullptr);
    Text("type", NameOf(body), out);
    out->Small("misc", record.misc);
    out->Small("attr", record.attr);
    DescribeBody(body, Context{attr(), record.misc}, out);
    DescribeTrailer(record.id, attr(), out);
    out->EndObject();
  }

  void operator()(const Unknown& unknown) const {
    out->BeginObject(nullptr);
    out->Small("type", unknown.type);
    out->Small("misc", record.misc);
    Bytes("body", unknown.body, out);
    out->EndObject();
  }

  void operator()(const Broken&) const {}
};

struct Encoder {
  const Case& from;
  const Record& record;
  Order order;

  const Attr& attr() const { return from.attrs[record.attr].attr; }

  encoder::Bytes operator()(const Sample& sample) const {
    return sample.Encode(attr(), order);
  }

  template <typename Body>
  encoder::Bytes operator()(const Body& body) const {
    return encoder::EncodeRecord(body, record.misc, record.id, attr(), order);
  }

  encoder::Bytes operator()(const Unknown& unknown) const {
    encoder::Writer out(order);
    encoder::BeginRecord(unknown.type, record.misc, &out);
    out.Raw(unknown.body);
    return encoder::FinishRecord(&out);
  }

  encoder::Bytes operator()(const Broken& broken) const { return broken.bytes; }
};

}  // namespace

encoder::Bytes Encode(const Case& from, const Record& record, Order order) {
  return std::visit(Encoder{from, record, order}, record.body);
}

void Describe(const Case& from, const Record& record, Order order, Sink* out) {
  if (record.error == nullptr) {
    std::visit(Describer{from, record, order, out}, record.body);
    return;
  }
  out->BeginObject(nullptr);
  Text("error", record.error, out);
  out->EndObject();
}

bool IsPartial(const Case& from, const Record& record) {
  const auto* sample = std::get_if<Sample>(&record.body);
  if (sample == nullptr) return std::holds_alternative<Unknown>(record.body);
  const Attr& attr = from.attrs[record.attr].attr;
  uint64_t stop = 0;
  return Decodable(*sample, attr, &stop) != attr.sample_type;
}

}  // namespace vectors
