#include "test/combinations/families.h"

#include <algorithm>
#include <utility>

namespace combinations {
namespace {

using encoder::Attr;
using encoder::Sample;

constexpr size_t kMostRecord = 65528;
constexpr size_t kRun = 3;

// PERF_CONTEXT_*: HV, KERNEL, USER, USER_DEFERRED, GUEST, GUEST_KERNEL,
// GUEST_USER.
constexpr int64_t kContexts[] = {-32, -128, -512, -640, -2048, -2176, -2560};
constexpr uint64_t kUser = static_cast<uint64_t>(-512);
constexpr uint64_t kKernel = static_cast<uint64_t>(-128);
constexpr uint64_t kUserDeferred = static_cast<uint64_t>(-640);

Case CaseOf(const char* name, const Attr& attr) {
  Case made;
  made.name = name;
  made.attrs.push_back({attr, {}});
  return made;
}

// The attr's records: a run of the sample, and one of another shape behind it.
void VisitRun(const char* name, const Attr& attr, const Sample& sample,
              Random* random, const Visit& visit) {
  Case made = CaseOf(name, attr);
  AddRun(sample, 0, kRun, random, &made);
  visit(made);
}

Attr AttrOf(uint64_t sample_type, Random* random) {
  Attr attr = encoder::AttrWith(sample_type, random);
  attr.flags |= DrawOtherFlags(random);
  attr.config = random->U64();
  return attr;
}

}  // namespace

void FieldsAndPairs(Random* random, const Visit& visit) {
  for (uint64_t first = 0; first < encoder::kSampleBits; ++first) {
    for (uint64_t second = first; second < encoder::kSampleBits; ++second) {
      const uint64_t type = uint64_t{1} << first | uint64_t{1} << second;
      if (type == (encoder::kWeight | encoder::kWeightStruct)) continue;
      for (int i = 0; i < 4; ++i) {
        const Attr attr = AttrOf(type, random);
        VisitRun(first == second ? "field" : "pair", attr,
                 encoder::RandomSample(attr, random), random, visit);
      }
    }
  }
}

void ReadFormats(Random* random, const Visit& visit) {
  for (uint64_t format = 0; format <= encoder::kAllFormats; ++format) {
    const bool group = format & encoder::kFormatGroup;
    for (size_t size = group ? 0 : 1; size <= (group ? 16u : 1u); ++size) {
      for (uint64_t around : {uint64_t{0}, encoder::kPeriod | encoder::kRaw}) {
        Attr attr = AttrOf(encoder::kRead | around, random);
        attr.read_format = format;
        Sample sample = encoder::RandomSample(attr, random);
        sample.read.counters.resize(size);
        VisitRun("read_format", attr, sample, random, visit);
      }
    }
  }
}

namespace {

// Each bit-field of an entry at its largest, the others 0.
std::vector<encoder::Branch> ExtremeBranches() {
  std::vector<encoder::Branch> branches(11);
  branches[1].mispred = 1;
  branches[2].predicted = 1;
  branches[3].in_tx = 1;
  branches[4].abort = 1;
  branches[5].cycles = 0xffff;
  branches[6].type = 15;
  branches[7].spec = 3;
  branches[8].new_type = 15;
  branches[9].priv = 7;
  branches[10].reserved = 0x7fffffff;
  return branches;
}

}  // namespace

void BranchOptions(Random* random, const Visit& visit) {
  for (uint64_t option = 0; option < 4; ++option) {
    for (size_t entries : {0, 0, 0, 0, 1, 2, 11, 16, 32, 64}) {
      Attr attr = AttrOf(
          encoder::kBranchStack | encoder::kIp | encoder::kCgroup, random);
      attr.branch_sample_type = encoder::kBranchAny |
                                (option & 1 ? encoder::kBranchHwIndex : 0) |
                                (option & 2 ? encoder::kBranchCounters : 0);
      Sample sample = encoder::RandomSample(attr, random);
      sample.branches.taken = entries != 0 || random->OneIn(2);
      sample.branches.entries.resize(entries);
      if (entries == 11) sample.branches.entries = ExtremeBranches();
      sample.branches.counters = DrawWords(entries, random);
      VisitRun("branch_option", attr, sample, random, visit);
    }
  }
}

void Registers(Random* random, const Visit& visit) {
  std::vector<uint64_t> masks = {0, ~uint64_t{0}, 0xff0fff, 0x8000000000000001};
  for (int bit = 0; bit < 64; ++bit) masks.push_back(uint64_t{1} << bit);
  for (uint64_t mask : masks) {
    for (uint64_t abi = 0; abi <= 2; ++abi) {
      for (uint64_t which :
           {encoder::kRegsUser, encoder::kRegsIntr,
            encoder::kRegsUser | encoder::kRegsIntr | encoder::kCgroup}) {
        Attr attr = AttrOf(which, random);
        attr.sample_regs_user = mask;
        attr.sample_regs_intr = random->OneIn(2) ? mask : DrawMask(random);
        Sample sample = encoder::RandomSample(attr, random);
        sample.user_regs = {abi, DrawWords(CountBits(mask), random)};
        sample.intr_regs = {
            random->OneIn(2) ? abi : random->Below(3),
            DrawWords(CountBits(attr.sample_regs_intr), random)};
        VisitRun("registers", attr, sample, random, visit);
      }
    }
  }
}

void Weights(Random* random, const Visit& visit) {
  for (uint64_t which : {encoder::kWeight, encoder::kWeightStruct}) {
    for (uint64_t value : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
      const Attr attr = AttrOf(which | encoder::kDataSrc, random);
      Sample sample = encoder::RandomSample(attr, random);
      sample.weight = value;
      sample.weight_var1_dw = static_cast<uint32_t>(value);
      sample.weight_var2_w = static_cast<uint16_t>(value);
      sample.weight_var3_w = static_cast<uint16_t>(value >> 1);
      VisitRun("weight", attr, sample, random, visit);
    }
  }
}

namespace {

void VisitChain(std::vector<uint64_t> chain, Random* random,
                const Visit& visit) {
  const Attr attr = AttrOf(encoder::kCallchain, random);
  Sample sample = encoder::RandomSample(attr, random);
  sample.callchain = std::move(chain);
  VisitRun("callchain", attr, sample, random, visit);
}

}  // namespace

void Callchains(Random* random, const Visit& visit) {
  for (size_t length = 0; length <= 127; ++length) {
    VisitChain(DrawWords(length, random), random, visit);
  }
  for (size_t length :
       {size_t{1024}, (kMostRecord - 16) / 8 - 1, (kMostRecord - 16) / 8}) {
    VisitChain(DrawWords(length, random), random, visit);
  }
  for (int64_t context : kContexts) {
    std::vector<uint64_t> chain = DrawWords(5, random);
    chain.insert(chain.begin(), static_cast<uint64_t>(context));
    VisitChain(chain, random, visit);
    VisitChain({static_cast<uint64_t>(context)}, random, visit);
  }
  VisitChain({kKernel, 0xffffffff81000000, kUser, 0x401000, 0x402000}, random,
             visit);
  // The cookie of the chain that comes later.
  VisitChain({kKernel, 0xffffffff81000000, kUserDeferred, random->U64()},
             random, visit);
}

void RawSizes(Random* random, const Visit& visit) {
  std::vector<size_t> sizes;
  for (size_t size = 4; size <= 260; size += 8) sizes.push_back(size);
  sizes.insert(sizes.end(), {32764, kMostRecord - 20, kMostRecord - 12});
  for (size_t size : sizes) {
    const uint64_t after = size < 30000 ? encoder::kWeight | encoder::kAux : 0;
    const Attr attr = AttrOf(encoder::kRaw | after, random);
    Sample sample = encoder::RandomSample(attr, random);
    sample.raw = DrawBytes(size, random);
    VisitRun("raw", attr, sample, random, visit);
  }
}

void Stacks(Random* random, const Visit& visit) {
  constexpr size_t kFull = kMostRecord - 24;
  std::vector<size_t> sizes;
  for (size_t size = 0; size <= 256; size += 8) sizes.push_back(size);
  sizes.insert(sizes.end(), {32768, kFull - 8, kFull});
  for (size_t size : sizes) {
    for (size_t dyn_size : {size_t{0}, size / 2, size}) {
      const uint64_t after =
          size < 30000 && random->OneIn(2) ? encoder::kTransaction : 0;
      const Attr attr = AttrOf(encoder::kStackUser | after, random);
      Sample sample = encoder::RandomSample(attr, random);
      sample.stack = DrawBytes(size, random);
      sample.stack_dyn_size = dyn_size;
      VisitRun("stack", attr, sample, random, visit);
    }
  }
}

void AuxSizes(Random* random, const Visit& visit) {
  for (size_t size :
       {size_t{0}, size_t{8}, size_t{16}, size_t{1000}, kMostRecord - 16}) {
    const Attr attr = AttrOf(encoder::kAux, random);
    Sample sample = encoder::RandomSample(attr, random);
    sample.aux = DrawBytes(size, random);
    VisitRun("aux", attr, sample, random, visit);
  }
}

void Trailers(Random* random, const Visit& visit) {
  constexpr uint64_t kFields[] = {encoder::kTid, encoder::kTime,
                                  encoder::kId,  encoder::kStreamId,
                                  encoder::kCpu, encoder::kIdentifier};
  for (uint64_t subset = 0; subset < 64; ++subset) {
    uint64_t type = random->OneIn(2) ? encoder::kIp : 0;
    for (size_t i = 0; i < 6; ++i) {
      if (subset >> i & 1) type |= kFields[i];
    }
    for (uint64_t trailer : {uint64_t{0}, encoder::kFlagSampleIdAll}) {
      Attr attr = AttrOf(type, random);
      attr.flags = (attr.flags & ~encoder::kFlagSampleIdAll) | trailer;
      Case made = CaseOf("trailer", attr);
      for (uint32_t which = 0; which < kSidebandTypes; ++which) {
        made.records.push_back(DrawSideband(which, attr, random));
      }
      visit(made);
    }
  }
}

namespace {

// Gives the record the id of its attr, at every place where one may be.
void SetId(const Case& of, uint64_t id, Record* record) {
  if (of.attrs.size() == 1) return;
  if (auto* sample = std::get_if<Sample>(&record->body)) {
    sample->id = sample->identifier = id;
  }
  record->id.id = record->id.identifier = id;
}

uint64_t AnIdOf(const vectors::AttrWithIds& attr, Random* random) {
  return attr.ids[random->Below(attr.ids.size())];
}

// Attrs whose records can be told apart, each with ids of its own.
std::vector<vectors::AttrWithIds> DrawAttrs(size_t count, Random* random) {
  std::vector<vectors::AttrWithIds> attrs;
  const bool by_identifier = random->OneIn(2);
  // What lies before the id in samples and behind it in trailers is common.
  const uint64_t before = encoder::kIdentifier | encoder::kIp | encoder::kTid |
                          encoder::kTime | encoder::kAddr | encoder::kId |
                          encoder::kStreamId | encoder::kCpu;
  const uint64_t common =
      (random->U64() & before & ~encoder::kIdentifier) | encoder::kId;
  uint64_t next_id = 1 + random->Below(1000);
  for (size_t i = 0; i < count; ++i) {
    Attr attr = encoder::RandomAttr(random);
    attr.flags |= DrawOtherFlags(random);
    if (count > 1) {
      attr.flags |= encoder::kFlagSampleIdAll;
      attr.sample_type = by_identifier ? attr.sample_type | encoder::kIdentifier
                                       : (attr.sample_type & ~before) | common;
    }
    vectors::AttrWithIds made{attr, {}};
    for (uint64_t k = count > 1 ? 1 + random->Below(3) : 0; k > 0; --k) {
      made.ids.push_back(next_id++);
    }
    attrs.push_back(std::move(made));
  }
  return attrs;
}

Record DrawOther(const Case& of, uint32_t attr, Random* random) {
  Record record =
      DrawSideband(static_cast<uint32_t>(random->Below(kSidebandTypes)),
                   of.attrs[attr].attr, random);
  record.attr = attr;
  return record;
}

struct Shape {
  uint32_t attr;
  Sample sample;
};

std::vector<Shape> DrawShapes(const Case& of, size_t count, Random* random) {
  std::vector<Shape> shapes;
  for (size_t i = 0; i < count; ++i) {
    const auto attr = static_cast<uint32_t>(random->Below(of.attrs.size()));
    shapes.push_back(
        {attr, encoder::RandomSample(of.attrs[attr].attr, random)});
    shapes.back().sample.cpu_reserved = 0;
  }
  return shapes;
}

// In runs, in turns, or each once.
void Arrange(const std::vector<Shape>& shapes, Random* random, Case* to) {
  switch (random->Below(3)) {
    case 0:
      for (const Shape& shape : shapes) {
        AddRun(shape.sample, shape.attr, 1 + random->Below(3), random, to);
      }
      break;
    case 1:
      for (int i = 0; i < 2; ++i) {
        for (const Shape& shape : shapes) {
          AddRun(shape.sample, shape.attr, 1, random, to);
        }
      }
      break;
    default:
      for (const Shape& shape : shapes) {
        AddRun(shape.sample, shape.attr, 1, random, to);
      }
  }
}

// As the perf tool writes records itself: with id 0, of the default attr if there
// is one.
Record DrawSynthesized(Random* random, Case* of) {
  const auto attr = static_cast<uint32_t>(random->Below(of->attrs.size()));
  // What misc says of build ids is true of them.
  Attr perfs = of->attrs[attr].attr;
  perfs.flags |= encoder::kFlagBuildId;
  Record record = DrawSideband(
      static_cast<uint32_t>(random->Below(kSidebandTypes)), perfs, random);
  record.attr = attr;
  if (random->OneIn(2)) {
    of->default_attr = attr;
  } else {
    record.error = "EKEYREJECTED";
  }
  SetId(*of, 0, &record);
  return record;
}

}  // namespace

void SeveralAttrs(Random* random, const Visit& visit) {
  for (size_t count = 2; count <= 9; ++count) {
    for (int i = 0; i < 20; ++i) {
      Case made;
      made.name = "several_attrs";
      made.attrs = DrawAttrs(count, random);
      Arrange(DrawShapes(made, 2 * count, random), random, &made);
      for (uint32_t attr = 0; attr < count; ++attr) {
        made.records.push_back(DrawOther(made, attr, random));
      }
      for (Record& record : made.records) {
        SetId(made, AnIdOf(made.attrs[record.attr], random), &record);
      }
      // Of an event that the plan doesn't know.
      Record stranger = made.records[random->Below(made.records.size())];
      SetId(made, 1 << 20, &stranger);
      stranger.error = "ENOKEY";
      made.records.push_back(stranger);
      made.records.push_back(DrawSynthesized(random, &made));
      std::rotate(
          made.records.rbegin(), made.records.rbegin() + 1,
          made.records.rbegin() +
              static_cast<ptrdiff_t>(1 + random->Below(made.records.size())));
      visit(made);
    }
  }
}

void Unknowns(Random* random, const Visit& visit) {
  for (int bit : {25, 26, 40, 63}) {
    for (size_t bytes : {0, 8, 64}) {
      Attr attr = encoder::RandomAttr(random);
      attr.sample_type |= uint64_t{1} << bit;
      Sample sample = encoder::RandomSample(attr, random);
      sample.unknown = DrawBytes(bytes, random);
      sample.branches.taken = true;  // The length doesn't tell here.
      VisitRun("unknown_bit", attr, sample, random, visit);
    }
  }
  for (uint64_t abi : {uint64_t{4}, uint64_t{7}, uint64_t{1} << 63}) {
    for (uint64_t which : {encoder::kRegsUser, encoder::kRegsIntr}) {
      const Attr attr = AttrOf(
          encoder::kIp | encoder::kWeight | encoder::kCgroup | which, random);
      Sample sample = encoder::RandomSample(attr, random);
      sample.user_regs.abi = sample.intr_regs.abi = abi;
      VisitRun("unknown_abi", attr, sample, random, visit);
    }
  }
  Attr attr = AttrOf(encoder::kIp | encoder::kRead | encoder::kRaw, random);
  attr.read_format = encoder::kAllFormats + 1;
  VisitRun("unknown_format", attr, encoder::RandomSample(attr, random), random,
           visit);
  for (uint32_t type : {23u, 64u, 0u, 0xffffffffu}) {
    Case made = CaseOf("unknown_type", AttrOf(encoder::kIp, random));
    made.attrs[0].attr.flags &= ~encoder::kFlagSampleIdAll;
    for (size_t words : {0, 1, 9}) {
      Record record;
      record.misc = random->U16();
      record.body = vectors::Unknown{type, DrawBytes(8 * words, random)};
      made.records.push_back(record);
    }
    visit(made);
  }
}

void LeftOver(Random* random, const Visit& visit) {
  for (int i = 0; i < 400; ++i) {
    const Attr attr =
        i < 25 ? AttrOf(uint64_t{1} << i, random) : encoder::RandomAttr(random);
    Sample sample = encoder::RandomSample(attr, random);
    sample.branches.taken = true;  // The length doesn't tell here.
    sample.left_over = DrawBytes(8 * (1 + random->Below(4)), random);
    VisitRun("left_over", attr, sample, random, visit);
  }
}

void EmptyStacks(Random* random, const Visit& visit) {
  for (uint32_t asked : {0u, 8192u}) {
    for (uint64_t regs : {uint64_t{0}, encoder::kRegsUser}) {
      for (int i = 0; i < 100; ++i) {
        Attr attr = AttrOf(encoder::kIp | encoder::kStackUser, random);
        for (uint64_t bit = encoder::kStackUser; bit <= encoder::kWeightStruct;
             bit <<= 1) {
          if (random->OneIn(3)) attr.sample_type |= bit;
        }
        attr.sample_type &= ~(encoder::kIdentifier | encoder::kWeightStruct);
        attr.sample_type |= regs;
        attr.sample_stack_user = asked;
        Sample sample = encoder::RandomSample(attr, random);
        sample.stack.clear();
        sample.branches.taken = true;
        VisitRun("empty_stack", attr, sample, random, visit);
      }
    }
  }
}

Case RandomCase(Random* random, uint64_t* drawn) {
  Case made;
  made.name = "random";
  const size_t attrs = random->OneIn(4) ? 2 + random->Below(3) : 1;
  made.attrs = DrawAttrs(attrs, random);
  const size_t shapes = 1 + random->Below(3);
  Arrange(DrawShapes(made, shapes, random), random, &made);
  *drawn += shapes;
  if (random->OneIn(2)) {
    const auto attr = static_cast<uint32_t>(random->Below(attrs));
    const auto at = static_cast<ptrdiff_t>(random->Below(made.records.size()));
    made.records.insert(made.records.begin() + at,
                        DrawOther(made, attr, random));
    ++*drawn;
  }
  for (Record& record : made.records) {
    if (attrs == 1) break;
    SetId(made, AnIdOf(made.attrs[record.attr], random), &record);
  }
  return made;
}

}  // namespace combinations
