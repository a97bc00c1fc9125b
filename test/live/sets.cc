#include "sets.h"

#include "events.h"
#include "gtest/gtest.h"

namespace live {

Specs::Specs() { EXPECT_EQ(0, perfc_specs_create(nullptr, &specs_, nullptr)); }

Specs& Specs::Add(const perfc_attr& attr, const char* name, uint32_t leader) {
  perfc_error error = {};
  EXPECT_GE(perfc_specs_add(specs_, &attr, sizeof attr, name, leader, &error),
            0)
      << Text(error);
  return *this;
}

Specs& Specs::Filter(const std::string& filter) {
  const auto last = static_cast<uint32_t>(perfc_specs_count(specs_) - 1);
  perfc_error error = {};
  EXPECT_EQ(0, perfc_specs_set_filter(specs_, last, filter.c_str(), &error))
      << Text(error);
  return *this;
}

perfc_target OnCpus(const char* cpus) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = PERFC_TARGET_CPUS;
  target.cpus = cpus;
  return target;
}

// The path lives as long as the caller's.
perfc_target OfCgroup(const std::string& path) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = PERFC_TARGET_CGROUP;
  target.cgroup = path.c_str();
  return target;
}

perfc_target OfTasks(uint32_t kind, int pid, uint32_t flags) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = kind;
  target.pid = pid;
  target.flags = flags;
  return target;
}

Set::Set(const perfc_specs* specs, const perfc_target& target, uint32_t flags,
         uint32_t fallbacks) {
  EXPECT_EQ(0, perfc_report_create(&report_, nullptr));
  perfc_set_options options = {};
  options.size = sizeof options;
  options.flags = flags;
  options.fallbacks = fallbacks;
  options.report = report_;
  result_ = perfc_set_open(nullptr, specs, &target, &options, &set_, &error_);
}

Set::~Set() {
  perfc_set_close(set_);
  perfc_report_destroy(report_);
}

std::vector<perfc_member> Set::members() const {
  std::vector<perfc_member> members(
      static_cast<size_t>(set_ ? perfc_set_member_count(set_) : 0));
  for (uint32_t i = 0; i < members.size(); ++i) {
    EXPECT_EQ(0, perfc_set_member(set_, i, &members[i], sizeof members[i]));
  }
  return members;
}

uint64_t Set::Total() const {
  uint64_t total = 0;
  for (const perfc_member& member : members()) {
    if (member.event != nullptr) total += Count(member.event);
  }
  return total;
}

std::vector<struct perfc_report_entry> Set::entries() const {
  std::vector<struct perfc_report_entry> entries(
      static_cast<size_t>(perfc_report_count(report_)));
  for (uint32_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(0, perfc_report_get(report_, i, &entries[i], sizeof entries[i]));
  }
  return entries;
}

std::string Set::text() const {
  std::string text(static_cast<size_t>(perfc_report_text(
                       report_, PERFC_REPORT_ALL, nullptr, 0)) +
                       1,
                   '\0');
  perfc_report_text(report_, PERFC_REPORT_ALL, text.data(), text.size());
  text.pop_back();
  return text;
}

}  // namespace live
