// The record types but SAMPLE, from literal words: one expectation per field.

#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/literal.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

constexpr uint32_t kHasInode = PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_INODE;
constexpr uint32_t kHasBuildId = PERFC_MMAP_HAS_PROT | PERFC_MMAP_HAS_BUILD_ID;

TEST(DecodeMmap, GivesEachField) {
  const Literal<perfc_record_mmap> literal = {
      1,
      2,
      {Pair(11, 12), 0x400000, 0x1000, 0x2000, Chars("/usr/bin"),
       Chars("/sh\0\0\0\0\0")},
      32,
      perfc_decode_mmap};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.tid, 12u);
    EXPECT_EQ(out.addr, 0x400000u);
    EXPECT_EQ(out.len, 0x1000u);
    EXPECT_EQ(out.pgoff, 0x2000u);
    EXPECT_EQ(out.fields, 0u);
    EXPECT_EQ(out.prot, 0u);
    EXPECT_EQ(out.flags, 0u);
    EXPECT_EQ(out.ino, 0u);
    EXPECT_EQ(out.build_id_size, 0u);
    EXPECT_EQ(out.filename.offset, 40);
    EXPECT_EQ(Text(record, out.filename), "/usr/bin/sh");
  });
}

TEST(DecodeLost, GivesEachField) {
  const Literal<perfc_record_lost> literal = {
      2, 0, {77, 123456789012}, 16, perfc_decode_lost};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.id, 77u);
    EXPECT_EQ(out.lost, 123456789012u);
  });
}

TEST(DecodeComm, GivesEachField) {
  const Literal<perfc_record_comm> literal = {
      3,
      PERFC_RECORD_MISC_COMM_EXEC | 2,
      {Pair(11, 12), Chars("bash\0\0\0\0")},
      8,
      perfc_decode_comm};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.tid, 12u);
    EXPECT_EQ(out.comm.offset, 16);
    EXPECT_EQ(Text(record, out.comm), "bash");
  });
}

TEST(DecodeExit, GivesEachField) {
  const Literal<perfc_record_task> literal = {
      4, 2, {Pair(11, 12), Pair(13, 14), 987654321012}, 24, perfc_decode_task};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.ppid, 12u);
    EXPECT_EQ(out.tid, 13u);
    EXPECT_EQ(out.ptid, 14u);
    EXPECT_EQ(out.time, 987654321012u);
  });
}

TEST(DecodeThrottle, GivesEachField) {
  const Literal<perfc_record_throttle> literal = {
      5, 0, {987654321012, 21, 22}, 24, perfc_decode_throttle};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.time, 987654321012u);
    EXPECT_EQ(out.id, 21u);
    EXPECT_EQ(out.stream_id, 22u);
  });
}

TEST(DecodeUnthrottle, GivesEachField) {
  const Literal<perfc_record_throttle> literal = {
      6, 0, {987654321012, 21, 22}, 24, perfc_decode_throttle};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.time, 987654321012u);
    EXPECT_EQ(out.id, 21u);
    EXPECT_EQ(out.stream_id, 22u);
  });
}

TEST(DecodeFork, GivesEachField) {
  const Literal<perfc_record_task> literal = {
      7, 2, {Pair(11, 12), Pair(13, 14), 987654321012}, 24, perfc_decode_task};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.ppid, 12u);
    EXPECT_EQ(out.tid, 13u);
    EXPECT_EQ(out.ptid, 14u);
    EXPECT_EQ(out.time, 987654321012u);
  });
}

TEST(DecodeRead, GivesEachFieldOfASingleCounter) {
  // read_format is ID and TOTAL_TIME_ENABLED: value, enabled, id.
  const Literal<perfc_record_read> literal = {
      8, 2, {Pair(11, 12), 1000, 2000, 31}, 32, perfc_decode_read};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.tid, 12u);
    EXPECT_EQ(out.read.read_format,
              uint32_t{PERFC_FORMAT_ID | PERFC_FORMAT_TOTAL_TIME_ENABLED});
    EXPECT_EQ(out.read.time_enabled, 2000u);
    EXPECT_EQ(out.read.offset, 16);
    EXPECT_EQ(out.read.nr, 1);
    perfc_read_value value;
    ASSERT_EQ(
        perfc_record_read_value(&record, &out.read, 0, &value, sizeof(value)),
        0);
    EXPECT_EQ(value.value, 1000u);
    EXPECT_EQ(value.id, 31u);
    EXPECT_EQ(value.lost, 0u);
  });
}

