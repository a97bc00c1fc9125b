// The parts of Alive that keep records.
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "impl/base/order.h"
#include "impl/profile/writer/alive.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kLeastPlaces = 1024;

// Bytes that a pid or key costs in a table.
constexpr size_t kTableBytes = 64;

}  // namespace

void SetPlaces(const PlanUse& use, const perfc_record& record, Kept* how) {
  const perfc_record_places& places = use.attr(use.AttrOf(record)).places;
  how->tid_back = places.trailer_tid;
  how->time_back = places.trailer_time;
}

Alive::~Alive() {
  for (Process* process : processes_) {
    DropAll(&process->records);
    delete process;
  }
  DropAll(&tool_);
  DropAll(&others_);
}

// ---- lists

// Beyond kMostBytes *kept becomes null. False: no memory.
bool Alive::Keep(KeptList* list, const Kept& how, const uint8_t* data,
                 Kept** kept) {
  *kept = nullptr;
  const size_t bytes = sizeof(Kept) + how.size;
  if (bytes + kTableBytes > kMostBytes - bytes_) return true;
  void* memory = malloc(bytes);
  if (memory == nullptr) return false;
  auto* made = new (memory) Kept(how);
  memcpy(made->data(), data, how.size);
  if (how.time_back > 0 && how.time_back + kHeader <= how.size) {
    base::Store<uint64_t>(made->data() + how.size - how.time_back, 0);
  }
  made->next = nullptr;
  made->link = list->last;
  *list->last = made;
  list->last = &made->next;
  bytes_ += bytes + kTableBytes;
  *kept = made;
  return true;
}

void Alive::Drop(KeptList* list, Kept* kept) {
  *kept->link = kept->next;
  if (kept->next != nullptr) {
    kept->next->link = kept->link;
  } else {
    list->last = kept->link;
  }
  bytes_ -= sizeof(Kept) + kept->size + kTableBytes;
  free(kept);
}

void Alive::DropAll(KeptList* list) {
  while (list->first != nullptr) Drop(list, list->first);
}

void Alive::DropOf(Process* process, Kept::Kind kind, uint64_t key) {
  for (Kept* at = process->records.first; at != nullptr;) {
    Kept* next = at->next;
    if (at->kind == kind && at->key == key) Drop(&process->records, at);
    at = next;
  }
}

// ---- processes

Alive::Process* Alive::FindProcess(uint32_t pid) const {
  const uint64_t* place = places_.Find(pid);
  if (place == nullptr || *place >= processes_.size()) return nullptr;
  Process* process = processes_[*place];
  return process->pid == pid ? process : nullptr;
}

// Ended processes leave their pids behind.
bool Alive::RebuildPlaces() {
  IdMap places;
  for (size_t i = 0; i < processes_.size(); ++i) {
    if (!places.Insert(processes_[i]->pid, i)) return false;
  }
  places_ = std::move(places);
  return true;
}

bool Alive::AddProcess(uint32_t pid, Process** made) {
  if (places_.size() > 2 * processes_.size() + kLeastPlaces &&
      !RebuildPlaces()) {
    return false;
  }
  Process* process = new (std::nothrow) Process{{}, pid, 0, 0, false};
  if (process == nullptr) return false;
  process->records.last = &process->records.first;
  if (!processes_.Append(process) ||
      !places_.Insert(pid, processes_.size() - 1)) {
    if (processes_.size() > 0 && processes_[processes_.size() - 1] == process) {
      (void)processes_.Resize(processes_.size() - 1);  // it only shrinks
    }
    delete process;
    return false;
  }
  *made = process;
  return true;
}

// The last process takes its place.
void Alive::DropProcess(Process* process) {
  const size_t place = *places_.Find(process->pid);
  Process* last = processes_[processes_.size() - 1];
  processes_[place] = last;
  (void)places_.Insert(last->pid, place);          // the key is there
  (void)processes_.Resize(processes_.size() - 1);  // it only shrinks
  DropAll(&process->records);
  delete process;
}

bool Alive::KeepFor(uint32_t pid, const PlanUse& use,
                    const perfc_record& record, Kept::Kind kind, uint64_t key,
                    uint64_t end, const perfc_record& written) {
  Process* process = FindProcess(pid);
  if (process == nullptr && !AddProcess(pid, &process)) return false;
  if (kind != Kept::kMap) DropOf(process, kind, key);
  Kept how = {};
  how.kind = kind;
  how.key = key;
  how.end = end;
  how.size = written.size;
  SetPlaces(use, record, &how);
  Kept* kept;
  if (!Keep(&process->records, how, written.data, &kept)) return false;
  if (kept != nullptr && kind == Kept::kMap) ++process->maps;
  return true;
}

}  // namespace perfc::profile::writer
