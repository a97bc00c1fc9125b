#include "test/fuzz/small_data_files.h"

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "perfc/attr.h"
#include "perfc/profile/file.h"
#include "perfc/uapi.h"
#include "test/fuzz/data_file.h"
#include "test/fuzz/fuzz.h"
#include "zstd.h"

namespace fuzz {
namespace {

std::string Numbers(std::initializer_list<uint64_t> numbers, size_t bytes) {
  std::string out;
  for (const uint64_t number : numbers) {
    out.append(reinterpret_cast<const char*>(&number), bytes);
  }
  return out;
}
std::string U32(std::initializer_list<uint64_t> numbers) {
  return Numbers(numbers, 4);
}
std::string U64(std::initializer_list<uint64_t> numbers) {
  return Numbers(numbers, 8);
}
std::string Text(std::string text) {
  text.resize((text.size() + 8) & ~size_t{7});
  return U32({text.size()}) + text;
}
std::string Texts(std::initializer_list<const char*> texts) {
  std::string out;
  for (const char* text : texts) out += Text(text);
  return out;
}

std::string Record(uint32_t type, const std::string& body, uint32_t misc = 0) {
  return U32({type, misc | (8 + body.size()) << 16}) + body;
}

perfc_attr SamplingAttr() {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TIME;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  return attr;
}

std::string BuildIds() {
  const std::string path("/bin/true\0\0\0\0\0\0\0", 16);
  const std::string entry =
      U32({0xffffffff}) + std::string(20, 'b') + U32({20}) + path;
  return Record(0, entry, 1 << 15 | PERFC_RECORD_MISC_USER);
}

std::string EventDesc() {
  const perfc_attr attr = SamplingAttr();
  return U32({1, sizeof attr}) +
         std::string(reinterpret_cast<const char*>(&attr), sizeof attr) +
         U32({2}) + Text("cpu-clock") + U64({1, 2});
}

std::string CpuTopology() {
  return U32({1}) + Text("0-1") + U32({2}) + Texts({"0", "1"}) +
         U32({0, 0, 1, 0}) + U32({1}) + Text("0-1") + U32({0, 0});
}

std::string BpfProgram() {
  // struct bpf_prog_info, and one array behind it: a jited image's function address.
  std::string info(224, '\0');
  info[0] = 1;
  info[4] = 7;
  return U32({1, 224, 8}) + U64({1 << 2}) + info + U64({0xffffffffc0000000});
}

std::string TracingData() {
  const auto sized = [](const std::string& text) {
    return U64({text.size()}) + text;
  };
  const std::string format = "name: sched_switch\nID: 316\nformat:\n";
  return std::string("\x17\x08\x44tracing0.6\0\0\x08", 16) + U32({4096}) +
         std::string("header_page\0", 12) + sized("p") +
         std::string("header_event\0", 13) + sized("e") + U32({0, 1}) +
         std::string("sched\0", 6) + U32({1}) + sized(format) + U32({0, 0}) +
         U64({0});
}

Features AllFeatures() {
  return {
      {PERFC_FEATURE_TRACING_DATA, TracingData()},
      {PERFC_FEATURE_BUILD_ID, BuildIds()},
      {PERFC_FEATURE_HOSTNAME, Text("host")},
      {PERFC_FEATURE_OSRELEASE, Text("6.1")},
      {PERFC_FEATURE_VERSION, Text("6.1")},
      {PERFC_FEATURE_ARCH, Text("x86_64")},
      {PERFC_FEATURE_NRCPUS, U32({2, 2})},
      {PERFC_FEATURE_CPUDESC, Text("a CPU")},
      {PERFC_FEATURE_CPUID, Text("A,6,85,7")},
      {PERFC_FEATURE_TOTAL_MEM, U64({1 << 20})},
      {PERFC_FEATURE_CMDLINE, U32({2}) + Texts({"perf", "record"})},
      {PERFC_FEATURE_EVENT_DESC, EventDesc()},
      {PERFC_FEATURE_CPU_TOPOLOGY, CpuTopology()},
      {PERFC_FEATURE_NUMA_TOPOLOGY,
       U32({1, 0}) + U64({1 << 20, 1 << 19}) + Text("0-1")},
      {PERFC_FEATURE_BRANCH_STACK, ""},
      {PERFC_FEATURE_PMU_MAPPINGS,
       U32({2, 1}) + Text("software") + U32({4}) + Text("cpu")},
      {PERFC_FEATURE_GROUP_DESC, U32({1}) + Text("group") + U32({0, 2})},
      {PERFC_FEATURE_AUXTRACE, U64({1, 0x1000, 32})},
      {PERFC_FEATURE_STAT, ""},
      {PERFC_FEATURE_CACHE,
       U32({1, 1, 1, 64, 64, 8}) + Texts({"Data", "32K", "0-1"})},
      {PERFC_FEATURE_SAMPLE_TIME, U64({10, 20})},
      {PERFC_FEATURE_MEM_TOPOLOGY, U64({1, 1 << 20, 1, 0, 70, 70, ~0ull, 63})},
      {PERFC_FEATURE_CLOCKID, U64({1000000000})},
      {PERFC_FEATURE_DIR_FORMAT, U64({1})},
      {PERFC_FEATURE_BPF_PROG_INFO, BpfProgram()},
      {PERFC_FEATURE_BPF_BTF, U32({1, 5, 4, 0xeb9f})},
      {PERFC_FEATURE_COMPRESSED, U32({1, 1, 1, 4, 1 << 20})},
      {PERFC_FEATURE_CPU_PMU_CAPS, U32({1}) + Texts({"branches", "32"})},
      {PERFC_FEATURE_CLOCK_DATA, U32({1, 4}) + U64({1000, 2000})},
      {PERFC_FEATURE_HYBRID_TOPOLOGY, U32({1}) + Texts({"cpu_core", "0-1"})},
      {PERFC_FEATURE_PMU_CAPS, U32({1, 1}) + Texts({"branches", "32", "cpu"})},
      {PERFC_FEATURE_CPU_DOMAIN_INFO, U32({1, 2})},
      {PERFC_FEATURE_E_MACHINE, U32({62, 0})},
  };
}

std::string Sample(uint64_t time) {
  return Record(PERFC_RECORD_SAMPLE, U64({1, time}));
}

std::string Compressed(const std::string& content) {
  std::string out(ZSTD_compressBound(content.size()), '\0');
  const size_t size = ZSTD_compress(&out[0], out.size(), content.data(),
                                    content.size(), /*compressionLevel=*/1);
  Demand(!ZSTD_isError(size), "zstd compresses");
  out.resize(size);
  return out;
}

// perf's own records, with a round that isn't in the order of time around them.
std::vector<std::string> OwnRecords() {
  const std::string inner = Sample(5) + Sample(4);
  std::string zstd = Compressed(inner);
  const std::string unpadded = Record(PERFC_RECORD_COMPRESSED, zstd);
  std::string padded = U64({zstd.size()}) + zstd;
  padded.resize((padded.size() + 7) & ~size_t{7});
  return {
      Record(PERFC_RECORD_HEADER_EVENT_TYPE, U64({1}) + std::string(64, 'n')),
      Record(PERFC_RECORD_HEADER_TRACING_DATA, U32({8})) + U64({1}),
      Record(PERFC_RECORD_HEADER_BUILD_ID, BuildIds().substr(8), 1 << 15),
      Record(PERFC_RECORD_FINISHED_ROUND, ""),
      Record(PERFC_RECORD_ID_INDEX, U64({1, 1, 0, 0, 7})),
      Record(PERFC_RECORD_AUXTRACE_INFO, U64({1, 2, 3})),
      Record(PERFC_RECORD_AUXTRACE, U64({16, 0, 0, 0, 0})) + U64({1, 2}),
      Record(PERFC_RECORD_AUXTRACE_ERROR, std::string(104, '\1')),
      Record(PERFC_RECORD_THREAD_MAP, U64({1, 7}) + std::string(16, 't')),
      Record(PERFC_RECORD_CPU_MAP, U32({2 | 1 << 16, 0})),
      Record(PERFC_RECORD_STAT_CONFIG, U64({1, 0, 1})),
      Record(PERFC_RECORD_STAT, U64({1, 0, 1, 2, 3})),
      Record(PERFC_RECORD_STAT_ROUND, U64({1, 2})),
      Record(PERFC_RECORD_EVENT_UPDATE, U64({2, 1, 'n'})),
      Record(PERFC_RECORD_TIME_CONV, U64({1, 2, 3, 4, 5, 1})),
      Record(PERFC_RECORD_FINISHED_INIT, ""),
      unpadded,
      Record(PERFC_RECORD_COMPRESSED2, padded),
  };
}

}  // namespace

std::vector<std::string> SmallDataFiles() {
  const perfc_attr attr = SamplingAttr();
  vectors::Stored stored;
  stored.byte_order = PERFC_BYTE_ORDER_LITTLE;
  stored.attrs.push_back(
      {reinterpret_cast<const uint8_t*>(&attr), sizeof attr, {1, 2}});
  std::vector<std::string> files;
  const auto add = [&](const std::string& records, const Features& features) {
    stored.records = reinterpret_cast<const uint8_t*>(records.data());
    stored.size = records.size();
    files.push_back(MakeDataFile(stored, features));
    files.push_back(MakePipeFile(stored, features));
  };
  for (const auto& feature : AllFeatures()) add(Sample(1), {feature});
  for (const std::string& record : OwnRecords()) {
    add(Sample(3) + record + Sample(2) +
            Record(PERFC_RECORD_FINISHED_ROUND, "") + Sample(6),
        {});
  }
  return files;
}

}  // namespace fuzz
