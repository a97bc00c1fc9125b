// A set: the events of a list of specs over a target. See perfc/set.h.
#ifndef PERFC_IMPL_SET_SET_H_
#define PERFC_IMPL_SET_SET_H_

#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/host/host.h"
#include "impl/set/ladder.h"
#include "impl/set/report.h"
#include "impl/set/target.h"
#include "impl/specs/spec_list.h"
#include "perfc/error.h"
#include "perfc/set.h"

namespace perfc::set {

// Makes the events. Each of them may be part of a larger object.
class EventMaker {
 public:
  // An event for a member; null if there is no memory.
  virtual event::Event* Make(uint32_t index) = 0;
  // Closes and frees it.
  virtual void Drop(uint32_t index) = 0;

 protected:
  ~EventMaker() = default;
};

// One spec on one CPU and thread. The members of one CPU and thread are
// adjacent, in the order of the specs.
struct Member {
  uint32_t spec;
  uint32_t leader;  // of its group, as an index of a member
  uint32_t status;  // PERFC_MEMBER_*
  int32_t cpu;
  int32_t pid;
  int32_t open_error = 0;         // of the last failed open, else 0
  event::Event* made = nullptr;   // may be there before it is open
  event::Event* event = nullptr;  // null: not open
  bool changed = false;           // in the update that runs

  void SetStatus(uint32_t now) {
    changed |= status != now;
    status = now;
  }
};

class Set {
 public:
  // All outlive the set. `specs` is empty.
  Set(const host::Host& host, EventMaker& maker, Report& report,
      specs::SpecList& specs)
      : host_(host),
        maker_(maker),
        report_(report),
        target_(host),
        specs_(specs) {}
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;
  ~Set() { CloseAll(); }

  int Open(const specs::SpecList& specs, const perfc_target& target,
           const perfc_set_options& options, perfc_error* error);

  // 0, or -EOWNERDEAD in a child of fork().
  int CheckOwner(absl::string_view operation, perfc_error* error) const;

  uint32_t count() const { return static_cast<uint32_t>(members_.size()); }
  const Member& operator[](uint32_t index) const { return members_[index]; }
  const Member* begin() const { return members_.begin(); }
  const Member* end() const { return members_.end(); }
  const specs::SpecList& specs() const { return specs_; }
  const Report& report() const { return report_; }

  // Adds every spec with its ids.
  int FillPlan(decode::Plan* plan, perfc_error* error);

  int Enable();
  int Disable();
  int Reset();

  // update.cc: how many members changed.
  int Update(uint32_t flags, perfc_error* error);

  // rings.cc
  int Map(uint32_t data_pages, uint32_t flags, perfc_error* error);
  int RingBudget(uint32_t flags, perfc_ring_budget* budget) const;

  // bpf.cc
  int AttachBpf(int prog_fd, uint32_t flags, perfc_error* error);
  int DetachBpf();

 private:
  // The next action after an event couldn't be opened.
  enum class Next { kFail, kSkip, kRetry, kRestart };

  // specs.cc
  int TakeSpecs(const specs::SpecList& specs, perfc_error* error);
  int CheckSpecs(perfc_error* error);
  void PrepareSpecs();
  bool HasPerPackage() const;
  bool CountsOn(uint32_t spec, int32_t cpu) const;
  Next Regroup(uint32_t leader, perfc_error* why);
  int RenameToClock(uint32_t spec, perfc_error* error);

  // open.cc
  void NameFailed(perfc_error* error) const;
  int OpenEverything(const specs::SpecList& specs, const perfc_target& target,
                     perfc_error* why);
  int AddMembers(perfc_error* why);
  int AddPlace(int32_t cpu, int32_t pid, const char* operation,
               perfc_error* why);
  int ReportUnused();
  void FindLeaders(uint32_t first);
  int OpenAll(perfc_error* why);
  Next ForMembers(int (Set::*step)(uint32_t, perfc_error*), perfc_error* why);
  bool IsAbsent(const Member& member) const;
  int MakeMember(uint32_t index, perfc_error* why);
  int OpenMember(uint32_t index, perfc_error* why);
  int CheckAny(perfc_error* why) const;
  void CloseMember(uint32_t index);
  void DropMember(uint32_t index);
  void CloseAll();

