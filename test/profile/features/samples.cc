#include "test/profile/features/samples.h"

#include <string>

#include "perfc/profile/file.h"

namespace perfc::test {
namespace {

std::string Repeat(char byte, size_t count) { return std::string(count, byte); }

void AddFormat(Encoder& out, const std::string& name, int id) {
  const std::string text = "name: " + name + "\nID: " + std::to_string(id) +
                           "\nformat:\n\tfield:int x;\n";
  out.U64(text.size()).Raw(text);
}

// struct bpf_prog_info of 232 bytes, with four of its arrays behind.
void AddBpfProgram(Encoder& out) {
  out.U32(232).U32(64).U64(1 << 3 | 1 << 4 | 1 << 5 | 1 << 8);
  out.U32(6).U32(77).Raw("\x01\x02\x03\x04\x05\x06\x07\x08");
  out.U32(300).U32(0).U64(0).U64(0).U64(123456789);
  out.U32(1000).U32(0).U64(0).Raw("my_prog").Zeros(9);
  out.U32(2).U32(out.big() ? 1u << 31 : 1).U64(3).U64(4);
  out.U32(2).U32(2).U64(0).U64(16);          // ksyms, func_lens
  out.U32(55).U32(8).U64(24);                // btf_id, func_info
  out.U32(2).U32(0).U64(0).U64(0);           // counts, line_info
  out.U32(0).U32(16).U32(8).U32(2).U64(40);  // prog_tags
  out.U64(11).U64(12).U64(13).U32(14).U32(15).U32(16).Zeros(4);
  out.U64(0xffffffffc0000000).U64(0xffffffffc0001000);
  out.U32(100).U32(200);
  out.U32(0).U32(5).U32(1).U32(6);
  out.Raw("abcdefgh").Raw("ijklmnop").Zeros(8);
}

void CpuTopology(Encoder& out) {
  out.U32(2).Str("0-1").Str("2-3");
  out.U32(4).Str("0").Str("1").Str("2").Str("3");
  for (uint32_t cpu = 0; cpu < kCpus; ++cpu) out.U32(cpu % 2).U32(cpu / 2);
  out.U32(2).Str("0-1").Str("2-3");
  for (uint32_t cpu = 0; cpu < kCpus; ++cpu) out.U32(10 + cpu);
}

void Domains(Encoder& out) {
  out.U32(17).U32(2);
  out.U32(0).U32(2);
  out.U32(0).Str("SMT").Str("00000003").Str("0-1");
  out.U32(1).Str("MC").Str("0000000f").Str("0-3");
  out.U32(3).U32(0);
}

void EventDescs(Encoder& out) {
  out.U32(2).U32(128);
  AddAttr(out, 0);
  out.U32(2).Str("cycles:u").U64(101).U64(102);
  AddAttr(out, 1);
  out.U32(0).Str("instructions");
}

void Hybrid(Encoder& out) {
  out.U32(2).Str("cpu_core").Str("0-1").Str("cpu_atom").Str("2-3");
}

void Machine(uint32_t feature, Encoder& out) {
  switch (feature) {
    case PERFC_FEATURE_CPU_TOPOLOGY:
      return CpuTopology(out);
    case PERFC_FEATURE_NUMA_TOPOLOGY:
      out.U32(2);
      out.U32(0).U64(1000).U64(600).Str("0-1");
      out.U32(1).U64(2000).U64(700).Str("2-3");
      return;
    case PERFC_FEATURE_MEM_TOPOLOGY:
      out.U64(1).U64(0x8000000).U64(2);
      out.U64(1).U64(70).U64(70).U64(0xf).U64(0x3e);
      out.U64(2).U64(1).U64(1).U64(1);
      return;
    case PERFC_FEATURE_CACHE:
      out.U32(1).U32(2);
      out.U32(1).U32(64).U32(64).U32(8).Str("Data").Str("32K").Str("0-1");
      out.U32(3).U32(64).U32(4096).U32(16).Str("Unified").Str("4M").Str("0-3");
      return;
    case PERFC_FEATURE_CPU_DOMAIN_INFO:
      return Domains(out);
    default:
      return;
  }
}

void Events(uint32_t feature, Encoder& out) {
  switch (feature) {
    case PERFC_FEATURE_EVENT_DESC:
      return EventDescs(out);
    case PERFC_FEATURE_GROUP_DESC:
      out.U32(1).Str("{cycles,instructions}").U32(0).U32(2);
      return;
    case PERFC_FEATURE_PMU_MAPPINGS:
      out.U32(3).U32(4).Str("cpu_core").U32(1).Str("software");
      out.U32(12).Str("cpu");
      return;
    case PERFC_FEATURE_HYBRID_TOPOLOGY:
      return Hybrid(out);
    case PERFC_FEATURE_CPU_PMU_CAPS:
      out.U32(2).Str("branches").Str("32").Str("max_precise").Str("3");
      return;
    case PERFC_FEATURE_PMU_CAPS:
      out.U32(2);
      out.U32(1).Str("branches").Str("16").Str("cpu_core");
      out.U32(0).Str("cpu_atom");
      return;
    default:
      return Machine(feature, out);
  }
}

void Objects(uint32_t feature, Encoder& out) {
  switch (feature) {
    case PERFC_FEATURE_TRACING_DATA:
      return AddTracingData(out, "0.6");
    case PERFC_FEATURE_BUILD_ID:
      AddBuildId(out, 1, -1, 0x10, 0, "[kernel.kallsyms]");
      AddBuildId(out, 0x8002, 1234, 0x20, 16, "/bin/true");
      return;
    case PERFC_FEATURE_BPF_PROG_INFO:
      out.U32(1);
      return AddBpfProgram(out);
    case PERFC_FEATURE_BPF_BTF:
      out.U32(2).U32(55).U32(4).Raw("BTF!").U32(56).U32(0);
      return;
    case PERFC_FEATURE_AUXTRACE:
      out.U64(2).U64(0x1000).U64(0x200).U64(0x4000).U64(0x80);
      return;
    case PERFC_FEATURE_CMDLINE:
      out.U32(3).Str("/usr/bin/perf").Str("record").Str(Repeat('x', 64));
      return;
    default:
      return Events(feature, out);
  }
}

void Numbers(uint32_t feature, Encoder& out) {
  switch (feature) {
    case PERFC_FEATURE_NRCPUS:
      out.U32(kCpus).U32(3);
      return;
    case PERFC_FEATURE_TOTAL_MEM:
      out.U64(16384000);
      return;
    case PERFC_FEATURE_SAMPLE_TIME:
      out.U64(1000000007).U64(2000000009);
      return;
    case PERFC_FEATURE_CLOCKID:
      out.U64(1);
      return;
    case PERFC_FEATURE_DIR_FORMAT:
      out.U64(1);
      return;
    case PERFC_FEATURE_COMPRESSED:
      out.U32(1).U32(1).U32(3).U32(7).U32(528384);
      return;
    case PERFC_FEATURE_CLOCK_DATA:
      out.U32(1).U32(1).U64(1700000000000001000).U64(5000000001);
      return;
    case PERFC_FEATURE_E_MACHINE:
      out.U32(62).U32(0x70007);
      return;
    case PERFC_FEATURE_CLN_SIZE:
      out.U32(64);
      return;
    default:
      return Objects(feature, out);
  }
}

}  // namespace

void AddAttr(Encoder& out, uint64_t config) {
  out.U32(0).U32(128).U64(config).U64(4000).U64(0x87).U64(0x14);
  // disabled, exclude_kernel, freq, precise_ip 2, sample_id_all.
  const uint64_t big =
      1ull << 63 | 1ull << 58 | 1ull << 53 | 2ull << 47 | 1ull << 45;
  const uint64_t little = 1 | 1 << 5 | 1 << 10 | 2 << 15 | 1 << 18;
  out.U64(out.big() ? big : little);
  out.U32(1).U32(2).U64(3).U64(4).U64(5).U64(6).U32(7).U32(-2).U64(8);
  out.U32(9).U16(127).U16(0).U32(10).U32(0).U64(11);
}

void AddBuildId(Encoder& out, uint16_t misc, int32_t pid, uint8_t first,
                uint8_t size, const std::string& path) {
  const size_t padded = path.size() / 64 * 64 + 64;
  out.U32(0).U16(misc).U16(36 + padded).U32(static_cast<uint32_t>(pid));
  for (uint8_t i = 0; i < 20; ++i) out.U8(first + i);
  out.U8(size).Zeros(3).Raw(path).Zeros(padded - path.size());
}

void AddTracingData(Encoder& out, const std::string& version) {
  out.Raw("\x17\x08\x44tracing").Raw(version).U8(0).U8(out.big()).U8(8);
  out.U32(4096);
  out.Raw("header_page").U8(0).U64(4).Raw("page");
  out.Raw("header_event").U8(0).U64(5).Raw("event");
  out.U32(1);
  AddFormat(out, "function", 1);
  out.U32(2).Raw("sched").U8(0).U32(2);
  AddFormat(out, "sched_switch", 316);
  AddFormat(out, "sched_wakeup", 319);
  out.Raw("irq").U8(0).U32(0);
  out.U32(3).Raw("sym").U32(0);
  if (version == "0.6") out.U64(6).Raw("1 init");
}

Bytes Sample(uint32_t feature, bool big) {
  Encoder out(big);
  switch (feature) {
    case PERFC_FEATURE_HOSTNAME:
      out.Str("build-7");
      break;
    case PERFC_FEATURE_OSRELEASE:
      out.Str("6.18.0-rc1");
      break;
    case PERFC_FEATURE_VERSION:
      out.Str("6.1.187");
      break;
    case PERFC_FEATURE_ARCH:
      out.Str("x86_64");
      break;
    case PERFC_FEATURE_CPUDESC:
      out.Str("Some CPU @ 2.00GHz");
      break;
    case PERFC_FEATURE_CPUID:
      out.Str("GenuineIntel,6,85,7");
      break;
    default:
      Numbers(feature, out);
  }
  return out.bytes();
}

}  // namespace perfc::test
