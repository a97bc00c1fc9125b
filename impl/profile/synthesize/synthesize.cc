#include "impl/profile/synthesize/synthesize.h"

#include <cerrno>
#include <new>

#include "absl/types/span.h"
#include "impl/base/fail.h"
#include "impl/profile/features/features.h"
#include "impl/profile/synthesize/block.h"
#include "impl/profile/synthesize/bpf_records.h"
#include "impl/profile/synthesize/cgroup_records.h"
#include "impl/profile/synthesize/fact_records.h"
#include "impl/profile/synthesize/kernel_records.h"
#include "impl/profile/synthesize/producer.h"
#include "impl/profile/synthesize/task_records.h"
#include "perfc/attr.h"

namespace perfc::profile::synthesize {
namespace {

constexpr char kSynthesize[] = "perfc_file_synthesize";
constexpr char kNextRecords[] = "perfc_file_next_records";

constexpr uint32_t kKnownFlags =
    PERFC_SYNTHESIZE_TASKS | PERFC_SYNTHESIZE_KERNEL | PERFC_SYNTHESIZE_FACTS |
    PERFC_SYNTHESIZE_BUILD_IDS;

// The facts of a job as the features of a file.
class Facts : public features::Store {
 public:
  explicit Facts(const Job& job) : job_(job) {}

  int Get(uint32_t feature, absl::Span<const uint8_t>* bytes,
          uint64_t* position, perfc_error* error) override {
    const int failed = job_.flags & PERFC_SYNTHESIZE_FACTS
                           ? AnyFeature(job_, feature, &content_)
                           : -ENODATA;
    if (failed) {
      return base::Fail(error, failed, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                        "perfc_file_create_table", {},
                        "this machine doesn't tell the feature");
    }
    *bytes = {content_.data(), content_.size()};
    *position = 0;
    return 0;
  }
  int GetRaw(uint32_t feature, features::RawFeature* raw,
             perfc_error* error) override {
    const int failed = Get(feature, &raw->bytes, &raw->position, error);
    if (!failed) raw->size = raw->bytes.size();
    return failed;
  }
  const perfc_plan* plan() const override { return job_.plan; }
  features::EventUpdate Update(uint32_t) const override { return {}; }

 private:
  const Job& job_;
  format::Builder content_;
};

class Synthesized : public source::Source {
 public:
  Synthesized(const perfc_host* host, const perfc_plan* plan)
      : job_(host, plan),
        facts_(job_),
        kernel_(job_, &symbols_),
        bpf_(job_, symbols_),
        cgroups_(job_),
        tasks_(job_) {}

  // Learns what the records look like. -ENOMEM, or open(2)'s.
  int Open(absl::Span<const int32_t> pids, uint32_t flags);

  int NextRecords(perfc_stream_record* records, uint32_t capacity,
                  perfc_error* error) override;
  void GetInfo(perfc_file_info* info) const override;
  int FillTable(table::Table* table, perfc_error* error) const override;

 private:
  static constexpr size_t kMaxProducers = 5;

  void Choose();
  void ReadAttrs();
  int NextOne(perfc_stream_record* record);

