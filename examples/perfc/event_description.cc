#include "examples/perfc/event_description.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include "perfc/profile.h"

namespace tool {
namespace {

constexpr size_t kAttrSize = sizeof(perfc_attr);
constexpr size_t kNameAlign = 64;  // as the perf tool pads strings

template <typename T>
void Append(const T& value, std::string* out) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out->append(bytes, sizeof value);
}

void AppendName(std::string name, std::string* out) {
  name.resize((name.size() / kNameAlign + 1) * kNameAlign);
  Append(static_cast<uint32_t>(name.size()), out);
  *out += name;
}

std::vector<uint64_t> IdsOf(const perfc_plan* plan, uint32_t index) {
  uint32_t count = 0;
  perfc_plan_ids(plan, index, nullptr, 0, &count);
  std::vector<uint64_t> ids(count);
  perfc_plan_ids(plan, index, ids.data(), count, &count);
  return ids;
}

// As perf does, tells by the name that the kernel is left out, which may be a
// fallback.
std::string NameOf(const perfc_spec& spec, const perfc_attr& attr) {
  std::string name = spec.name;
  const bool user_only = attr.flags & PERFC_ATTR_EXCLUDE_KERNEL &&
                         !(attr.flags & PERFC_ATTR_EXCLUDE_USER);
  if (user_only && name.find_first_of(":/") == std::string::npos) name += ":u";
  return name;
}

}  // namespace

std::string DescribeEvents(const std::vector<perfc_spec>& specs,
                           const perfc_plan* plan) {
  std::string out;
  Append(static_cast<uint32_t>(specs.size()), &out);
  Append(static_cast<uint32_t>(kAttrSize), &out);
  for (uint32_t i = 0; i < specs.size(); ++i) {
    perfc_attr attr = {};
    perfc_plan_attr(plan, i, &attr, sizeof attr);
    const std::vector<uint64_t> ids = IdsOf(plan, i);
    Append(attr, &out);
    Append(static_cast<uint32_t>(ids.size()), &out);
    AppendName(NameOf(specs[i], attr), &out);
    for (const uint64_t id : ids) Append(id, &out);
  }
  return out;
}

std::string DescribeGroups(const std::vector<perfc_spec>& specs) {
  std::map<uint32_t, uint32_t> members;  // by the leader
  for (const perfc_spec& spec : specs) ++members[spec.leader];
  std::string groups;
  uint32_t count = 0;
  for (const auto& [leader, size] : members) {
    if (size < 2) continue;
    AppendName("{anon_group}", &groups);
    Append(leader, &groups);
    Append(size, &groups);
    ++count;
  }
  if (count == 0) return "";
  std::string out;
  Append(count, &out);
  return out + groups;
}

FeatureRecord::FeatureRecord(uint64_t feature, std::string content,
                             const perfc_plan* plan)
    : plan_(plan), content_(std::move(content)) {
  const uint32_t type = PERFC_RECORD_HEADER_FEATURE;
  const uint16_t size = sizeof header_;
  std::memcpy(header_, &type, sizeof type);
  std::memcpy(header_ + 6, &size, sizeof size);
  std::memcpy(header_ + 8, &feature, sizeof feature);
}

perfc_stream_record FeatureRecord::Record() const {
  perfc_stream_record record = {};
  record.record.data = header_;
  record.record.type = PERFC_RECORD_HEADER_FEATURE;
  record.record.size = sizeof header_;
  record.plan = plan_;
  record.position = PERFC_NO_POSITION;
  record.tail = reinterpret_cast<const uint8_t*>(content_.data());
  record.tail_size = content_.size();
  record.flags = PERFC_STREAM_RECORD_HEADER;
  return record;
}

}  // namespace tool
