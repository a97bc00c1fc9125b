#include "impl/profile/synthesize/cgroup_records.h"

#include <sys/stat.h>

#include <cerrno>

#include "impl/profile/synthesize/line_reader.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {
namespace {

// Of the paths that wait.
constexpr size_t kMaxWaiting = 16 << 20;

// mounts(5) writes spaces and the like as three octal digits.
bool AppendUnescaped(absl::string_view text, base::Buffer<char>* out) {
  while (!text.empty()) {
    uint64_t code;
    absl::string_view digits = text.substr(1, 3);
    if (text[0] == '\\' && digits.size() == 3 &&
        TakeNumber(&digits, 8, &code) && digits.empty()) {
      if (!out->Append(static_cast<char>(code))) return false;
      text.remove_prefix(4);
    } else {
      if (!out->Append(text[0])) return false;
      text.remove_prefix(1);
    }
  }
  return true;
}

bool HasOption(absl::string_view options, absl::string_view option) {
  while (!options.empty()) {
    if (TakeUntil(&options, ',') == option) return true;
  }
  return false;
}

// The inode is the cgroup's id. False: it is gone.
bool ReadInode(const char* path, uint64_t* inode) {
  const int saved = errno;
  struct stat facts;
  const bool there = stat(path, &facts) == 0;
  errno = saved;
  if (there) *inode = facts.st_ino;
  return there;
}

}  // namespace

// If the controller perf_event of cgroup v1 is mounted, events use its hierarchy, and
// else that of v2.
int CgroupRecords::FindMount() {
  LineReader lines;
  const Path path("%s/self/mounts", job_.roots.procfs());
  if (int failed = lines.Open(path.get())) {
    return IsShortage(failed) ? failed : 0;
  }
  absl::string_view line;
  while (lines.Next(&line) == 1) {
    TakeUntil(&line, ' ');
    const absl::string_view directory = TakeUntil(&line, ' ');
    const absl::string_view type = TakeUntil(&line, ' ');
    const bool v1 =
        type == "cgroup" && HasOption(TakeUntil(&line, ' '), "perf_event");
    if (!v1 && (type != "cgroup2" || mount_.size() > 0)) continue;
    mount_.Clear();
    if (!AppendUnescaped(directory, &mount_)) return -ENOMEM;
    if (v1) break;
  }
  return 0;
}

// All or none; those beyond kMaxWaiting are left out.
int CgroupRecords::PushChildren(const char* directory) {
  NameList names;
  const Path path("%s%s", View(mount_), directory);
  const int failed = ListNames(path.get(), true, &names);
  if (failed) return IsShortage(failed) ? failed : 0;
  const absl::string_view parent = directory;
  const size_t before = waiting_.size();
  for (size_t i = names.size(); i-- > 0;) {
    const Path child("%s/%s", parent == "/" ? "" : parent, names[i]);
    const absl::string_view text = child.get();
    if (waiting_.size() + text.size() > kMaxWaiting) break;
    if (!Push(text)) {
      (void)waiting_.Resize(before);
      return -ENOMEM;
    }
  }
  return 0;
}

// The root is the first that waits.
int CgroupRecords::Start() {
  waiting_.Clear();
  if (int failed = FindMount()) {
    mount_.Clear();
    return failed;
  }
  if (mount_.size() > 0 && !Push("/")) return -ENOMEM;
  started_ = true;
  return 0;
}

bool CgroupRecords::Push(absl::string_view directory) {
  return waiting_.Append('\0') &&
         waiting_.AppendAll(directory.data(), directory.size());
}

// The path that was put there last.
Path CgroupRecords::Pop() {
  const absl::string_view all = View(waiting_);
  const size_t start = all.rfind('\0');
  const Path directory("%s", all.substr(start + 1));
  (void)waiting_.Resize(start);
  return directory;
}

int CgroupRecords::Next(Block* block, Made* made) {
  if (!started_) {
    if (int failed = Start()) return failed;
  }
  while (waiting_.size() > 0) {
    const Path directory = Pop();
    const Path whole("%s%s", View(mount_), directory.get());
    uint64_t inode;
    if (!ReadInode(whole.get(), &inode)) continue;
    if (int failed = PushChildren(directory.get())) {
      // There is room for it: it was there before.
      (void)Push(directory.get());
      return failed;
    }
    block->Begin(PERFC_RECORD_CGROUP, 0);
    block->U64(inode);
    block->Text(directory.get());
    *made = {block->Finish(job_.places, 0, 0), nullptr, 0,
             PERFC_STREAM_RECORD_SYNTHESIZED};
    return 1;
  }
  return 0;
}

}  // namespace perfc::profile::synthesize