TEST(DecodeMmap2, GivesEachFieldOfTheFormWithTheInode) {
  const Literal<perfc_record_mmap> literal = {
      10,
      2,
      {Pair(11, 12), 0x400000, 0x1000, 0x2000, Pair(8, 1), 555, 556,
       Pair(5, 0x1002), Chars("/bin/sh\0")},
      64,
      perfc_decode_mmap};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.tid, 12u);
    EXPECT_EQ(out.addr, 0x400000u);
    EXPECT_EQ(out.len, 0x1000u);
    EXPECT_EQ(out.pgoff, 0x2000u);
    EXPECT_EQ(out.fields, kHasInode);
    EXPECT_EQ(out.maj, 8u);
    EXPECT_EQ(out.min, 1u);
    EXPECT_EQ(out.ino, 555u);
    EXPECT_EQ(out.ino_generation, 556u);
    EXPECT_EQ(out.prot, 5u);
    EXPECT_EQ(out.flags, 0x1002u);
    EXPECT_EQ(out.build_id_size, 0u);
    for (uint8_t byte : out.build_id) EXPECT_EQ(byte, 0);
    EXPECT_EQ(out.filename.offset, 72);
    EXPECT_EQ(Text(record, out.filename), "/bin/sh");
  });
}

TEST(DecodeMmap2, GivesEachFieldOfTheFormWithTheBuildId) {
  // build_id_size 18, three reserved bytes, then twenty bytes of build id.
  const Literal<perfc_record_mmap> literal = {
      10,
      PERFC_RECORD_MISC_MMAP_BUILD_ID | 2,
      {Pair(11, 12), 0x400000, 0x1000, 0x2000, 0x04030201'00000012,
       0x0c0b0a0908070605, 0x00001211100f0e0d, Pair(5, 0x1002),
       Chars("/bin/sh\0")},
      64,
      perfc_decode_mmap};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.pgoff, 0x2000u);
    EXPECT_EQ(out.fields, kHasBuildId);
    EXPECT_EQ(out.build_id_size, 18u);
    for (int i = 0; i < 18; ++i) EXPECT_EQ(out.build_id[i], i + 1);
    EXPECT_EQ(out.prot, 5u);
    EXPECT_EQ(out.flags, 0x1002u);
    EXPECT_EQ(out.build_id[18], 0);
    EXPECT_EQ(out.maj, 0u);
    EXPECT_EQ(out.min, 0u);
    EXPECT_EQ(out.ino, 0u);
    EXPECT_EQ(out.ino_generation, 0u);
    EXPECT_EQ(Text(record, out.filename), "/bin/sh");
  });
}

// As the kernel writes it for a second event, which asked for no build id: the bit
// in misc is the first one's. maj 8 would be a size that a build id may have.
TEST(DecodeMmap2, IsOfTheFormThatItsAttrAskedFor) {
  const Plan plan = MakePlan(AttrOf(0));
  for (uint32_t maj : {8u, 20u, 259u}) {
    const Record record(PERFC_RECORD_MMAP2, PERFC_RECORD_MISC_MMAP_BUILD_ID | 2,
                        {Pair(11, 12), 0x400000, 0x1000, 0x2000, Pair(maj, 1),
                         555, 556, Pair(5, 0x1002), Chars("/bin/sh\0")});
    perfc_record_mmap out;
    ASSERT_EQ(perfc_decode_mmap(plan.get(), record.get(), &out, sizeof(out)),
              0);
    EXPECT_EQ(out.fields, kHasInode);
    EXPECT_EQ(out.maj, maj);
    EXPECT_EQ(out.ino, 555u);
    EXPECT_EQ(Text(*record.get(), out.filename), "/bin/sh");
  }
}