  Job job_;
  Block block_;
  Kallsyms symbols_;
  FactRecords facts_;
  KernelRecords kernel_;
  BpfRecords bpf_;
  CgroupRecords cgroups_;
  TaskRecords tasks_;
  // Those that the flags ask for, in the order of their records.
  Producer* producers_[kMaxProducers] = {};
  size_t count_ = 0;
  size_t now_ = 0;
  uint64_t records_ = 0;
};

void Synthesized::ReadAttrs() {
  const int count = perfc_plan_attr_count(job_.plan);
  for (int i = 0; i < count; ++i) {
    perfc_attr attr = {};
    if (perfc_plan_attr(job_.plan, static_cast<uint32_t>(i), &attr,
                        sizeof attr) >= 0) {
      job_.attr_flags |= attr.flags;
    }
  }
  perfc_plan_get_places(job_.plan, 0, &job_.places, sizeof job_.places);
}

void Synthesized::Choose() {
  const auto add = [this](bool wanted, Producer* producer) {
    if (wanted) producers_[count_++] = producer;
  };
  const bool kernel = job_.flags & PERFC_SYNTHESIZE_KERNEL;
  const bool tasks = job_.flags & PERFC_SYNTHESIZE_TASKS;
  add(job_.flags & PERFC_SYNTHESIZE_FACTS, &facts_);
  add(kernel, &kernel_);
  add(kernel, &bpf_);
  add(tasks && job_.attr_flags & PERFC_ATTR_CGROUP, &cgroups_);
  add(tasks, &tasks_);
}

int Synthesized::Open(absl::Span<const int32_t> pids, uint32_t flags) {
  job_.flags = flags;
  if (!block_.Open()) return -ENOMEM;
  ReadAttrs();
  Choose();
  return flags & PERFC_SYNTHESIZE_TASKS ? tasks_.List(pids) : 0;
}

// 1, 0 at the end, or a shortage.
int Synthesized::NextOne(perfc_stream_record* record) {
  for (; now_ < count_; ++now_) {
    Made made;
    const int result = producers_[now_]->Next(&block_, &made);
    if (result < 0) return result;
    if (result == 0) continue;
    *record = {};
    record->record = made.record;
    record->plan = job_.plan;
    record->sequence = records_++;
    record->position = PERFC_NO_POSITION;
    record->tail = made.tail;
    record->tail_size = made.tail_size;
    record->flags = made.flags;
    return 1;
  }
  return 0;
}

int Synthesized::NextRecords(perfc_stream_record* records, uint32_t capacity,
                             perfc_error* error) {
  block_.Clear();
  uint32_t taken = 0;
  int result = 1;
  while (taken < capacity && block_.HasRoom()) {
    result = NextOne(&records[taken]);
    if (result != 1) break;
    // The tail lives until the next record is made.
    if (records[taken++].tail != nullptr) break;
  }
  if (taken > 0) return static_cast<int>(taken);
  if (result == -ENOMEM) return base::NoMemory(error, kNextRecords, 0);
  return base::Fail(error, result < 0 ? result : -ESHUTDOWN, PERFC_CALL_NONE,
                    PERFC_RULE_UNKNOWN, kNextRecords, {},
                    result < 0 ? "a file of procfs can't be opened"
                               : "all records were taken");
}

void Synthesized::GetInfo(perfc_file_info* info) const {
  *info = {};
  info->plan = job_.plan;
  info->features = facts_.features();
  info->records = records_;
  info->byte_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
                         ? PERFC_BYTE_ORDER_LITTLE
                         : PERFC_BYTE_ORDER_BIG;
  info->version = 2;
  info->sources = 1;
}

int Synthesized::FillTable(table::Table* table, perfc_error* error) const {
  Facts facts(job_);
  return features::FillTable(facts, table, error);
}

// A plan of the other byte order needs memory to convert a record.
bool IsForeign(const perfc_plan* plan) {
  alignas(8) const uint8_t record[8] = {
      PERFC_RECORD_FINISHED_ROUND, 0, 0, 0, 0, 0, 8, 0};
  perfc_record viewed;
  return perfc_plan_view_record(plan, record, sizeof record, nullptr, 0,
                                &viewed) != 1;
}

const char* WhatIsWrong(const perfc_plan* plan, const int32_t* pids,
                        uint32_t pid_count, uint32_t flags) {
  if (plan == nullptr) return "plan is NULL";
  if (pids == nullptr && pid_count > 0) return "pids is NULL";
  if (flags == 0) return "flags is 0";
  if (flags & ~kKnownFlags) return "flags has an unknown bit";
  if (perfc_plan_attr_count(plan) < 1) return "the plan has no attr";
  if (IsForeign(plan)) return "the plan has the other byte order";
  return nullptr;
}

}  // namespace

int Synthesize(const perfc_host* host, const perfc_plan* plan,
               const int32_t* pids, uint32_t pid_count, uint32_t flags,
               std::unique_ptr<source::Source>* made, perfc_error* error) {
  const char* wrong = WhatIsWrong(plan, pids, pid_count, flags);
  if (wrong != nullptr) return base::BadArgument(error, kSynthesize, wrong);
  std::unique_ptr<Synthesized> source(new (std::nothrow)
                                          Synthesized(host, plan));
  if (source == nullptr) {
    return base::NoMemory(error, kSynthesize, sizeof(Synthesized));
  }
  if (int failed = source->Open({pids, pid_count}, flags)) {
    return base::FileFailed(error, failed, PERFC_RULE_UNKNOWN, kSynthesize,
                            "the processes can't be listed: procfs");
  }
  *made = std::move(source);
  return 0;
}

}  // namespace perfc::profile::synthesize
