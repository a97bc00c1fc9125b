#include "examples/perfc/session.h"

#include "examples/perfc/proc.h"

namespace tool {

void Session::AddRunning(int32_t pid) {
  const auto process = static_cast<uint32_t>(pid);
  for (int32_t tid : ThreadsOf(pid)) {
    tasks_.Comm(process, static_cast<uint32_t>(tid), CommOf(pid, tid), false);
  }
  const std::string maps = ReadFile("/proc/" + std::to_string(pid) + "/maps");
  for (const MapsLine& line : ParseMaps(maps)) {
    if (!line.executable) continue;
    tasks_.Map(process, {line.start, line.end, line.pgoff,
                         symbolizer_.Object(line.filename)});
  }
}

void Session::AddAllRunning() {
  for (int32_t pid : Processes()) AddRunning(pid);
}

template <typename Decoded>
void Session::Decode(perfc::PlanView plan, const perfc::Record& record) {
  perfc::Result<Decoded> decoded = plan.decode<Decoded>(record);
  if (decoded) {
    Take(record, *decoded);
  } else {
    ++malformed_;
  }
}

void Session::Process(perfc::PlanView plan, const perfc::Record& record) {
  switch (record.type) {
    case PERFC_RECORD_SAMPLE:
      return Decode<perfc_sample>(plan, record);
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      return Decode<perfc_record_mmap>(plan, record);
    case PERFC_RECORD_COMM:
      return Decode<perfc_record_comm>(plan, record);
    case PERFC_RECORD_FORK:
    case PERFC_RECORD_EXIT:
      return Decode<perfc_record_task>(plan, record);
    default:  // Losses and throttling are in the rings' own accounts.
      return;
  }
}

void Session::Take(const perfc::Record& record, const perfc_record_task& task) {
  if (record.type == PERFC_RECORD_FORK) {
    tasks_.Fork(task.pid, task.ppid, task.tid, task.ptid);
  } else {
    tasks_.Exit(task.pid, task.tid);
  }
}

void Session::Take(const perfc::Record& record, const perfc_record_comm& comm) {
  tasks_.Comm(comm.pid, comm.tid, record.string(comm.comm), record.comm_exec());
}

void Session::Take(const perfc::Record& record, const perfc_record_mmap& mmap) {
  if (!record.executable()) return;
  tasks_.Map(mmap.pid, {mmap.addr, mmap.addr + mmap.len, mmap.pgoff,
                        symbolizer_.Object(record.string(mmap.filename))});
}

Frame Session::FrameOf(uint32_t pid, uint64_t address, bool user) {
  if (!user) return {symbolizer_.kernel(), address};
  const Mapping* mapping = tasks_.Find(pid, address);
  if (!mapping) return {symbolizer_.unknown(), address};
  return {mapping->object, address - mapping->start + mapping->pgoff};
}

std::vector<Frame> Session::ChainOf(const perfc::Record& record,
                                    const perfc_sample& sample) {
  std::vector<Frame> chain;
  bool user = record.cpumode() == PERFC_RECORD_MISC_USER;
  bool returns = false;  // the address is where a call returns to
  for (uint64_t address : perfc::callchain(record, sample)) {
    if (perfc::is_context(address)) {
      user = address == PERFC_CONTEXT_USER;
      returns = false;
      continue;
    }
    // One back it is in the calling instruction, and so in the caller.
    chain.push_back(FrameOf(sample.pid, address - (returns ? 1 : 0), user));
    returns = true;
  }
  if (chain.empty()) chain.push_back(FrameOf(sample.pid, sample.ip, user));
  return chain;
}

void Session::Take(const perfc::Record& record, const perfc_sample& sample) {
  profile_.Add({sample.attr_index, tasks_.CommOf(sample.tid),
                record.cpumode() == PERFC_RECORD_MISC_USER,
                ChainOf(record, sample)});
}

}  // namespace tool
