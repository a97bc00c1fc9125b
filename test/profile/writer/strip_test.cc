// What PERFC_STRIP_* leave out.
#include <algorithm>
#include <cstring>

#include "gtest/gtest.h"
#include "test/encoder/random.h"
#include "test/profile/writer/recording.h"

namespace {

using namespace recording;
using perf_file::At;
using perf_file::File;
using perf_file::OfType;
using perf_file::ParseFile;

// Decodes the samples of the file by its own attrs.
struct Reader {
  explicit Reader(const File &file) {
    perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr);
    for (const perf_file::Event &event : file.events) {
      perfc_plan_add_attr(plan, event.attr.data(), event.attr.size(),
                          event.ids.data(),
                          static_cast<uint32_t>(event.ids.size()), nullptr);
    }
  }
  ~Reader() { perfc_plan_destroy(plan); }

  perfc_sample Decode(const perf_file::Record &record) {
    perfc_record view = {};
    perfc_sample sample = {};
    words.assign(record.bytes.size() / 8 + 1, 0);
    memcpy(words.data(), record.bytes.data(), record.bytes.size());
    view.data = reinterpret_cast<const uint8_t *>(words.data());
    view.type = record.type;
    view.misc = record.misc;
    view.size = static_cast<uint16_t>(record.bytes.size());
    EXPECT_EQ(perfc_decode_sample(plan, &view, &sample, sizeof sample), 0);
    return sample;
  }

  perfc_plan *plan = nullptr;
  std::vector<uint64_t> words;
};

TEST(Strip, StacksAndRegistersBecomeEmptyInEveryLayout) {
  encoder::Random random(7);
  for (int i = 0; i < 200; ++i) {
    Directory directory;
    Attr attr = encoder::RandomAttr(&random);
    attr.sample_type |= encoder::kStackUser | encoder::kRegsUser |
                        encoder::kRegsIntr | encoder::kIdentifier;
    attr.sample_regs_user |= 1;
    attr.sample_regs_intr |= 1;
    attr.sample_stack_user = 64;
    encoder::Sample sample = encoder::RandomSample(attr, &random);
    sample.identifier = sample.id = 1;
    if (sample.IsCut(attr)) continue;
    const Plan plan({{attr, {1}}});
    Writer writer(directory / "f", 0, 0, PERFC_STRIP_STACKS);
    writer.Write(Records().Add(sample.Encode(attr, encoder::Order::kLittle),
                               plan.get(), sample.time));
    writer.Finish();
    const File file = ParseFile(directory / "f");
    ASSERT_TRUE(file.ok) << file.why;
    EXPECT_EQ(At<uint64_t>(file.events[0].attr, 80), 0u);  // sample_regs_user
    EXPECT_EQ(At<uint32_t>(file.events[0].attr, 88), 0u);  // sample_stack_user
    EXPECT_EQ(At<uint64_t>(file.events[0].attr, 96), 0u);  // sample_regs_intr
    EXPECT_EQ(At<uint64_t>(file.events[0].attr, 24), attr.sample_type);
    const auto samples = OfType(file.records, 9);
    ASSERT_EQ(samples.size(), 1u);
    Reader reader(file);
    const perfc_sample read = reader.Decode(samples[0]);
    EXPECT_EQ(read.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER), 0u);
    EXPECT_EQ(read.present, attr.sample_type);
    EXPECT_EQ(read.user_abi, 0u);
    EXPECT_EQ(read.intr_abi, 0u);
    EXPECT_EQ(read.user_regs.count, 0u);
    EXPECT_EQ(read.intr_regs.count, 0u);
    EXPECT_EQ(read.stack.count, 0u);
    if (attr.has(encoder::kIp)) {
      EXPECT_EQ(read.ip, sample.ip);
    }
    if (attr.has(encoder::kTransaction)) {
      EXPECT_EQ(read.transaction, sample.transaction);
    }
    if (attr.has(encoder::kCodePageSize)) {
      EXPECT_EQ(read.code_page_size, sample.code_page_size);
    }
    EXPECT_EQ(read.aux.count, attr.has(encoder::kAux) ? sample.aux.size() : 0);
  }
}

// No byte of the secret is in the file.
bool Contains(const Bytes &bytes, const std::string &secret) {
  return std::search(bytes.begin(), bytes.end(), secret.begin(),
                     secret.end()) != bytes.end();
}

