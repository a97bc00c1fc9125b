#include "examples/perfc/known_tasks.h"

#include <string_view>

#include "examples/perfc/record_string.h"

namespace tool {
namespace {

constexpr uint32_t kKernel = static_cast<uint32_t>(-1);  // the pid of its maps
constexpr size_t kExited = 4096;

// "[kernel.kallsyms]_text" is the kernel, and tells the name of its first symbol.
std::string_view WithoutSymbol(std::string_view file) {
  if (file.empty() || file.front() != '[') return file;
  return file.substr(0, file.find(']') + 1);
}

// As the perf tool decides it.
bool IsFile(std::string_view file) {
  if (file == "[vdso]") return true;
  for (const std::string_view memory :
       {"//anon", "/dev/zero", "/anon_hugepage", "/SYSV", "["}) {
    if (file.substr(0, memory.size()) == memory) return false;
  }
  return true;
}

}  // namespace

void KnownTasks::TakeMap(const perfc_stream_record& from) {
  perfc_record_mmap map;
  if (perfc_decode_mmap(from.plan, &from.record, &map, sizeof map) != 0) return;
  const bool executable =
      perfc_record_flags(from.record.type, from.record.misc) &
      PERFC_RECORD_FLAG_EXECUTABLE;
  if (!executable || map.len > ~map.addr) return;
  const std::string_view file =
      WithoutSymbol(StringOf(from.record, map.filename));
  has_kernel_ = has_kernel_ || map.pid == kKernel;
  tasks_.Map(map.pid,
             {map.addr, map.addr + map.len, map.pgoff, files_.Number(file)});
}

void KnownTasks::TakeTask(const perfc_stream_record& from) {
  perfc_record_task task;
  if (perfc_decode_task(from.plan, &from.record, &task, sizeof task) != 0) {
    return;
  }
  if (from.record.type == PERFC_RECORD_FORK) {
    tasks_.Fork(task.pid, task.ppid, task.tid, task.ptid);
  } else {
    TakeExit(task.pid, task.tid);
  }
}

void KnownTasks::TakeExit(uint32_t pid, uint32_t tid) {
  exited_.emplace_back(pid, tid);
  if (exited_.size() <= kExited) return;
  tasks_.Exit(exited_.front().first, exited_.front().second);
  exited_.pop_front();
}

void KnownTasks::Process(const perfc_stream_record& from) {
  perfc_record_comm comm;
  switch (from.record.type) {
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      return TakeMap(from);
    case PERFC_RECORD_FORK:
    case PERFC_RECORD_EXIT:
      return TakeTask(from);
    case PERFC_RECORD_COMM:
      if (perfc_decode_comm(from.plan, &from.record, &comm, sizeof comm) == 0) {
        const bool exec =
            perfc_record_flags(from.record.type, from.record.misc) &
            PERFC_RECORD_FLAG_COMM_EXEC;
        tasks_.Comm(comm.pid, comm.tid, StringOf(from.record, comm.comm), exec);
      }
      return;
    default:
      return;
  }
}

std::string KnownTasks::CommOf(uint32_t tid) const {
  // A thread that has exited is -1 to the kernel.
  const auto number = static_cast<int32_t>(tid);
  return number < 0 ? ":" + std::to_string(number) : tasks_.CommOf(tid);
}

KnownTasks::Place KnownTasks::Find(uint32_t pid, uint64_t address,
                                   bool user) const {
  const Mapping* mapping = tasks_.Find(user ? pid : kKernel, address);
  if (mapping != nullptr) {
    const std::string& file = files_.Name(mapping->object);
    return {file, address - mapping->start + mapping->pgoff,
            user && IsFile(file)};
  }
  return {user || has_kernel_ ? "[unknown]" : "[kernel.kallsyms]", address};
}

}  // namespace tool