// Whose record it is isn't known, so misc is the only word on it.
TEST(DecodeMmap2, OfNoKnownAttrIsOfTheFormThatMiscSays) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  const std::vector<uint64_t> words = {Pair(11, 12), 1, 2, 3, 8, 0x11, 0, 0};
  const auto form_of = [&](const Plan &plan, std::vector<uint64_t> bytes) {
    const Record record(PERFC_RECORD_MMAP2, PERFC_RECORD_MISC_MMAP_BUILD_ID,
                        bytes);
    perfc_record_mmap out = {};
    EXPECT_EQ(perfc_decode_mmap(plan.get(), record.get(), &out, sizeof(out)),
              0);
    return out.fields;
  };
  std::vector<uint64_t> with_id = words;
  with_id.push_back(0);
  const Plan synthesized = MakePlan(attr, {5});
  ASSERT_EQ(Add(synthesized, attr, {6}), 1);
  ASSERT_EQ(perfc_plan_set_default(synthesized.get(), 0), 0);
  EXPECT_EQ(form_of(synthesized, with_id), kHasBuildId)
      << "written by the perf tool";
  with_id.back() = 5;
  EXPECT_EQ(form_of(synthesized, with_id), kHasInode)
      << "written by the kernel";
  attr.flags = 0;
  const Plan none = MakePlan(attr, {5});
  ASSERT_EQ(Add(none, attr, {6}), 1);
  EXPECT_EQ(form_of(none, words), kHasInode) << "no attr asked for build ids";
  attr.flags = PERFC_ATTR_BUILD_ID;
  ASSERT_EQ(Add(none, attr, {7}), 2);
  EXPECT_EQ(form_of(none, words), kHasBuildId) << "one of them did";
}

TEST(DecodeAux, GivesEachField) {
  const Literal<perfc_record_aux> literal = {
      11, 0, {0x10000, 0x2000, 5}, 24, perfc_decode_aux};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.aux_offset, 0x10000u);
    EXPECT_EQ(out.aux_size, 0x2000u);
    EXPECT_EQ(out.flags,
              uint64_t{PERFC_AUX_FLAG_TRUNCATED | PERFC_AUX_FLAG_PARTIAL});
  });
}

TEST(DecodeItraceStart, GivesEachField) {
  const Literal<perfc_record_itrace_start> literal = {
      12, 0, {Pair(11, 12)}, 8, perfc_decode_itrace_start};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.tid, 12u);
  });
}

TEST(DecodeLostSamples, GivesEachField) {
  const Literal<perfc_record_lost_samples> literal = {
      13, 0, {99}, 8, perfc_decode_lost_samples};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.lost, 99u);
  });
}

TEST(DecodeSwitch, GivesEachField) {
  Literal<perfc_record_switch> literal = {
      14, PERFC_RECORD_MISC_SWITCH_OUT, {}, 0, perfc_decode_switch};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.out, 1u);
    EXPECT_EQ(out.preempted, 0u);
  });
  literal.misc |= PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT;
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.out, 1u);
    EXPECT_EQ(out.preempted, 1u);
    EXPECT_EQ(out.has_other, 0u);
    EXPECT_EQ(out.next_prev_pid, 0u);
    EXPECT_EQ(out.next_prev_tid, 0u);
  });
}

TEST(DecodeSwitchCpuWide, GivesEachField) {
  const Literal<perfc_record_switch> literal = {
      15, 0, {Pair(11, 12)}, 8, perfc_decode_switch};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.out, 0u);
    EXPECT_EQ(out.preempted, 0u);
    EXPECT_EQ(out.has_other, 1u);
    EXPECT_EQ(out.next_prev_pid, 11u);
    EXPECT_EQ(out.next_prev_tid, 12u);
  });
}

