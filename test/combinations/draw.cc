#include "test/combinations/draw.h"

#include <string>
#include <utility>

namespace combinations {
namespace {

using encoder::Attr;
using encoder::Sample;

constexpr uint16_t kSwitchOut = 0x2000;
constexpr uint16_t kBuildId = 0x4000;
// The bits of misc that no record type gives a meaning which shows.
constexpr uint16_t kPlainMisc = 0x9fff;
constexpr uint64_t kFlagBits = 40;

std::string DrawText(Random* random) {
  std::string text(random->Below(24), '\0');
  for (char& letter : text) {
    letter = static_cast<char>(1 + random->Below(255));
  }
  return text;
}

encoder::ReadFormat DrawRead(const Attr& attr, Random* random) {
  encoder::ReadFormat read;
  read.time_enabled = random->U64();
  read.time_running = random->U64();
  const bool group = attr.read_format & encoder::kFormatGroup;
  read.counters.resize(group ? random->Below(5) : 1);
  for (auto& counter : read.counters) {
    counter = {random->U64(), random->U64(), random->U64()};
  }
  return read;
}

encoder::Mmap2 DrawMmap2(Random* random) {
  encoder::Mmap2 body;
  body.pid = random->U32();
  body.tid = random->U32();
  body.addr = random->U64();
  body.len = random->U64();
  body.pgoff = random->U64();
  body.has_build_id = random->OneIn(2);
  body.build_id_size = static_cast<uint8_t>(random->Below(21));
  for (uint8_t& byte : body.build_id) byte = random->U8();
  body.maj = random->U32();
  body.min = random->U32();
  body.ino = random->U64();
  body.ino_generation = random->U64();
  body.prot = random->U32();
  body.flags = random->U32();
  body.filename = DrawText(random);
  return body;
}

encoder::Namespaces DrawNamespaces(Random* random) {
  encoder::Namespaces body{random->U32(), random->U32(), {}};
  for (size_t i = random->Below(9); i > 0; --i) {
    body.links.push_back({random->U64(), random->U64()});
  }
  return body;
}

template <typename Words>
void RerollOne(Words* values, Random* random) {
  if (values->empty()) return;
  (*values)[random->Below(values->size())] ^=
      static_cast<typename Words::value_type>(random->U64() | 1);
}

void RerollRead(encoder::ReadFormat* read, Random* random) {
  read->time_enabled = random->U64();
  read->time_running = random->U64();
  for (auto& counter : read->counters) {
    counter = {random->U64(), random->U64(), random->U64()};
  }
}

void RerollNumbers(Sample* sample, Random* random) {
  sample->ip = random->U64();
  sample->pid = random->U32();
  sample->tid = random->U32();
  sample->time = random->U64();
  sample->addr = random->U64();
  sample->stream_id = random->U64();
  sample->cpu = random->U32();
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

std::vector<uint64_t> DrawWords(size_t count, Random* random) {
  std::vector<uint64_t> words(count);
  for (uint64_t& word : words) word = random->U64();
  return words;
}

encoder::Bytes DrawBytes(size_t size, Random* random) {
  encoder::Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = random->U8();
  return bytes;
}

uint64_t DrawMask(Random* random) {
  switch (random->Below(4)) {
    case 0:
      return 0;
    case 1:
      return uint64_t{1} << random->Below(64);
    case 2:
      return ~uint64_t{0};
    default:
      return random->U64() & random->U64() & random->U64();
  }
}

size_t CountBits(uint64_t mask) {
  size_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

// id and identifier stay, because they may choose the attr.
Sample Reroll(const Sample& sample, Random* random) {
  Sample rolled = sample;
  RerollNumbers(&rolled, random);
  RerollRead(&rolled.read, random);
  RerollOne(&rolled.callchain, random);
  RerollOne(&rolled.raw, random);
  rolled.branches.hw_idx = random->U64();
  for (auto& branch : rolled.branches.entries) branch.from = random->U64();
  RerollOne(&rolled.branches.counters, random);
  RerollOne(&rolled.user_regs.values, random);
  RerollOne(&rolled.intr_regs.values, random);
  RerollOne(&rolled.stack, random);
  rolled.stack_dyn_size = random->Below(sample.stack.size() + 1);
  RerollOne(&rolled.aux, random);
  return rolled;
}

uint64_t DrawOtherFlags(Random* random) {
  const uint64_t precise_ip = uint64_t{3} << encoder::kPreciseIpBit;
  return random->U64() & ((uint64_t{1} << kFlagBits) - 1) &
         ~(precise_ip | encoder::kFlagSampleIdAll);
}

Record DrawSideband(uint32_t which, const Attr& attr, Random* random) {
  Record record;
  record.misc = random->U16() & kPlainMisc;
  record.id = {random->U32(),
               random->U32(),
               random->U64(),
               random->U64(),
               random->U64(),
               random->U32(),
               0,
               random->U64()};
  const auto u32 = [&] { return random->U32(); };
  const auto u64 = [&] { return random->U64(); };
  switch (which) {
    case 0:
      record.body =
          encoder::Mmap{u32(), u32(), u64(), u64(), u64(), DrawText(random)};
      break;
    case 1:
      record.body = encoder::Lost{u64(), u64()};
      break;
    case 2:
      record.body = encoder::Comm{u32(), u32(), DrawText(random)};
      break;
    case 3:
      record.body = encoder::Exit{u32(), u32(), u32(), u32(), u64()};
      break;
    case 4:
      record.body = encoder::Throttle{u64(), u64(), u64()};
      break;
    case 5:
      record.body = encoder::Unthrottle{u64(), u64(), u64()};
      break;
    case 6:
      record.body = encoder::Fork{u32(), u32(), u32(), u32(), u64()};
      break;
    case 7:
      record.body = encoder::Read{u32(), u32(), DrawRead(attr, random)};
      break;
    case 8: {
      encoder::Mmap2 body = DrawMmap2(random);
      if (body.has_build_id) record.misc |= kBuildId;
      // An event that asked for none may find another one's bit.
      if (!(attr.flags & encoder::kFlagBuildId)) body.has_build_id = false;
      record.body = body;
      break;
    }
    case 9:
      record.body = encoder::Aux{u64(), u64(), u64()};
      break;
    case 10:
      record.body = encoder::ItraceStart{u32(), u32()};
      break;
    case 11:
      record.body = encoder::LostSamples{u64()};
      break;
    case 12:
      record.misc |= random->U16() & (kSwitchOut | kBuildId);
      record.body = encoder::Switch{};
      break;
    case 13:
      record.misc |= random->U16() & (kSwitchOut | kBuildId);
      record.body = encoder::SwitchCpuWide{u32(), u32()};
      break;
    case 14:
      record.body = DrawNamespaces(random);
      break;
    case 15:
      record.body = encoder::Ksymbol{u64(), u32(), random->U16(), random->U16(),
                                     DrawText(random)};
      break;
    case 16: {
      encoder::BpfEvent body{random->U16(), random->U16(), u32(), {}};
      for (uint8_t& byte : body.tag) byte = random->U8();
      record.body = body;
      break;
    }
    case 17:
      record.body = encoder::Cgroup{u64(), DrawText(random)};
      break;
    case 18:
      record.body =
          encoder::TextPoke{u64(), DrawBytes(random->Below(20), random),
                            DrawBytes(random->Below(20), random)};
      break;
    case 19:
      record.body = encoder::AuxOutputHwId{u64()};
      break;
    default:
      record.body = encoder::CallchainDeferred{
          u64(), DrawWords(random->Below(30), random)};
  }
  return record;
}

void AddRun(const Sample& sample, uint32_t attr, size_t count, Random* random,
            Case* to) {
  for (size_t i = 0; i < count; ++i) {
    Record record;
    record.attr = attr;
    record.body = i == 0 ? sample : Reroll(sample, random);
    to->records.push_back(std::move(record));
  }
}

}  // namespace combinations
