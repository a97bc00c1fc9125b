#include "examples/perfc/script_fields.h"

#include <algorithm>
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
};

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

}  // namespace

bool Fields::Parse(const std::string& text, std::string* wrong) {
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    *wrong = word;
    const char sign = word.empty() ? ' ' : word.front();
    if (sign == '+' || sign == '-') word.remove_prefix(1);
    const uint32_t field = FieldOf(word);
    if (field == 0) return false;
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
