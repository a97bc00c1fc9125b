#include "examples/perfc/script_text.h"

#include <algorithm>
#include <cinttypes>

#include "examples/perfc/printable.h"
#include "examples/perfc/record_string.h"
#include "examples/perfc/sample_values.h"
#include "examples/perfc/side_band_text.h"
#include "examples/perfc/text.h"

namespace tool {
namespace {

constexpr uint64_t kSecond = 1000000000;
// Any of them prints the address, or what lies there.
constexpr uint32_t kPlace = kIp | kSym | kDso;

bool IsUser(const perfc_record& record) {
  return (record.misc & PERFC_RECORD_MISC_CPUMODE_MASK) ==
         PERFC_RECORD_MISC_USER;
}

bool IsContext(uint64_t marker) {
  for (const uint64_t known :
       {PERFC_CONTEXT_HV, PERFC_CONTEXT_KERNEL, PERFC_CONTEXT_USER,
        PERFC_CONTEXT_USER_DEFERRED, PERFC_CONTEXT_GUEST,
        PERFC_CONTEXT_GUEST_KERNEL, PERFC_CONTEXT_GUEST_USER}) {
    if (marker == known) return true;
  }
  return false;
}

}  // namespace

void ScriptText::LoadEvents(const perfc_plan* plan) {
  const int count = perfc_plan_attr_count(plan);
  for (auto i = static_cast<uint32_t>(events_.size());
       i < static_cast<uint32_t>(std::max(count, 0)); ++i) {
    perfc_attr attr = {};
    perfc_plan_attr(plan, i, &attr, sizeof attr);
    Event event;
    event.name = file_->EventName(i);
    event.fields = fields_.For(attr);
    event.period = attr.sample_period;
    event.user_regs = attr.sample_regs_user;
    event.intr_regs = attr.sample_regs_intr;
    event.has_chain = attr.sample_type & PERFC_SAMPLE_CALLCHAIN;
    name_width_ = std::max(name_width_, event.name.size());
    events_.push_back(event);
  }
}

const ScriptText::Event& ScriptText::EventOf(const perfc_plan* plan,
                                             uint32_t index) {
  static const Event kUnknown;
  if (index >= events_.size()) LoadEvents(plan);
  return index < events_.size() ? events_[index] : kUnknown;
}

std::string ScriptText::Start(const Event& event, const Head& head,
                              const perfc_record& record, bool in_chain) const {
  const auto has = [&](uint32_t field) { return event.fields & field; };
  std::string line;
  if (has(kComm)) {
    line += Format(in_chain ? "%s " : "%16s ",
                   tasks_.CommOf(head.comm_tid).c_str());
  }
  const auto pid = static_cast<int32_t>(head.pid);
  const auto tid = static_cast<int32_t>(head.tid);
  if (has(kPid) && has(kTid)) {
    line += Format("%5" PRId32 "/%-5" PRId32 " ", pid, tid);
  } else if (has(kPid) || has(kTid)) {
    line += Format("%5" PRId32 " ", has(kPid) ? pid : tid);
  }
  if (has(kCpu)) line += Format("[%03" PRIu32 "] ", head.cpu);
  if (has(kMisc)) line += MiscText(record);
  if (!has(kTime)) return line;
  const uint64_t seconds = head.time / kSecond;
  const uint64_t rest = head.time % kSecond;
  if (options_.nanoseconds) {
    return line + Format("%5" PRIu64 ".%09" PRIu64 ": ", seconds, rest);
  }
  return line +
         Format("%12s: ",
                Format("%" PRIu64 ".%06" PRIu64, seconds, rest / 1000).c_str());
}

std::string ScriptText::Address(const Event& event, uint32_t pid,
                                uint64_t address, bool user,
                                bool in_chain) const {
  const auto has = [&](uint32_t field) { return event.fields & field; };
  const KnownTasks::Place place = tasks_.Find(pid, address, user);
  // In a call chain the perf tool prints the offset in the file.
  if (in_chain && place.in_file) address = place.offset;
  std::string text;
  if (has(kIp)) text += Format("%16" PRIx64, address);
  const char* space = has(kIp) ? " " : "";
  // Symbols aren't looked up here.
  if (has(kSym)) text += std::string(space) + "[unknown]";
  if (!has(kDso)) return text;
  text += std::string(has(kSym) ? " " : space) + "(" + place.file;
  if (has(kDsoff)) text += Format("+0x%" PRIx64, place.offset);
  return text + ")";
}

std::string ScriptText::Chain(const Event& event,
                              const perfc_stream_record& from,
                              const perfc_sample& sample) const {
  const auto* chain = static_cast<const uint64_t*>(
      perfc_record_range(&from.record, &sample.callchain, sizeof(uint64_t)));
  bool user = IsUser(from.record);
  std::string text = "\n";
  for (uint32_t i = 0; chain != nullptr && i < sample.callchain.count; ++i) {
    if (chain[i] >= PERFC_CONTEXT_MAX) {
      // As the perf tool does, takes a chain with an unknown marker for garbage.
      if (!IsContext(chain[i])) return "\n";
      user = chain[i] == PERFC_CONTEXT_USER;
      continue;
    }
    text += "\t" + Printable(Address(event, sample.pid, chain[i], user, true)) +
            "\n";
  }
  return text;
}

// The file's own formats: the machine of the recording may have had others.
void ScriptText::LoadTracepoints() {
  has_tracepoints_ = true;
  const Rows<perfc_tracepoint_row> rows(file_->get(), PERFC_ROWS_TRACEPOINTS,
                                        nullptr);
  const uint32_t order = file_->info().byte_order;
  for (const perfc_tracepoint_row& row : rows) {
    const std::string system(rows.Text(row.system));
    const std::string_view format = rows.Text(row.format);
    perfc_tracepoint* made = nullptr;
    if (perfc_tracepoint_create_from_text(system.c_str(), format.data(),
                                          format.size(), order, &made,
                                          nullptr) == 0) {
      tracepoints_[row.id].reset(made);
    }
  }
}

std::string ScriptText::Trace(const perfc_stream_record& from,
                              const perfc_sample& sample) {
  if (!has_tracepoints_) LoadTracepoints();
  perfc_attr attr = {};
  perfc_plan_attr(from.plan, sample.attr_index, &attr, sizeof attr);
  const auto known = tracepoints_.find(static_cast<uint32_t>(attr.config));
  if (known == tracepoints_.end()) return "[unknown format]";
  const void* raw = perfc_record_range(&from.record, &sample.raw, 1);
  int length = 0;
  for (int round = 0; round < 2; ++round) {
    length =
        perfc_tracepoint_text(known->second.get(), raw, sample.raw.count,
                              PERFC_FIELD_ALL, trace_.data(), trace_.size());
    if (length < static_cast<int>(trace_.size())) break;
    trace_.resize(static_cast<size_t>(length) + 1);
  }
  return length < 0 ? "[malformed]" : trace_.data();
}

// What stands between the start of the line and the addresses.
std::string ScriptText::Values(const Event& event,
                               const perfc_stream_record& from,
                               const perfc_sample& sample) {
  const auto has = [&](uint32_t field) { return event.fields & field; };
  std::string text;
  if (has(kPeriod)) {
    const bool own = sample.present & PERFC_SAMPLE_PERIOD;
    text += Format("%10" PRIu64 " ", own ? sample.period : event.period);
  }
  if (has(kEvent)) {
    text += Format("%*s: ", static_cast<int>(name_width_), event.name.c_str());
  }
  if (has(kTrace)) text += Trace(from, sample);
  if (has(kAddr)) text += Format("%16" PRIx64, sample.addr);
  if (has(kWeight)) {
    const bool whole = sample.present & PERFC_SAMPLE_WEIGHT;
    text += Format("%16" PRIu64, whole ? sample.weight : sample.weight_var1_dw);
  }
  if (has(kInsLat)) text += Format("%16" PRIu16, sample.weight_var2_w);
  if (has(kRetireLat)) text += Format("%16" PRIu16, sample.weight_var3_w);
  if (has(kCgroup)) {
    const auto known = cgroups_.find(sample.cgroup);
    text += " " + (known == cgroups_.end() ? "unknown" : known->second);
  }
  return text;
}

// What stands behind the addresses.
std::string ScriptText::Tail(const Event& event, const perfc_record& record,
                             const perfc_sample& sample) {
  const auto has = [&](uint32_t field) { return event.fields & field; };
  std::string text;
  if (has(kIregs | kUregs) && arch_.empty()) arch_ = Arch();
  if (has(kIregs)) {
    text += RegistersText(record, sample.intr_regs, sample.intr_abi,
                          event.intr_regs, arch_);
  }
  if (has(kUregs)) {
    text += RegistersText(record, sample.user_regs, sample.user_abi,
                          event.user_regs, arch_);
  }
  if (has(kBrstack)) text += BranchesText(record, sample);
  if (has(kPhysAddr)) text += Format("%16" PRIx64, sample.phys_addr);
  if (has(kDataPageSize)) text += " " + PageSizeText(sample.data_page_size);
  if (has(kCodePageSize)) text += " " + PageSizeText(sample.code_page_size);
  return text;
}

// Of the machine of the recording; "?" if the file doesn't say.
std::string ScriptText::Arch() const {
  const Rows<perfc_fact_row> rows(file_->get(), PERFC_ROWS_FACTS, nullptr);
  for (const perfc_fact_row& row : rows) {
    if (row.feature == PERFC_FEATURE_ARCH) {
      return std::string(rows.Text(row.value));
    }
  }
  return "?";
}

void ScriptText::TakeCgroup(const perfc_stream_record& from) {
  perfc_record_cgroup cgroup = {};
  if (perfc_decode_cgroup(from.plan, &from.record, &cgroup, sizeof cgroup)) {
    return;
  }
  cgroups_[cgroup.id] = Printable(StringOf(from.record, cgroup.path));
}

std::string ScriptText::Sample(const perfc_stream_record& from) {
  perfc_sample sample = {};
  if (perfc_decode_sample(from.plan, &from.record, &sample, sizeof sample) !=
      0) {
    ++malformed_;
    return "";
  }
  const Event& event = EventOf(from.plan, sample.attr_index);
  const bool in_chain = event.fields & kPlace && event.has_chain;
  std::string line =
      Start(event,
            {sample.tid, sample.pid, sample.tid, sample.cpu, sample.time},
            from.record, in_chain) +
      Values(event, from, sample);
  std::string chain;
  if (in_chain && sample.callchain.count > 0) {
    chain = Chain(event, from, sample);
  } else if (event.fields & kPlace) {
    line +=
        " " + Address(event, sample.pid, sample.ip, IsUser(from.record), false);
  }
  const std::string tail = Tail(event, from.record, sample);
  if (chain.empty()) return Line(line + tail);
  return Printable(line) + chain + Line(tail);
}

std::string ScriptText::SideBand(const perfc_stream_record& from) {
  const SideBandText body = TextOfSideBand(from);
  perfc_sample_id id = {};
  if (body.text.empty() ||
      perfc_decode_sample_id(from.plan, &from.record, &id, sizeof id) != 0) {
    ++malformed_;
    return "";
  }
  const Head head = {body.tid != 0 ? body.tid : id.tid, id.pid, id.tid, id.cpu,
                     id.time};
  const Event& event = EventOf(from.plan, id.attr_index);
  const bool in_chain = event.fields & kPlace && event.has_chain;
  return Printable(Start(event, head, from.record, in_chain)) + body.text +
         "\n";
}

std::string ScriptText::Text(const perfc_stream_record& from) {
  tasks_.Process(from);
  if (from.record.type == PERFC_RECORD_CGROUP) TakeCgroup(from);
  if (from.record.type == PERFC_RECORD_SAMPLE) return Sample(from);
  if (!IsShown(options_.shown, from.record.type)) return "";
  return SideBand(from);
}

}  // namespace tool
