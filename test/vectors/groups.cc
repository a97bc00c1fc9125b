#include "test/vectors/groups.h"

#include <cstring>
#include <utility>

#include "test/combinations/draw.h"
#include "test/combinations/families.h"
#include "test/encoder/random.h"
#include "test/vectors/container.h"
#include "test/vectors/sink.h"

namespace vectors {
namespace {

using combinations::CountBits;
using combinations::DrawBytes;
using combinations::DrawSideband;
using combinations::DrawWords;
using encoder::Attr;
using encoder::Order;
using encoder::Random;
using encoder::Sample;

constexpr uint64_t kSeed = 20260119;
constexpr uint64_t kFewRegisters = 0x1100;
constexpr Order kOrders[] = {Order::kLittle, Order::kBig};

Attr SmallAttr(uint64_t sample_type, Random* random) {
  Attr attr = encoder::AttrWith(sample_type, random);
  attr.sample_regs_user = kFewRegisters;
  attr.sample_regs_intr = kFewRegisters >> 1;
  return attr;
}

template <typename Words>
void Shorten(size_t most, Words* words) {
  if (words->size() > most) words->resize(most);
}

Sample SmallSample(const Attr& attr, Random* random) {
  Sample sample = encoder::RandomSample(attr, random);
  Shorten(3, &sample.read.counters);
  Shorten(4, &sample.callchain);
  Shorten(12, &sample.raw);
  Shorten(2, &sample.branches.entries);
  Shorten(2, &sample.branches.counters);
  Shorten(16, &sample.stack);
  sample.stack_dyn_size = random->Below(sample.stack.size() + 1);
  Shorten(8, &sample.aux);
  sample.cpu_reserved = 0;
  return sample;
}

Case CaseOf(std::string name, const Attr& attr) {
  Case made;
  made.name = std::move(name);
  made.attrs.push_back({attr, {}});
  return made;
}

// Two records, because a decoder of columns may treat the second one otherwise.
void AddTwo(std::string name, const Attr& attr, const Sample& sample,
            Order order, Random* random, Group* to) {
  Case made = CaseOf(std::move(name), attr);
  combinations::AddRun(sample, 0, 2, random, &made);
  to->cases.push_back({std::move(made), order});
}

void AddTwoInBoth(const std::string& name, const Attr& attr,
                  const Sample& sample, Random* random, Group* to) {
  for (Order order : kOrders) AddTwo(name, attr, sample, order, random, to);
}

Group Fields(Random* random) {
  Group group{"fields", {}};
  for (uint64_t bit = 0; bit < encoder::kSampleBits; ++bit) {
    const Attr attr = SmallAttr(uint64_t{1} << bit, random);
    AddTwoInBoth("field " + std::to_string(bit), attr,
                 SmallSample(attr, random), random, &group);
  }
  return group;
}

Group Pairs(Random* random) {
  Group group{"pairs", {}};
  for (uint64_t a = 0; a < encoder::kSampleBits; ++a) {
    for (uint64_t b = a + 1; b < encoder::kSampleBits; ++b) {
      const uint64_t type = uint64_t{1} << a | uint64_t{1} << b;
      if (type == (encoder::kWeight | encoder::kWeightStruct)) continue;
      const Attr attr = SmallAttr(type, random);
      Case made = CaseOf(
          "fields " + std::to_string(a) + " and " + std::to_string(b), attr);
      combinations::AddRun(SmallSample(attr, random), 0, 1, random, &made);
      group.cases.push_back({std::move(made), kOrders[(a + b) % 2]});
    }
  }
  return group;
}

Group ReadFormats(Random* random) {
  Group group{"read_formats", {}};
  for (uint64_t format = 0; format <= encoder::kAllFormats; ++format) {
    const bool of_group = format & encoder::kFormatGroup;
    const std::vector<size_t> sizes =
        of_group ? std::vector<size_t>{0, 1, 3, 16} : std::vector<size_t>{1};
    for (size_t size : sizes) {
      Attr attr = SmallAttr(encoder::kRead | encoder::kPeriod, random);
      attr.read_format = format;
      Sample sample = SmallSample(attr, random);
      sample.read.counters.resize(size);
      AddTwo("format " + std::to_string(format) + ", " + std::to_string(size) +
                 " values",
             attr, sample, kOrders[(format + size) % 2], random, &group);
    }
  }
  return group;
}

Group Branches(Random* random) {
  Group group{"branches", {}};
  combinations::BranchOptions(random, [&](const Case& made) {
    const auto& sample = std::get<Sample>(made.records[0].body);
    const size_t entries = sample.branches.entries.size();
    if (entries > 11) return;
    const bool extremes = entries == 11;
    Attr attr = made.attrs[0].attr;
    AddTwoInBoth(std::to_string(entries) + " branches, option " +
                     std::to_string(attr.branch_sample_type >> 17),
                 attr, sample, random, &group);
    // Of these one record is enough.
    if (!extremes) return;
    for (size_t i = group.cases.size() - 2; i < group.cases.size(); ++i) {
      group.cases[i].from.records.resize(1);
    }
  });
  return group;
}

Group Registers(Random* random) {
  Group group{"registers", {}};
  for (uint64_t mask : {uint64_t{0}, uint64_t{1} << 8, uint64_t{0xff0fff},
                        uint64_t{0x8000000000000001}, ~uint64_t{0}}) {
    for (uint64_t abi = 0; abi <= 2; ++abi) {
      Attr attr = SmallAttr(
          encoder::kRegsUser | encoder::kRegsIntr | encoder::kCgroup, random);
      attr.sample_regs_user = attr.sample_regs_intr = mask;
      Sample sample = SmallSample(attr, random);
      sample.user_regs = {abi, DrawWords(CountBits(mask), random)};
      sample.intr_regs = {2 - abi, DrawWords(CountBits(mask), random)};
      AddTwo("mask " + std::to_string(mask) + ", abi " + std::to_string(abi),
             attr, sample, kOrders[abi % 2], random, &group);
    }
  }
  return group;
}

void AddChain(const std::string& name, std::vector<uint64_t> chain,
              Random* random, Group* to) {
  const Attr attr = SmallAttr(encoder::kCallchain | encoder::kIp, random);
  Sample sample = SmallSample(attr, random);
  sample.callchain = std::move(chain);
  AddTwoInBoth(name, attr, sample, random, to);
}

Group Callchains(Random* random) {
  Group group{"callchains", {}};
  for (size_t length : {0, 1, 2, 127}) {
    AddChain(std::to_string(length) + " entries", DrawWords(length, random),
             random, &group);
  }
  // PERF_CONTEXT_HV, KERNEL, USER, USER_DEFERRED and the GUEST ones.
  for (int64_t context : {-32, -128, -512, -640, -2048, -2176, -2560}) {
    std::vector<uint64_t> chain = DrawWords(2, random);
    chain.insert(chain.begin() + 1, static_cast<uint64_t>(context));
    AddChain("context " + std::to_string(context), chain, random, &group);
  }
  return group;
}

void AddSized(const std::string& name, uint64_t field, size_t size,
              Random* random, Group* to) {
  const Attr attr = SmallAttr(field, random);
  Sample sample = SmallSample(attr, random);
  encoder::Bytes* bytes = field == encoder::kRaw         ? &sample.raw
                          : field == encoder::kStackUser ? &sample.stack
                                                         : &sample.aux;
  *bytes = DrawBytes(size, random);
  sample.stack_dyn_size = sample.stack.size() / 2;
  Case made = CaseOf(name + " of " + std::to_string(size) + " bytes", attr);
  combinations::AddRun(sample, 0, size < 1000 ? 2 : 1, random, &made);
  to->cases.push_back({std::move(made), kOrders[size / 8 % 2]});
}

Group Sizes(Random* random) {
  Group group{"sizes", {}};
  for (size_t size : {4, 12, 20, 28, 100, 1004}) {
    AddSized("raw", encoder::kRaw, size, random, &group);
  }
  for (size_t size : {0, 8, 16, 64, 256, 65504}) {
    AddSized("stack", encoder::kStackUser, size, random, &group);
  }
  for (size_t size : {0, 8, 16, 520}) {
    AddSized("aux", encoder::kAux, size, random, &group);
  }
  return group;
}

Group Weights(Random* random) {
  Group group{"weights", {}};
  combinations::Weights(random, [&](const Case& made) {
    AddTwoInBoth("weight", made.attrs[0].attr,
                 std::get<Sample>(made.records[0].body), random, &group);
  });
  return group;
}

// Every other record type, twice, so that both forms of MMAP2 and of the SWITCH
// records are among them.
Group Records(Random* random) {
  Group group{"records", {}};
  for (uint64_t trailer : {uint64_t{0}, encoder::kFlagSampleIdAll}) {
    Attr attr =
        SmallAttr(encoder::kTid | encoder::kTime | encoder::kId |
                      encoder::kStreamId | encoder::kCpu | encoder::kIdentifier,
                  random);
    attr.flags = trailer ? trailer | encoder::kFlagBuildId : 0;
    Case made = CaseOf(trailer ? "with trailer" : "without trailer", attr);
    for (uint32_t i = 0; i < 2 * combinations::kSidebandTypes; ++i) {
      made.records.push_back(
          DrawSideband(i % combinations::kSidebandTypes, attr, random));
    }
    for (Order order : kOrders) group.cases.push_back({made, order});
  }
  return group;
}

Group Trailers(Random* random) {
  Group group{"trailers", {}};
  combinations::Trailers(random, [&](const Case& made) {
    if (!(made.attrs[0].attr.flags & encoder::kFlagSampleIdAll)) return;
    Case one = made;
    const size_t which = group.cases.size() % one.records.size();
    one.records = {made.records[which]};
    one.name = "type " + std::to_string(made.attrs[0].attr.sample_type);
    group.cases.push_back({std::move(one), kOrders[group.cases.size() % 2]});
  });
  return group;
}

void SetId(uint64_t id, Record* record) {
  record->id.id = record->id.identifier = id;
  if (auto* sample = std::get_if<Sample>(&record->body)) {
    sample->id = sample->identifier = id;
  }
}

// A sample and a side-band record of the attr, with this id.
void AddWithId(uint64_t id, uint32_t attr, const char* error, Random* random,
               Case* to) {
  Record sample;
  sample.body = SmallSample(to->attrs[attr].attr, random);
  for (Record record :
       {sample, DrawSideband(attr, to->attrs[attr].attr, random)}) {
    record.attr = attr;
    record.error = error;
    SetId(id, &record);
    to->records.push_back(record);
  }
}

// Records of an id that no attr has, between others.
void AddStrangers(const Case& from, Random* random, Group* to) {
  Case made = from;
  made.name += ", one of nobody's";
  Record stranger = made.records[0];
  stranger.error = "ENOKEY";
  SetId(99, &stranger);
  made.records.insert(made.records.begin() + 1, stranger);
  to->cases.push_back({made, Order::kLittle});
  made = from;
  made.name += ", id 0 without a default";
  AddWithId(0, 1, "EKEYREJECTED", random, &made);
  to->cases.push_back({made, Order::kLittle});
  made = from;
  made.name += ", id 0 of attr 2";
  made.default_attr = 2;
  AddWithId(0, 2, nullptr, random, &made);
  for (Order order : kOrders) to->cases.push_back({made, order});
}

// What the attrs lack for it: any id, or a trailer for READ.
void AddNotToBeToldApart(Random* random, Group* to) {
  Case made;
  made.name = "no id";
  for (uint64_t id : {1, 2}) {
    Attr attr = SmallAttr(encoder::kIp | encoder::kTid, random);
    attr.flags = encoder::kFlagSampleIdAll;
    made.attrs.push_back({attr, {id}});
  }
  AddWithId(1, 0, "ENOTUNIQ", random, &made);
  to->cases.push_back({made, Order::kLittle});
  made.name = "READ without a trailer";
  made.records.clear();
  for (AttrWithIds& one : made.attrs) {
    one.attr.sample_type |= encoder::kIdentifier;
    one.attr.flags = 0;
    one.attr.read_format = one.ids[0];
  }
  Record read;
  read.body = encoder::Read{1, 2, {}};
  read.error = "ENOTUNIQ";
  Record comm;
  comm.body = encoder::Comm{3, 4, "sh"};
  made.records = {comm, read, comm};
  to->cases.push_back({made, Order::kLittle});
}

// Two of each: matched by IDENTIFIER, and by ID.
Group SeveralAttrs(Random* random) {
  Group group{"several_attrs", {}};
  for (uint64_t by : {encoder::kIdentifier, encoder::kId}) {
    Case made;
    made.name = by == encoder::kId ? "by ID" : "by IDENTIFIER";
    for (uint64_t i = 0; i < 3; ++i) {
      const uint64_t own = i == 0   ? encoder::kCallchain
                           : i == 1 ? encoder::kRead | encoder::kWeight
                                    : 0;
      Attr attr = SmallAttr(by | encoder::kIp | encoder::kTid | own, random);
      attr.flags = encoder::kFlagSampleIdAll;
      made.attrs.push_back({attr, {10 + i, 20 + i}});
    }
    for (uint32_t i = 0; i < 9; ++i) {
      Record record;
      record.attr = i < 6 ? i % 3 : i - 6;
      const vectors::AttrWithIds& attr = made.attrs[record.attr];
      const uint64_t id = attr.ids[i / 3 % 2];
      if (i < 6) {
        record.body = SmallSample(attr.attr, random);
      } else {
        record = DrawSideband(i, attr.attr, random);
        record.attr = i - 6;
      }
      SetId(id, &record);
      made.records.push_back(record);
    }
    for (Order order : kOrders) group.cases.push_back({made, order});
    AddStrangers(made, random, &group);
  }
  AddNotToBeToldApart(random, &group);
  return group;
}

// Bits, formats, ABIs and types that this version doesn't know.
Group Unknowns(Random* random) {
  Group group{"unknowns", {}};
  for (int bit : {25, 63}) {
    Attr attr =
        SmallAttr(encoder::kIp | encoder::kCallchain | encoder::kAux, random);
    attr.sample_type |= uint64_t{1} << bit;
    Sample sample = SmallSample(attr, random);
    sample.unknown = DrawBytes(16, random);
    AddTwoInBoth("sample bit " + std::to_string(bit), attr, sample, random,
                 &group);
  }
  for (uint64_t which : {encoder::kRegsUser, encoder::kRegsIntr}) {
    const Attr attr =
        SmallAttr(encoder::kIp | encoder::kDataSrc | which, random);
    Sample sample = SmallSample(attr, random);
    sample.user_regs.abi = sample.intr_regs.abi = 4;
    AddTwoInBoth("register abi", attr, sample, random, &group);
  }
  Attr attr = SmallAttr(encoder::kIp | encoder::kRead | encoder::kRaw, random);
  attr.read_format = encoder::kAllFormats + 1;
  AddTwoInBoth("read format", attr, SmallSample(attr, random), random, &group);
  Case made = CaseOf("record types", SmallAttr(encoder::kIp, random));
  made.attrs[0].attr.flags = 0;
  for (uint32_t type : {23u, 64u, 0xffffffffu}) {
    Record record;
    record.body = Unknown{type, DrawBytes(16, random)};
    made.records.push_back(record);
  }
  for (Order order : kOrders) group.cases.push_back({made, order});
  return group;
}

// ---- what must be refused

// The bytes with 8 fewer at the end, and a header that says so.
encoder::Bytes CutShort(encoder::Bytes bytes) {
  bytes.resize(bytes.size() - 8);
  bytes[6] = static_cast<uint8_t>(bytes.size());
  bytes[7] = static_cast<uint8_t>(bytes.size() >> 8);
  return bytes;
}

// Another number in place of a count.
encoder::Bytes WithCount(encoder::Bytes bytes, size_t at, uint64_t count) {
  std::memcpy(bytes.data() + at, &count, sizeof count);
  return bytes;
}

void AddBroken(const std::string& name, const Attr& attr, encoder::Bytes bytes,
               Random* random, Group* to) {
  Case made = CaseOf(name, attr);
  combinations::AddRun(SmallSample(attr, random), 0, 1, random, &made);
  Record record;
  record.error = "EBADMSG";
  record.body = Broken{std::move(bytes)};
  // Between records that are right.
  made.records = {made.records[0], record, made.records[0]};
  to->cases.push_back({std::move(made), Order::kLittle});
}

Group Malformed(Random* random) {
  Group group{"malformed", {}};
  for (uint64_t bit = 0; bit < encoder::kSampleBits; ++bit) {
    const Attr attr = SmallAttr(uint64_t{1} << bit, random);
    const encoder::Bytes whole =
        SmallSample(attr, random).Encode(attr, Order::kLittle);
    AddBroken("field " + std::to_string(bit) + " cut short", attr,
              CutShort(whole), random, &group);
  }
  for (uint64_t field : {encoder::kCallchain, encoder::kBranchStack,
                         encoder::kStackUser, encoder::kAux}) {
    for (uint64_t count :
         {uint64_t{9000}, (uint64_t{1} << 61) + 1, ~uint64_t{0}}) {
      const Attr attr = SmallAttr(field, random);
      const encoder::Bytes whole =
          SmallSample(attr, random).Encode(attr, Order::kLittle);
      AddBroken(
          "field " + std::to_string(field) + ", count " + std::to_string(count),
          attr, WithCount(whole, 8, count), random, &group);
    }
  }
  Attr attr = SmallAttr(encoder::kIp, random);
  attr.flags = 0;
  encoder::Namespaces links{1, 2, {{3, 4}, {5, 6}}};
  const encoder::Bytes whole =
      encoder::EncodeRecord(links, 0, {}, attr, Order::kLittle);
  AddBroken("namespaces, count", attr, WithCount(whole, 16, 1u << 20), random,
            &group);
  AddBroken("namespaces cut short", attr, CutShort(whole), random, &group);
  return group;
}

// Bytes behind the last field, and user stacks of no bytes.
Group Ends(Random* random) {
  Group group{"ends", {}};
  for (uint64_t type : {encoder::kTid, encoder::kTid | encoder::kCallchain,
                        encoder::kRaw | encoder::kStackUser}) {
    const Attr attr = SmallAttr(type, random);
    Sample sample = SmallSample(attr, random);
    sample.stack = DrawBytes(8, random);
    sample.left_over = DrawBytes(16, random);
    AddTwoInBoth("left over", attr, sample, random, &group);
  }
  for (uint64_t behind :
       {uint64_t{0}, encoder::kCgroup, encoder::kDataSrc | encoder::kCgroup,
        encoder::kRegsIntr, encoder::kDataSrc | encoder::kAux}) {
    for (uint64_t regs : {uint64_t{0}, encoder::kRegsUser}) {
      for (uint64_t abi : {0, 2}) {
        Attr attr = SmallAttr(encoder::kStackUser | regs | behind, random);
        attr.sample_stack_user = regs == 0 && abi == 0 ? 8192 : 0;
        Sample sample = SmallSample(attr, random);
        sample.stack.clear();
        sample.user_regs.abi = abi;
        sample.intr_regs.abi = 2;
        AddTwoInBoth("empty stack", attr, sample, random, &group);
      }
    }
  }
  return group;
}

Group AtRandom(Random* random) {
  Group group{"random", {}};
  for (int i = 0; i < 64; ++i) {
    Attr attr = encoder::RandomAttr(random);
    attr.flags |= combinations::DrawOtherFlags(random);
    attr.sample_regs_user = kFewRegisters;
    attr.sample_regs_intr = kFewRegisters << 3;
    AddTwo("random " + std::to_string(i), attr, SmallSample(attr, random),
           kOrders[i % 2], random, &group);
  }
  return group;
}

}  // namespace

std::vector<Group> MakeGroups() {
  using Maker = Group (*)(Random*);
  constexpr Maker kMakers[] = {Fields,    Pairs,      ReadFormats,  Branches,
                               Registers, Callchains, Sizes,        Weights,
                               Records,   Trailers,   SeveralAttrs, Unknowns,
                               Malformed, Ends,       AtRandom};
  std::vector<Group> groups;
  for (Maker maker : kMakers) {
    // Each from the same seed, so that one group's change leaves the others.
    Random random(kSeed);
    groups.push_back(maker(&random));
  }
  return groups;
}

encoder::Bytes ContainerOf(const Group& group) {
  ContainerWriter writer;
  for (const auto& one : group.cases) writer.Add(one.from, one.order);
  return writer.Finish();
}

std::string JsonOf(const Group& group) {
  std::string text;
  JsonSink sink;
  for (const auto& one : group.cases) {
    for (const Record& record : one.from.records) {
      Describe(one.from, record, one.order, &sink);
      text += sink.Take();
      text += '\n';
    }
  }
  return text;
}

}  // namespace vectors
