// Threads that run, and the mappings of their processes.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_TASK_RECORDS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_TASK_RECORDS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/profile/synthesize/line_reader.h"
#include "impl/profile/synthesize/maps.h"
#include "impl/profile/synthesize/mmap_record.h"
#include "impl/profile/synthesize/producer.h"
#include "impl/profile/synthesize/threads.h"

namespace perfc::profile::synthesize {

// For each thread FORK, NAMESPACES if an attr asks for them, and COMM; behind those of
// a process's first thread the MMAP2 of each mapping.
//
// A thread that ends before it was read is left out. The mappings of a process may be
// hidden from other users; then its threads are there without them.
class TaskRecords : public Producer {
 public:
  explicit TaskRecords(const Job& job) : job_(job) {}

  // Takes the processes: `pids`, or all that run if it is empty. 0, -ENOMEM, or
  // open(2)'s.
  int List(absl::Span<const int32_t> pids);
  int Next(Block* block, Made* made) override;

 private:
  enum class Step {
    kProcess,
    kThread,
    kFork,
    kNamespaces,
    kComm,
    kOpenMaps,
    kLine,
    kMapping,
    kDone,
  };

  // One step. 1: it made a record. 0, or a shortage: then the step is the same again.
  int Go(Block* block, Made* made);
  int OpenProcess();
  int TakeThread();
  int MakeFork(Block* block, Made* made);
  int MakeNamespaces(Block* block, Made* made);
  int MakeComm(Block* block, Made* made);
  int OpenMaps();
  int TakeLine();
  int MakeMapping(Block* block, Made* made);

  // The rest of the thread is left out.
  int PutLeaderFirst();
  void NextThread();
  bool IsWanted(const Mapping& mapping) const;
  int FindMappingId();

  const Job& job_;
  Step step_ = Step::kProcess;
  base::Buffer<uint32_t> processes_;
  base::Buffer<uint32_t> threads_;  // of the process
  size_t process_ = 0;
  size_t thread_ = 0;
  Thread now_ = {};

  LineReader lines_;
  Mapping mapping_ = {};
  base::Buffer<char> name_;  // of mapping_
  // The build id of the file before: one file has several mappings in a row.
  Mapping id_of_ = {};
  BuildId id_;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_TASK_RECORDS_H_
