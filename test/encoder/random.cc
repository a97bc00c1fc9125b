#include "test/encoder/random.h"

#include <vector>

namespace encoder {
namespace {

size_t CountBits(uint64_t mask) {
  size_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

Bytes RandomBytes(size_t size, Random *random) {
  Bytes bytes(size);
  for (uint8_t &byte : bytes) byte = random->U8();
  return bytes;
}

std::vector<uint64_t> RandomWords(size_t count, Random *random) {
  std::vector<uint64_t> words(count);
  for (uint64_t &word : words) word = random->U64();
  return words;
}

ReadFormat RandomRead(const Attr &attr, Random *random) {
  ReadFormat read;
  read.time_enabled = random->U64();
  read.time_running = random->U64();
  const bool group = attr.read_format & kFormatGroup;
  read.counters.resize(group ? random->Below(17) : 1);
  for (Counter &counter : read.counters) {
    counter = {random->U64(), random->U64(), random->U64()};
  }
  return read;
}

Branch RandomBranch(Random *random) {
  Branch branch;
  branch.from = random->U64();
  branch.to = random->U64();
  branch.mispred = random->Below(2);
  branch.predicted = random->Below(2);
  branch.in_tx = random->Below(2);
  branch.abort = random->Below(2);
  branch.cycles = random->U16();
  branch.type = random->Below(16);
  branch.spec = random->Below(4);
  branch.new_type = random->Below(16);
  branch.priv = random->Below(8);
  branch.reserved = random->U32() >> 1;
  return branch;
}

BranchStack RandomBranches(Random *random) {
  BranchStack stack;
  stack.taken = !random->OneIn(8);
  if (!stack.taken) return stack;
  stack.hw_idx = random->OneIn(4) ? ~uint64_t{0} : random->Below(32);
  stack.entries.resize(random->Below(33));
  for (Branch &branch : stack.entries) branch = RandomBranch(random);
  stack.counters = RandomWords(stack.entries.size(), random);
  return stack;
}

Registers RandomRegisters(uint64_t mask, Random *random) {
  Registers regs;
  regs.abi = random->Below(3);
  regs.values = RandomWords(CountBits(mask), random);
  return regs;
}

// Now and then as large as the kernel allows in a record of its own.
Bytes RandomStack(Random *random) {
  const size_t words = random->OneIn(64) ? 6000 : random->Below(40);
  return RandomBytes(words * 8, random);
}

uint64_t RandomMask(Random *random) {
  switch (random->Below(4)) {
    case 0:
      return 0;
    case 1:
      return random->U64() & random->U64() & random->U64();
    case 2:
      return uint64_t{1} << random->Below(64);
    default:
      return random->U64();
  }
}

void FillScalars(Sample *sample, Random *random) {
  sample->misc = random->U16();
  sample->identifier = random->U64();
  sample->ip = random->U64();
  sample->pid = random->U32();
  sample->tid = random->U32();
  sample->time = random->U64();
  sample->addr = random->U64();
  sample->id = random->U64();
  sample->stream_id = random->U64();
  sample->cpu = random->U32();
  sample->cpu_reserved = random->U32();
  sample->period = random->U64();
  sample->weight = random->U64();
  sample->weight_var1_dw = random->U32();
  sample->weight_var2_w = random->U16();
  sample->weight_var3_w = random->U16();
  sample->data_src = random->U64();
  sample->transaction = random->U64();
  sample->phys_addr = random->U64();
  sample->cgroup = random->U64();
  sample->data_page_size = random->U64();
  sample->code_page_size = random->U64();
}

}  // namespace

Attr AttrWith(uint64_t sample_type, Random *random) {
  Attr attr;
  attr.sample_type = sample_type;
  attr.read_format = random->Below(32);
  attr.precise_ip = random->Below(4);
  attr.branch_sample_type = kBranchAny;
  if (random->OneIn(2)) attr.branch_sample_type |= kBranchHwIndex;
  if (random->OneIn(2)) attr.branch_sample_type |= kBranchCounters;
  attr.sample_regs_user = RandomMask(random);
  attr.sample_regs_intr = RandomMask(random);
  if (random->OneIn(2)) attr.flags |= kFlagSampleIdAll;
  if (random->OneIn(2)) attr.sample_stack_user = 8192;
  return attr;
}

Attr RandomAttr(Random *random) {
  // Every field on average in half, one in eight, or seven in eight attrs.
  uint64_t sample_type = random->U64();
  if (random->OneIn(3)) sample_type &= random->U64() & random->U64();
  if (random->OneIn(3)) sample_type |= random->U64() | random->U64();
  sample_type &= kAllSampleBits;
  if (sample_type & kWeight) sample_type &= ~kWeightStruct;
  return AttrWith(sample_type, random);
}

Sample RandomSample(const Attr &attr, Random *random) {
  Sample sample;
  FillScalars(&sample, random);
  sample.read = RandomRead(attr, random);
  sample.callchain = RandomWords(random->Below(40), random);
  sample.raw = RandomBytes(4 + 8 * random->Below(20), random);
  sample.branches = RandomBranches(random);
  sample.user_regs = RandomRegisters(attr.sample_regs_user, random);
  sample.stack = RandomStack(random);
  sample.stack_dyn_size = random->Below(sample.stack.size() + 1);
  sample.intr_regs = RandomRegisters(attr.sample_regs_intr, random);
  sample.aux = RandomBytes(8 * random->Below(20), random);
  if (sample.IsCut(attr)) sample.stack = RandomBytes(8, random);
  return sample;
}

}  // namespace encoder