TEST(DecodeNamespaces, GivesEachField) {
  const Literal<perfc_record_namespaces> literal = {
      16,
      0,
      {Pair(11, 12), 2, 4, 4026531840, 5, 4026531841},
      48,
      perfc_decode_namespaces};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.pid, 11u);
    EXPECT_EQ(out.tid, 12u);
    EXPECT_EQ(out.namespaces.offset, 24);
    ASSERT_EQ(out.namespaces.count, 2);
    const auto *links = static_cast<const perfc_namespace *>(
        perfc_record_range(&record, &out.namespaces, sizeof(perfc_namespace)));
    ASSERT_NE(links, nullptr);
    EXPECT_EQ(links[0].dev, 4u);
    EXPECT_EQ(links[0].ino, 4026531840u);
    EXPECT_EQ(links[1].dev, 5u);
    EXPECT_EQ(links[1].ino, 4026531841u);
  });
}

TEST(DecodeKsymbol, GivesEachField) {
  const Literal<perfc_record_ksymbol> literal = {
      17,
      0,
      {0xffffffffc0000000, 0x0001'0001'00000080, Chars("bpf_prog")},
      16,
      perfc_decode_ksymbol};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.addr, 0xffffffffc0000000u);
    EXPECT_EQ(out.len, 0x80u);
    EXPECT_EQ(out.ksym_type, PERFC_RECORD_KSYMBOL_TYPE_BPF);
    EXPECT_EQ(out.flags, PERFC_RECORD_KSYMBOL_FLAGS_UNREGISTER);
    EXPECT_EQ(out.name.offset, 24);
    EXPECT_EQ(Text(record, out.name), "bpf_prog");
  });
}

TEST(DecodeBpfEvent, GivesEachField) {
  const Literal<perfc_record_bpf_event> literal = {
      18,
      0,
      {0x0000002a'0003'0002, 0x0807060504030201},
      16,
      perfc_decode_bpf_event};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.type, PERFC_BPF_EVENT_PROG_UNLOAD);
    EXPECT_EQ(out.flags, 3);
    EXPECT_EQ(out.id, 42u);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(out.tag[i], i + 1);
  });
}

TEST(DecodeCgroup, GivesEachField) {
  const Literal<perfc_record_cgroup> literal = {
      19, 0, {4242, Chars("/a\0\0\0\0\0\0")}, 8, perfc_decode_cgroup};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.id, 4242u);
    EXPECT_EQ(out.path.offset, 16);
    EXPECT_EQ(Text(record, out.path), "/a");
  });
}

TEST(DecodeTextPoke, GivesEachField) {
  // old_len 5, new_len 3, then the bytes of both.
  const Literal<perfc_record_text_poke> literal = {
      20,
      0,
      {0xffffffff81000000, 0x04030201'0003'0005, 0x00000000'0c0b0a05},
      20,
      perfc_decode_text_poke};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.addr, 0xffffffff81000000u);
    EXPECT_EQ(out.old_bytes.offset, 20);
    EXPECT_EQ(BytesOf(record, out.old_bytes), (encoder::Bytes{1, 2, 3, 4, 5}));
    EXPECT_EQ(out.new_bytes.offset, 25);
    EXPECT_EQ(BytesOf(record, out.new_bytes), (encoder::Bytes{10, 11, 12}));
  });
}

TEST(DecodeAuxOutputHwId, GivesEachField) {
  const Literal<perfc_record_aux_output_hw_id> literal = {
      21, 0, {0x1122334455667788}, 8, perfc_decode_aux_output_hw_id};
  ExpectLiteral(literal, [](const perfc_record &, const auto &out) {
    EXPECT_EQ(out.hw_id, 0x1122334455667788u);
  });
}

TEST(DecodeCallchainDeferred, GivesEachField) {
  const Literal<perfc_record_callchain_deferred> literal = {
      22,
      2,
      {0xc00c1e, 2, 0x401000, 0x402000},
      32,
      perfc_decode_callchain_deferred};
  ExpectLiteral(literal, [](const perfc_record &record, const auto &out) {
    EXPECT_EQ(out.cookie, 0xc00c1eu);
    EXPECT_EQ(out.callchain.offset, 24);
    EXPECT_EQ(WordsOf(record, out.callchain),
              (std::vector<uint64_t>{0x401000, 0x402000}));
  });
}

}  // namespace
}  // namespace decode_test
