#include "examples/perfc/attr_text.h"

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

#include "examples/perfc/text.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"

namespace tool {
namespace {

constexpr char kLine[] =
    "------------------------------------------------------------\n";

struct Bit {
  uint64_t bit;
  const char* name;
};

constexpr Bit kSampleTypes[] = {
    {PERFC_SAMPLE_IP, "IP"},
    {PERFC_SAMPLE_TID, "TID"},
    {PERFC_SAMPLE_TIME, "TIME"},
    {PERFC_SAMPLE_ADDR, "ADDR"},
    {PERFC_SAMPLE_READ, "READ"},
    {PERFC_SAMPLE_CALLCHAIN, "CALLCHAIN"},
    {PERFC_SAMPLE_ID, "ID"},
    {PERFC_SAMPLE_CPU, "CPU"},
    {PERFC_SAMPLE_PERIOD, "PERIOD"},
    {PERFC_SAMPLE_STREAM_ID, "STREAM_ID"},
    {PERFC_SAMPLE_RAW, "RAW"},
    {PERFC_SAMPLE_BRANCH_STACK, "BRANCH_STACK"},
    {PERFC_SAMPLE_REGS_USER, "REGS_USER"},
    {PERFC_SAMPLE_STACK_USER, "STACK_USER"},
    {PERFC_SAMPLE_IDENTIFIER, "IDENTIFIER"},
    {PERFC_SAMPLE_REGS_INTR, "REGS_INTR"},
    {PERFC_SAMPLE_DATA_SRC, "DATA_SRC"},
    {PERFC_SAMPLE_WEIGHT, "WEIGHT"},
    {PERFC_SAMPLE_PHYS_ADDR, "PHYS_ADDR"},
    {PERFC_SAMPLE_AUX, "AUX"},
    {PERFC_SAMPLE_CGROUP, "CGROUP"},
    {PERFC_SAMPLE_DATA_PAGE_SIZE, "DATA_PAGE_SIZE"},
    {PERFC_SAMPLE_CODE_PAGE_SIZE, "CODE_PAGE_SIZE"},
    {PERFC_SAMPLE_WEIGHT_STRUCT, "WEIGHT_STRUCT"},
    {PERFC_SAMPLE_TRANSACTION, "TRANSACTION"},
};

constexpr Bit kReadFormats[] = {
    {PERFC_FORMAT_TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED"},
    {PERFC_FORMAT_TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING"},
    {PERFC_FORMAT_ID, "ID"},
    {PERFC_FORMAT_GROUP, "GROUP"},
    {PERFC_FORMAT_LOST, "LOST"},
};

constexpr Bit kBranchTypes[] = {
    {PERFC_SAMPLE_BRANCH_USER, "USER"},
    {PERFC_SAMPLE_BRANCH_KERNEL, "KERNEL"},
    {PERFC_SAMPLE_BRANCH_HV, "HV"},
    {PERFC_SAMPLE_BRANCH_ANY, "ANY"},
    {PERFC_SAMPLE_BRANCH_ANY_CALL, "ANY_CALL"},
    {PERFC_SAMPLE_BRANCH_ANY_RETURN, "ANY_RETURN"},
    {PERFC_SAMPLE_BRANCH_IND_CALL, "IND_CALL"},
    {PERFC_SAMPLE_BRANCH_ABORT_TX, "ABORT_TX"},
    {PERFC_SAMPLE_BRANCH_IN_TX, "IN_TX"},
    {PERFC_SAMPLE_BRANCH_NO_TX, "NO_TX"},
    {PERFC_SAMPLE_BRANCH_COND, "COND"},
    {PERFC_SAMPLE_BRANCH_CALL_STACK, "CALL_STACK"},
    {PERFC_SAMPLE_BRANCH_IND_JUMP, "IND_JUMP"},
    {PERFC_SAMPLE_BRANCH_CALL, "CALL"},
    {PERFC_SAMPLE_BRANCH_NO_FLAGS, "NO_FLAGS"},
    {PERFC_SAMPLE_BRANCH_NO_CYCLES, "NO_CYCLES"},
    {PERFC_SAMPLE_BRANCH_TYPE_SAVE, "TYPE_SAVE"},
    {PERFC_SAMPLE_BRANCH_HW_INDEX, "HW_INDEX"},
    {PERFC_SAMPLE_BRANCH_PRIV_SAVE, "PRIV_SAVE"},
};

// By their number in the word; precise_ip takes two.
constexpr const char* kFlags[] = {
    "disabled",
    "inherit",
    "pinned",
    "exclusive",
    "exclude_user",
    "exclude_kernel",
    "exclude_hv",
    "exclude_idle",
    "mmap",
    "comm",
    "freq",
    "inherit_stat",
    "enable_on_exec",
    "task",
    "watermark",
    "precise_ip",
    nullptr,
    "mmap_data",
    "sample_id_all",
    "exclude_host",
    "exclude_guest",
    "exclude_callchain_kernel",
    "exclude_callchain_user",
    "mmap2",
    "comm_exec",
    "use_clockid",
    "context_switch",
    "write_backward",
    "namespaces",
    "ksymbol",
    "bpf_event",
    "aux_output",
    "cgroup",
    "text_poke",
    "build_id",
    "inherit_thread",
    "remove_on_exec",
    "sigtrap",
    "defer_callchain",
    "defer_output",
};

class Lines {
 public:
  void Field(const char* name, const std::string& value) {
    text_ += Format("  %-32s %s\n", name, value.c_str());
  }
  void Unsigned(const char* name, uint64_t value) {
    if (value != 0) Field(name, Format("%" PRIu64, value));
  }
  void Signed(const char* name, int64_t value) {
    if (value != 0) Field(name, Format("%" PRId64, value));
  }
  void Hex(const char* name, uint64_t value) {
    if (value != 0) Field(name, Format("%#" PRIx64, value));
  }
  template <size_t N>
  void Bits(const char* name, uint64_t value, const Bit (&bits)[N]) {
    std::string names;
    for (const Bit& bit : bits) {
      if ((value & bit.bit) == 0) continue;
      if (!names.empty()) names += "|";
      names += bit.name;
      value &= ~bit.bit;
    }
    // Bits without a name in this table.
    if (value != 0)
      names += Format("%s%#" PRIx64, names.empty() ? "" : "|", value);
    if (!names.empty()) Field(name, names);
  }
  std::string Take() { return kLine + std::move(text_) + kLine; }

 private:
  std::string text_ = "perf_event_attr:\n";
};

void AddFlags(uint64_t flags, Lines* lines) {
  for (size_t i = 0; i < std::size(kFlags); ++i) {
    const uint64_t mask = i == PERFC_ATTR_PRECISE_IP_SHIFT ? 3 : 1;
    if (kFlags[i] != nullptr) lines->Unsigned(kFlags[i], flags >> i & mask);
  }
  lines->Hex("flags", flags & ~uint64_t{PERFC_ATTR_FLAGS_KNOWN});
}

}  // namespace

std::string AttrText(const void* bytes, size_t size) {
  perfc_attr attr = {};
  memcpy(&attr, bytes, std::min(size, sizeof attr));
  Lines lines;
  lines.Unsigned("type", attr.type);
  lines.Unsigned("size", attr.size);
  lines.Hex("config", attr.config);
  lines.Unsigned("{ sample_period, sample_freq }", attr.sample_period);
  lines.Bits("sample_type", attr.sample_type, kSampleTypes);
  lines.Bits("read_format", attr.read_format, kReadFormats);
  AddFlags(attr.flags, &lines);
  lines.Unsigned("{ wakeup_events, wakeup_watermark }", attr.wakeup_events);
  lines.Unsigned("bp_type", attr.bp_type);
  lines.Hex("{ bp_addr, config1 }", attr.config1);
  lines.Hex("{ bp_len, config2 }", attr.config2);
  lines.Bits("branch_sample_type", attr.branch_sample_type, kBranchTypes);
  lines.Hex("sample_regs_user", attr.sample_regs_user);
  lines.Unsigned("sample_stack_user", attr.sample_stack_user);
  lines.Signed("clockid", attr.clockid);
  lines.Hex("sample_regs_intr", attr.sample_regs_intr);
  lines.Unsigned("aux_watermark", attr.aux_watermark);
  lines.Unsigned("sample_max_stack", attr.sample_max_stack);
  lines.Unsigned("aux_sample_size", attr.aux_sample_size);
  lines.Hex("aux_action", attr.aux_action);
  lines.Unsigned("sig_data", attr.sig_data);
  lines.Hex("config3", attr.config3);
  lines.Hex("config4", attr.config4);
  return lines.Take();
}

}  // namespace tool