// A recording whose every part has a word that gives something away.
Bytes WriteSecrets(uint32_t strip) {
  Directory directory;
  Attr attr = UsualAttr(0);
  attr.sample_type |= encoder::kStackUser;
  attr.sample_stack_user = 64;
  const Plan plan({{attr, {1}}});
  encoder::Sample sample;
  sample.identifier = 1;
  sample.time = 1000;
  sample.stack = Bytes(64, 'S');
  sample.stack_dyn_size = 64;
  encoder::Mmap2 map;
  map.pid = map.tid = 7;
  map.addr = 0x400000;
  map.len = 0x1000;
  map.filename = "/home/PATHS/program";
  Bytes threads = ToolRecord(73, {1, 7, 0, 0});
  memcpy(&threads[24], "COMMANDS", 8);
  Records records;
  records.Feature(plan.get(), 3, FeatureString("HOST"))
      .Feature(plan.get(), 6, FeatureString("x86_64"))
      .Feature(plan.get(), 11, FeatureString("COMMANDS"))
      .Other(plan, encoder::Comm{7, 70, "COMMANDS"}, 1, 10)
      .Other(plan, map, 1, 11)
      .Add(threads, plan.get(), 0)
      .Add(sample.Encode(attr, encoder::Order::kLittle), plan.get(), 1000);
  Writer writer(directory / "f", 0, 0, strip);
  writer.Write(records);
  writer.Finish();
  const Bytes bytes = perf_file::Read(directory / "f");
  const File file = perf_file::Parse(bytes);
  EXPECT_TRUE(file.ok) << file.why;
  EXPECT_EQ(file.records.size(), 5u);
  EXPECT_EQ(file.features.count(6), 1u);
  EXPECT_EQ(OfType(file.records, 10)[0].Text(72),
            strip & PERFC_STRIP_PATHS ? "program" : "/home/PATHS/program");
  EXPECT_EQ(OfType(file.records, 3)[0].Text(16),
            strip & PERFC_STRIP_COMMANDS ? ":70" : "COMMANDS");
  for (const uint32_t type : {3, 10}) {
    const perf_file::Record record = OfType(file.records, type)[0];
    EXPECT_EQ(record.U64(record.bytes.size() - 8), 1u);  // the id
  }
  return bytes;
}

TEST(Strip, EachFlagLeavesOutItsOwn) {
  const std::string secrets[] = {"SSSS", "COMMANDS", "HOST", "PATHS"};
  for (uint32_t strip = 0; strip < 16; ++strip) {
    const Bytes bytes = WriteSecrets(strip);
    for (uint32_t i = 0; i < 4; ++i) {
      EXPECT_EQ(Contains(bytes, secrets[i]), !(strip >> i & 1))
          << strip << secrets[i];
    }
  }
}

TEST(Strip, APathWithoutADirectoryStays) {
  Directory directory;
  const Plan plan({{UsualAttr(0), {1}}});
  encoder::Mmap map;
  map.len = 1;
  Records records;
  for (const char *name : {"[kernel.kallsyms]_text", "//anon", "[vdso]", ""}) {
    map.filename = name;
    records.Other(plan, map, 1, 1, 1);
  }
  Writer writer(directory / "f", 0, 0, PERFC_STRIP_PATHS);
  writer.Write(records);
  writer.Finish();
  const auto maps = OfType(ParseFile(directory / "f").records, 1);
  EXPECT_EQ(maps[0].Text(40), "[kernel.kallsyms]_text");
  EXPECT_EQ(maps[1].Text(40), "//anon");
  EXPECT_EQ(maps[2].Text(40), "[vdso]");
  EXPECT_EQ(maps[3].Text(40), "");
}

// TRACING_DATA with the saved names of threads.
Bytes Tracing(const std::string &names) {
  encoder::Writer out(encoder::Order::kLittle);
  const std::string head("\x17\x08\x44tracing0.6\0\0\x08", 16);
  out.Raw(Bytes(head.begin(), head.end())).U32(4096);
  for (const std::string name : {"header_page", "header_event"}) {
    out.Raw(Bytes(name.begin(), name.end())).U8(0).U64(2).U8('h').U8('h');
  }
  out.U32(1).U64(3).U8('f').U8('f').U8('f');
  out.U32(1).U8('s').U8(0).U32(1).U64(1).U8('t');
  out.U32(2).U8('k').U8('k').U32(1).U8('p');
  out.U64(names.size()).Raw(Bytes(names.begin(), names.end()));
  return out.bytes();
}

TEST(Strip, TracingDataLoseTheNamesOfThreads) {
  for (const bool broken : {false, true}) {
    Directory directory;
    const Plan plan({{UsualAttr(0), {1}}});
    Bytes tracing = Tracing("1 init");
    if (broken) tracing.resize(60);
    Records records;
    records
        .Add(ToolRecord(66, {tracing.size()}), plan.get(), 0,
             PERFC_STREAM_RECORD_HEADER)
        .Tail(tracing)
        .Sample(plan, 1, 1);
    Writer writer(directory / "f", 0, 0, PERFC_STRIP_COMMANDS);
    writer.Write(records);
    writer.Finish();
    const File file = ParseFile(directory / "f");
    EXPECT_EQ(file.features.count(1), broken ? 0u : 1u);
    if (!broken) {
      EXPECT_EQ(file.features.at(1), Tracing(""));
    }
  }
}

}  // namespace
