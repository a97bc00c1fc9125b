#include "test/encoder/sample.h"

namespace encoder {
namespace {

// Allots bit-fields of a 64-bit word one after another, as a C compiler does.
class BitFields {
 public:
  explicit BitFields(Order order) : order_(order) {}

  BitFields &Field(uint64_t value, int width) {
    const int shift = order_ == Order::kLittle ? used_ : 64 - used_ - width;
    word_ |= (value & ((uint64_t{1} << width) - 1)) << shift;
    used_ += width;
    return *this;
  }
  uint64_t word() const { return word_; }

 private:
  Order order_;
  int used_ = 0;
  uint64_t word_ = 0;
};

void WriteCounter(const Counter &counter, const Attr &attr, Writer *out) {
  if (attr.read_format & kFormatId) out->U64(counter.id);
  if (attr.read_format & kFormatLost) out->U64(counter.lost);
}

void WriteTimes(const ReadFormat &read, const Attr &attr, Writer *out) {
  if (attr.read_format & kFormatEnabled) out->U64(read.time_enabled);
  if (attr.read_format & kFormatRunning) out->U64(read.time_running);
}

void WriteBranches(const BranchStack &stack, const Attr &attr, Writer *out) {
  out->U64(stack.entries.size());
  if (!stack.taken) return;
  if (attr.branch_sample_type & kBranchHwIndex) out->U64(stack.hw_idx);
  for (const Branch &branch : stack.entries) {
    out->U64(branch.from).U64(branch.to);
    out->U64(BranchFlags(branch, out->order()));
  }
  if (attr.branch_sample_type & kBranchCounters) out->U64s(stack.counters);
}

void WriteRegisters(const Registers &regs, Writer *out) {
  out->U64(regs.abi);
  if (regs.abi != 0) out->U64s(regs.values);
}

void WriteStack(const Sample &sample, const Attr &attr, Writer *out) {
  out->U64(sample.stack.size()).Raw(sample.stack);
  if (!sample.stack.empty()) out->U64(sample.stack_dyn_size);
  if (sample.IsCut(attr)) out->U64(0);
}

// A union of a u64 and three smaller numbers, declared the other way round on
// big-endian machines.
void WriteWeightStruct(const Sample &sample, Writer *out) {
  if (out->order() == Order::kLittle) {
    out->U32(sample.weight_var1_dw);
    out->U16(sample.weight_var2_w).U16(sample.weight_var3_w);
  } else {
    out->U16(sample.weight_var3_w).U16(sample.weight_var2_w);
    out->U32(sample.weight_var1_dw);
  }
}

void WriteFixedPart(const Sample &sample, const Attr &attr, Writer *out) {
  if (attr.has(kIdentifier)) out->U64(sample.identifier);
  if (attr.has(kIp)) out->U64(sample.ip);
  if (attr.has(kTid)) out->U32(sample.pid).U32(sample.tid);
  if (attr.has(kTime)) out->U64(sample.time);
  if (attr.has(kAddr)) out->U64(sample.addr);
  if (attr.has(kId)) out->U64(sample.id);
  if (attr.has(kStreamId)) out->U64(sample.stream_id);
  if (attr.has(kCpu)) out->U32(sample.cpu).U32(sample.cpu_reserved);
  if (attr.has(kPeriod)) out->U64(sample.period);
}

void WriteVariablePart(const Sample &sample, const Attr &attr, Writer *out) {
  if (attr.has(kRead)) WriteReadFormat(sample.read, attr, out);
  if (attr.has(kCallchain)) {
    out->U64(sample.callchain.size()).U64s(sample.callchain);
  }
  if (attr.has(kRaw)) {
    out->U32(static_cast<uint32_t>(sample.raw.size())).Raw(sample.raw);
  }
  if (attr.has(kBranchStack)) WriteBranches(sample.branches, attr, out);
  if (attr.has(kRegsUser)) WriteRegisters(sample.user_regs, out);
  if (attr.has(kStackUser)) WriteStack(sample, attr, out);
}

void WriteLastPart(const Sample &sample, const Attr &attr, Writer *out) {
  if (attr.has(kWeight)) out->U64(sample.weight);
  if (attr.has(kWeightStruct)) WriteWeightStruct(sample, out);
  if (attr.has(kDataSrc)) out->U64(sample.data_src);
  if (attr.has(kTransaction)) out->U64(sample.transaction);
  if (attr.has(kRegsIntr)) WriteRegisters(sample.intr_regs, out);
  if (attr.has(kPhysAddr)) out->U64(sample.phys_addr);
  if (attr.has(kCgroup)) out->U64(sample.cgroup);
  if (attr.has(kDataPageSize)) out->U64(sample.data_page_size);
  if (attr.has(kCodePageSize)) out->U64(sample.code_page_size);
  out->Raw(sample.unknown);
  if (attr.has(kAux)) out->U64(sample.aux.size()).Raw(sample.aux);
}

}  // namespace

uint64_t BranchFlags(const Branch &branch, Order order) {
  BitFields fields(order);
  fields.Field(branch.mispred, 1).Field(branch.predicted, 1);
  fields.Field(branch.in_tx, 1).Field(branch.abort, 1);
  fields.Field(branch.cycles, 16).Field(branch.type, 4);
  fields.Field(branch.spec, 2).Field(branch.new_type, 4);
  fields.Field(branch.priv, 3).Field(branch.reserved, 31);
  return fields.word();
}

void WriteReadFormat(const ReadFormat &read, const Attr &attr, Writer *out) {
  if (attr.read_format & kFormatGroup) {
    out->U64(read.counters.size());
    WriteTimes(read, attr, out);
    for (const Counter &counter : read.counters) {
      out->U64(counter.value);
      WriteCounter(counter, attr, out);
    }
  } else {
    out->U64(read.counters.at(0).value);
    WriteTimes(read, attr, out);
    WriteCounter(read.counters[0], attr, out);
  }
}

void BeginRecord(uint32_t type, uint16_t misc, Writer *out) {
  out->U32(type).U16(misc).U16(0);
}

Bytes FinishRecord(Writer *out) {
  out->SetU16(6, static_cast<uint16_t>(out->size()));
  return out->bytes();
}

bool Sample::IsCut(const Attr &attr) const {
  if (!attr.has(kStackUser) || !stack.empty()) return false;
  return attr.has(kRegsUser) ? user_regs.abi != 0 : attr.sample_stack_user == 0;
}

Bytes Sample::Encode(const Attr &attr, Order order) const {
  Writer out(order);
  BeginRecord(9, misc, &out);
  WriteFixedPart(*this, attr, &out);
  WriteVariablePart(*this, attr, &out);
  WriteLastPart(*this, attr, &out);
  if (IsCut(attr)) out.Resize(out.size() - 8);
  out.Raw(left_over);
  return FinishRecord(&out);
}

}  // namespace encoder