  // recover.cc
  Next Recover(uint32_t index, int code, perfc_error* why);
  bool IsOffline(const Member& member, int code);
  bool IsGone(const Member& member, int code) const;
  bool IsKnownOffline(int32_t cpu);
  void ExplainCgroup(int code, perfc_error* why) const;
  Next LeaveCpu(uint32_t index, int code, perfc_error* why);
  Next LeaveThread(uint32_t index, int code, perfc_error* why);
  Next RaiseLimit(uint32_t index, perfc_error* why);
  Next StepDown(uint32_t index, int code, perfc_error* why);
  void PassLead(uint32_t spec);
  void LeaveOut(uint32_t spec, int code);
  Next LeaveSpec(uint32_t index, int code, perfc_error* why);
  Entry SpecEntry(uint32_t kind, uint32_t spec, const perfc_error& why) const;
  Entry EntryOf(uint32_t kind, uint32_t index, const perfc_error& why) const;
  Next Reported(const Entry& entry, Next next, perfc_error* why);
  uint32_t AllowedSteps(uint32_t spec) const;
  uint64_t MaxRate() const;
  void RestoreLimit();

  // update.cc
  int SeeCpus(perfc_error* error);
  int SeeTasks(perfc_error* error);
  uint32_t StatusOnCpu(uint32_t index) const;
  bool StandsStill(uint32_t leader) const;
  void MarkChanged(uint32_t leader);
  int Reopen(perfc_error* error);
  uint32_t EndOfPlace(uint32_t index) const;
  bool InGroup(uint32_t index, uint32_t leader) const;
  bool IsBrokenUp(uint32_t leader) const;
  bool ExecStarted() const;
  int OpenGroup(uint32_t leader, uint32_t* failed_at, perfc_error* why);
  void CloseGroup(uint32_t leader, uint32_t status, int open_error);
  int OpenLater(uint32_t leader, uint32_t otherwise, perfc_error* error);
  int OpenAdded(uint32_t first, int failed, perfc_error* error);
  int TakeNewCpus(perfc_error* error);
  bool Inherits() const;
  int TakeNewThreads(perfc_error* error);

  // rings.cc
  bool NeedsRing(const Member& member) const;
  bool Maps(const Member& member, uint32_t data_pages) const;
  bool MayShare(const Member& left, const Member& right) const;
  uint32_t OwnerOf(uint32_t index, uint32_t last, uint32_t flags) const;
  uint32_t CountRings(uint32_t flags, bool* any) const;
  int CheckMap(uint32_t data_pages, uint32_t flags, perfc_error* error) const;
  int FindPages(uint32_t flags, uint32_t* data_pages, perfc_error* error) const;
  int MapAll(uint32_t data_pages, uint32_t flags, perfc_error* why);
  int MapMember(uint32_t index, uint32_t owner, uint32_t data_pages,
                uint32_t flags, perfc_error* why);
  void Unmap(const base::Buffer<uint32_t>& mapped);
  void ReportRings(uint32_t wanted, uint32_t data_pages, int code,
                   const perfc_error& why);

  // bpf.cc
  template <typename Verb>
  int ForLeaders(Verb verb);

  const host::Host& host_;
  EventMaker& maker_;
  Report& report_;
  Target target_;
  specs::SpecList& specs_;
  base::Buffer<bool> left_out_;  // by spec
  base::Buffer<Member> members_;
  uint32_t flags_ = 0;
  uint32_t fallbacks_ = 0;
  pid_t owner_ = 0;
  bool enabled_ = false;
  bool exec_starts_ = false;  // and nobody has enabled or disabled it since
  CpuList online_;            // once it was asked for
  CpuList package_cpus_;  // the first of each package, if a spec wants those
  rlimit limit_ = {};
  bool limit_raised_ = false;
};

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_SET_H_
