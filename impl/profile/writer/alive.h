// The records that tell what is there at the begin of the next file: processes with
// their names and maps, symbols of the kernel, cgroups. They get the time 0, as perf's
// own records of what was there before, so that readers take them as they stand.
#ifndef PERFC_IMPL_PROFILE_WRITER_ALIVE_H_
#define PERFC_IMPL_PROFILE_WRITER_ALIVE_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/writer/id_map.h"
#include "impl/profile/writer/output.h"
#include "impl/profile/writer/plans.h"
#include "perfc/record.h"

namespace perfc::profile::writer {

// A record that is kept; its bytes follow. It is in one list.
struct Kept {
  enum Kind : uint8_t { kFork, kComm, kNamespaces, kMap, kOther };

  Kept* next;
  Kept** link;   // what points at this
  uint64_t key;  // a thread, a map's start, or what the kind has
  uint64_t end;  // of a map
  Kind kind;
  uint16_t size;
  // In the trailer, from its end; 0: it has no such field.
  uint16_t tid_back;
  uint16_t time_back;

  uint8_t* data() { return reinterpret_cast<uint8_t*>(this + 1); }
};

// Takes the places of the trailer's fields from the plan of the record.
void SetPlaces(const PlanUse& use, const perfc_record& record, Kept* how);

// Kept records in the order in which they came.
struct KeptList {
  Kept* first = nullptr;
  Kept** last = &first;
};

class Alive {
 public:
  // Records beyond that aren't kept.
  static constexpr size_t kMostBytes = 64 << 20;

  Alive() = default;
  Alive(const Alive&) = delete;
  Alive& operator=(const Alive&) = delete;
  ~Alive();

  // Takes a record of the kernel, and the form in which it was written.
  // False: no memory.
  [[nodiscard]] bool Take(const perfc_record& record, const PlanUse& use,
                          const perfc_record& written);
  // Takes a record of the perf tool that every file needs.
  [[nodiscard]] bool TakeTool(const perfc_record& written);

  // Puts all records. *any: whether there was one.
  int Put(Output* out, bool* any) const;

 private:
  // A process without a mapping of more files than Linux allows has fewer.
  static constexpr uint32_t kMostMaps = 4096;

  struct Process {
    KeptList records;
    uint32_t pid;
    uint32_t maps;
    uint32_t threads;  // forked, and not the first one
    bool first_gone;   // the first thread has ended
  };

  bool TakeMap(const perfc_record& record, const PlanUse& use,
               const perfc_record& written);
  bool TakeComm(const perfc_record& record, const PlanUse& use,
                const perfc_record& written);
  bool TakeFork(const perfc_record& record, const PlanUse& use,
                const perfc_record& written);
  bool TakeExit(const perfc_record& record, const PlanUse& use);
  bool TakeNamespaces(const perfc_record& record, const PlanUse& use,
                      const perfc_record& written);
  bool TakeSymbol(const perfc_record& record, const PlanUse& use,
                  const perfc_record& written);
  bool TakeBpf(const perfc_record& record, const PlanUse& use,
               const perfc_record& written);
  bool TakeCgroup(const perfc_record& record, const PlanUse& use,
                  const perfc_record& written);

  bool Inherit(Process* parent, uint32_t ptid, Process* child);
  Process* FindProcess(uint32_t pid) const;
  bool AddProcess(uint32_t pid, Process** made);
  void DropProcess(Process* process);
  bool RebuildPlaces();

  bool Keep(KeptList* list, const Kept& how, const uint8_t* data, Kept** kept);
  bool KeepFor(uint32_t pid, const PlanUse& use, const perfc_record& record,
               Kept::Kind kind, uint64_t key, uint64_t end,
               const perfc_record& written);
  bool KeepOther(IdMap* map, uint64_t key, bool there, const PlanUse& use,
                 const perfc_record& record, const perfc_record& written);
  void Drop(KeptList* list, Kept* kept);
  void DropAll(KeptList* list);
  void DropOf(Process* process, Kept::Kind kind, uint64_t key);

  size_t bytes_ = 0;
  base::Buffer<Process*> processes_;
  IdMap places_;  // a pid, and its place in processes_
  KeptList tool_;
  KeptList others_;
  // A key, and the address of its record or 0.
  IdMap symbols_;
  IdMap programs_;
  IdMap cgroups_;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_ALIVE_H_
