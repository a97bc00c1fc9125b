#include "examples/perfc/script_fields.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tool {
namespace {

constexpr struct {
  std::string_view name;
  uint32_t field;
  uint64_t sample_type;  // without it the samples have no such field
} kFields[] = {
    {"comm", kComm, 0},
    {"tid", kTid, PERFC_SAMPLE_TID},
    {"pid", kPid, PERFC_SAMPLE_TID},
    {"time", kTime, PERFC_SAMPLE_TIME},
    {"cpu", kCpu, PERFC_SAMPLE_CPU},
    {"event", kEvent, 0},
    {"trace", kTrace, PERFC_SAMPLE_RAW},
    {"ip", kIp, PERFC_SAMPLE_IP},
    {"sym", kSym, PERFC_SAMPLE_IP},
    {"symoff", kSym, PERFC_SAMPLE_IP},
    {"dso", kDso, PERFC_SAMPLE_IP},
    {"dsoff", kDsoff, PERFC_SAMPLE_IP},
    {"addr", kAddr, PERFC_SAMPLE_ADDR},
    {"period", kPeriod, 0},  // a fixed one is in the attr
    {"brstack", kBrstack, PERFC_SAMPLE_BRANCH_STACK},
    {"weight", kWeight, PERFC_SAMPLE_WEIGHT | PERFC_SAMPLE_WEIGHT_STRUCT},
    {"phys_addr", kPhysAddr, PERFC_SAMPLE_PHYS_ADDR},
    {"misc", kMisc, 0},
    {"iregs", kIregs, PERFC_SAMPLE_REGS_INTR},
    {"uregs", kUregs, PERFC_SAMPLE_REGS_USER},
    {"ins_lat", kInsLat, PERFC_SAMPLE_WEIGHT_STRUCT},
    {"retire_lat", kRetireLat, PERFC_SAMPLE_WEIGHT_STRUCT},
    {"cgroup", kCgroup, PERFC_SAMPLE_CGROUP},
    {"data_page_size", kDataPageSize, PERFC_SAMPLE_DATA_PAGE_SIZE},
    {"code_page_size", kCodePageSize, PERFC_SAMPLE_CODE_PAGE_SIZE},
};

// perf's other fields, which need programs' code and symbols, or are in --json.
constexpr std::string_view kNotPrinted[] = {"hw",
                                            "srcline",
                                            "srccode",
                                            "brstacksym",
                                            "brstackoff",
                                            "brstackinsn",
                                            "brstackinsnlen",
                                            "bpf-output",
                                            "callindent",
                                            "insn",
                                            "insnlen",
                                            "synth",
                                            "metric",
                                            "ipc",
                                            "tod",
                                            "machine_pid",
                                            "vcpu",
                                            "flags",
                                            "data_src",
                                            "disasm",
                                            "brstackdisasm",
                                            "brcntr",
                                            "addr_loc",
                                            "hide_call_sym"};

constexpr uint32_t kUsual = kComm | kTid | kCpu | kTime | kEvent;
constexpr uint32_t kPlace = kIp | kSym | kDso;

uint32_t DefaultsOf(const perfc_attr& attr) {
  switch (attr.type) {
    case PERFC_TYPE_TRACEPOINT:
      return kUsual | kTrace |
             (attr.sample_type & PERFC_SAMPLE_CALLCHAIN ? kPlace : 0);
    case PERFC_TYPE_RAW:
      return kUsual | kPlace | kPeriod | kAddr | kWeight | kPhysAddr;
    default:
      return kUsual | kPlace | kPeriod;
  }
}

uint32_t FieldOf(std::string_view word) {
  for (const auto& field : kFields) {
    if (word == field.name) return field.field;
  }
  return 0;
}

std::string WhyNot(std::string_view word) {
  const std::string quoted = "'" + std::string(word) + "'";
  const auto* end = std::end(kNotPrinted);
  if (std::find(std::begin(kNotPrinted), end, word) != end) {
    return quoted + " isn't printed; --json has all that a record says";
  }
  std::string known;
  for (const auto& field : kFields) {
    known += (known.empty() ? "" : ", ") + std::string(field.name);
  }
  return quoted + " is no field; fields are " + known;
}

}  // namespace

bool Fields::Parse(const std::string& text, std::string* why) {
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    const char sign = word.empty() ? ' ' : word.front();
    if (sign == '+' || sign == '-') word.remove_prefix(1);
    const uint32_t field = FieldOf(word);
    if (field == 0) {
      *why = WhyNot(word);
      return false;
    }
    (sign == '+' ? added_ : sign == '-' ? removed_ : named_) |= field;
  }
  return true;
}

uint32_t Fields::For(const perfc_attr& attr) const {
  uint32_t fields = named_ != 0 ? named_ : DefaultsOf(attr);
  fields = (fields | added_) & ~removed_;
  if (fields & kDsoff) fields |= kDso;
  for (const auto& field : kFields) {
    const bool lacks =
        field.sample_type != 0 && (attr.sample_type & field.sample_type) == 0;
    if (lacks) fields &= ~field.field;
  }
  return fields;
}

std::string Fields::Missing(const std::vector<perfc_attr>& attrs) const {
  uint32_t all = 0;
  for (const perfc_attr& attr : attrs) all |= For(attr);
  for (const auto& field : kFields) {
    const bool asked = (named_ | added_) & ~removed_ & field.field;
    if (asked && !(all & field.field)) return std::string(field.name);
  }
  return "";
}

}  // namespace tool
