#include "impl/set/tasks.h"

#include <algorithm>
#include <cerrno>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "impl/base/text_writer.h"
#include "impl/host/files.h"

namespace perfc::set {
namespace {

bool Contains(const PidList& pids, int32_t pid) {
  return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

// The processes that a thread has started. One that has gone has none.
int AppendChildren(const host::Host& host, int32_t pid, int32_t tid,
                   PidList* processes) {
  base::Buffer<char> text;
  const int failed = host.ReadProc(
      base::ShortText<64>("%d/task/%d/children", pid, tid), &text);
  // It has exited, or the kernel has no such files.
  if (failed == -ENOENT || failed == -ESRCH) return 0;
  if (failed) return failed;
  for (absl::string_view word : absl::StrSplit(base::View(text), ' ')) {
    int32_t child;
    // A child can be met twice: its parent may change while we look.
    if (!absl::SimpleAtoi(word, &child) || Contains(*processes, child)) {
      continue;
    }
    if (!processes->Append(child)) return -ENOMEM;
  }
  return 0;
}

// Where it isn't mounted its directory is empty.
bool HasProcfs(const host::Host& host) {
  host::NameList names;
  return host.ListProc("", &names) == 0 && names.size() > 0;
}

}  // namespace

int AppendThreads(const host::Host& host, int32_t pid, PidList* threads) {
  host::NameList names;
  const int32_t process = pid ? pid : host.system().Getpid();
  const int failed =
      host.ListProc(base::ShortText<64>("%d/task", process), &names);
  if (failed == -ENOENT) return HasProcfs(host) ? -ESRCH : -ENOENT;
  if (failed) return failed;
  const size_t before = threads->size();
  for (size_t i = 0; i < names.size(); ++i) {
    int32_t tid;
    if (absl::SimpleAtoi(names[i], &tid) && !threads->Append(tid)) {
      return -ENOMEM;
    }
  }
  // A process that is ending may still have the directory.
  return threads->size() > before ? 0 : -ESRCH;
}

int AppendTree(const host::Host& host, int32_t pid, PidList* threads) {
  PidList processes;
  const int32_t root = pid ? pid : host.system().Getpid();
  if (!processes.Append(root)) return -ENOMEM;
  for (size_t i = 0; i < processes.size(); ++i) {
    const int32_t process = processes[i];
    const size_t first = threads->size();
    int failed = AppendThreads(host, process, threads);
    // A child may have gone meanwhile.
    if (failed == -ESRCH && process != root) continue;
    for (size_t t = first; !failed && t < threads->size(); ++t) {
      failed = AppendChildren(host, process, (*threads)[t], &processes);
    }
    if (failed) return failed;
  }
  return 0;
}

int TaskExists(const host::Host& host, int32_t tid) {
  return host.ProcExists(base::ShortText<64>("%d/stat", tid));
}

}  // namespace perfc::set
