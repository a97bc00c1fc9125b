#include "impl/profile/synthesize/task_records.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "perfc/attr.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {

int TaskRecords::List(absl::Span<const int32_t> pids) {
  if (pids.empty()) {
    return ListNumbers(job_.roots.procfs(), "", &processes_);
  }
  for (int32_t pid : pids) {
    if (pid > 0 && !processes_.Append(static_cast<uint32_t>(pid))) {
      return -ENOMEM;
    }
  }
  std::sort(processes_.begin(), processes_.end());
  uint32_t* end = std::unique(processes_.begin(), processes_.end());
  // It doesn't grow.
  (void)processes_.Resize(static_cast<size_t>(end - processes_.begin()));
  return 0;
}

int TaskRecords::OpenProcess() {
  if (process_ == processes_.size()) {
    step_ = Step::kDone;
    return 0;
  }
  const Path path("%s/%d/task", job_.roots.procfs(), processes_[process_]);
  const int failed = ListNumbers(path.get(), "", &threads_);
  if (IsShortage(failed)) return failed;
  if (int short_of = PutLeaderFirst()) return short_of;
  // What was listed before the process ended is looked at.
  thread_ = 0;
  step_ = Step::kThread;
  return 0;
}

// A thread may have a lower number than the first one, which has the mappings: then
// numbers began again meanwhile. perf gives a thread that it hears of before the first
// one mappings of its own.
int TaskRecords::PutLeaderFirst() {
  const uint32_t asked = processes_[process_];
  if (threads_.size() < 2 || threads_[0] == asked) return 0;
  // Any of the threads may have been asked for.
  const int failed = ReadThread(job_.roots, asked, asked, &now_);
  if (failed) return IsShortage(failed) ? failed : 0;
  auto* const leader = std::find(threads_.begin(), threads_.end(),
                                 static_cast<uint32_t>(now_.pid));
  if (leader != threads_.end()) {
    std::rotate(threads_.begin(), leader, leader + 1);
  }
  return 0;
}

void TaskRecords::NextThread() {
  ++thread_;
  step_ = Step::kThread;
}

int TaskRecords::TakeThread() {
  if (thread_ == threads_.size()) {
    ++process_;
    step_ = Step::kProcess;
    return 0;
  }
  const int failed =
      ReadThread(job_.roots, processes_[process_], threads_[thread_], &now_);
  if (IsShortage(failed)) return failed;
  if (failed) {
    NextThread();
  } else {
    step_ = Step::kFork;
  }
  return 0;
}

// perf takes it that the first thread made the others. With FORK_EXEC its reader
// doesn't copy the parent's mappings.
int TaskRecords::MakeFork(Block* block, Made* made) {
  const int32_t parent = now_.tid == now_.pid ? now_.ppid : now_.pid;
  block->Begin(PERFC_RECORD_FORK, PERFC_RECORD_MISC_FORK_EXEC);
  for (int32_t id : {now_.pid, parent, now_.tid, parent}) {
    block->U32(static_cast<uint32_t>(id));
  }
  block->U64(0);
  made->record = block->Finish(job_.places, now_.pid, now_.tid);
  const bool namespaces = job_.attr_flags & PERFC_ATTR_NAMESPACES;
  step_ = namespaces ? Step::kNamespaces : Step::kComm;
  return 1;
}

int TaskRecords::MakeNamespaces(Block* block, Made* made) {
  Namespace namespaces[kNamespaces];
  ReadNamespaces(job_.roots, now_, namespaces);
  block->Begin(PERFC_RECORD_NAMESPACES, 0);
  block->U32(static_cast<uint32_t>(now_.pid));
  block->U32(static_cast<uint32_t>(now_.tid));
  block->U64(kNamespaces);
  block->Bytes(namespaces, sizeof namespaces);
  made->record = block->Finish(job_.places, now_.pid, now_.tid);
  step_ = Step::kComm;
  return 1;
}

int TaskRecords::MakeComm(Block* block, Made* made) {
  block->Begin(PERFC_RECORD_COMM, 0);
  block->U32(static_cast<uint32_t>(now_.pid));
  block->U32(static_cast<uint32_t>(now_.tid));
  block->Text({now_.comm, now_.comm_size});
  made->record = block->Finish(job_.places, now_.pid, now_.tid);
  if (now_.tid == now_.pid) {
    step_ = Step::kOpenMaps;
  } else {
    NextThread();
  }
  return 1;
}

int TaskRecords::OpenMaps() {
  const Path path("%s/%d/task/%d/maps", job_.roots.procfs(), now_.pid,
                  now_.tid);
  const int failed = lines_.Open(path.get());
  if (IsShortage(failed)) return failed;
  id_of_ = {};
  if (failed) {
    NextThread();
  } else {
    step_ = Step::kLine;
  }
  return 0;
}

// Executable mappings, and the data that can be read if an attr asks for them.
bool TaskRecords::IsWanted(const Mapping& mapping) const {
  if (mapping.prot & PROT_EXEC) return true;
  return (job_.attr_flags & PERFC_ATTR_MMAP_DATA) && mapping.prot & PROT_READ;
}

int TaskRecords::TakeLine() {
  absl::string_view line;
  const int got = lines_.Next(&line);
  if (IsShortage(got)) return got;
  if (got != 1) {
    lines_.Close();
    NextThread();
  } else if (ParseMapping(line, &mapping_) && IsWanted(mapping_)) {
    // The line lives until the next one is taken.
    step_ = Step::kMapping;
  }
  return 0;
}

int TaskRecords::FindMappingId() {
  if (id_of_.ino == mapping_.ino && id_of_.maj == mapping_.maj &&
      id_of_.min == mapping_.min && mapping_.ino != 0) {
    return 0;
  }
  MappedFile file;
  file.path = View(name_);
  file.pid = now_.pid;
  file.start = mapping_.start;
  file.end = mapping_.end;
  file.maj = mapping_.maj;
  file.min = mapping_.min;
  file.ino = mapping_.ino;
  id_of_ = {};
  const int failed = FindBuildId(job_, file, &id_);
  if (!failed) id_of_ = mapping_;
  return failed;
}

int TaskRecords::MakeMapping(Block* block, Made* made) {
  name_.Clear();
  if (!AppendName(mapping_.name, &name_)) return -ENOMEM;
  if (int failed = FindMappingId()) return failed;
  made->record = UserMmap(job_, now_.pid, mapping_, View(name_), id_, block);
  step_ = Step::kLine;
  return 1;
}

int TaskRecords::Go(Block* block, Made* made) {
  switch (step_) {
    case Step::kProcess:
      return OpenProcess();
    case Step::kThread:
      return TakeThread();
    case Step::kFork:
      return MakeFork(block, made);
    case Step::kNamespaces:
      return MakeNamespaces(block, made);
    case Step::kComm:
      return MakeComm(block, made);
    case Step::kOpenMaps:
      return OpenMaps();
    case Step::kLine:
      return TakeLine();
    case Step::kMapping:
      return MakeMapping(block, made);
    case Step::kDone:
      return 0;
  }
  return 0;
}

int TaskRecords::Next(Block* block, Made* made) {
  *made = {{}, nullptr, 0, PERFC_STREAM_RECORD_SYNTHESIZED};
  while (step_ != Step::kDone) {
    const int result = Go(block, made);
    if (result != 0) return result;
  }
  return 0;
}

}  // namespace perfc::profile::synthesize
