// The ring reader: head and tail, records that wrap, losses.
//
// In a writable ring the reader's position next_ follows the kernel's
// data_head. The kernel may overwrite everything behind data_tail. The record
// that was handed out last is still borrowed, so data_tail doesn't pass its
// start before the next read.
//
// Positions count modulo 2^64. Two positions are compared by their difference,
// never by their values.
#ifndef PERFC_IMPL_RING_RING_H_
#define PERFC_IMPL_RING_RING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/host/host.h"
#include "impl/record/record.h"
#include "impl/ring/aux_area.h"
#include "impl/ring/losses.h"
#include "impl/ring/mapping.h"
#include "impl/ring/wait.h"
#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::ring {

enum class Mode : uint8_t {
  kWritable,   // the kernel waits for the reader, and counts losses
  kOverwrite,  // it doesn't; records go upwards
  kBackward,   // it doesn't; records go downwards, so the newest can be found
};

class Ring {
 public:
  // The fd and id are the event's.
  int Map(const host::Host& host, int fd, uint64_t id, bool pinned,
          size_t data_pages, Mode mode, const char* operation,
          perfc_error* error);
  int MapControl(const host::Host& host, int fd, const char* operation,
                 perfc_error* error);
  void Unmap(const host::System& system);

  // The AUX area lies beside the ring and is unmapped with it.
  int MapAux(const host::Host& host, int fd, uint32_t pmu, size_t pages,
             bool overwrite, const char* operation, perfc_error* error) {
    return aux_.Open(host, fd, pmu, mapping_, pages * host.system().PageSize(),
                     overwrite, operation, error);
  }
  Aux& aux() { return aux_; }

  bool mapped() const { return mapping_.open(); }
  bool has_data() const { return mapping_.data_size() != 0; }
  const perfc_mmap_page* control() const {
    return mapping_.alive() ? mapping_.control() : nullptr;
  }
  Waiter& waiter() { return waiter_; }
  const Waiter& waiter() const { return waiter_; }
  const perfc_losses& losses() const { return losses_; }
  // The part of its losses that streams and flights kept in their sums when they
  // let go of it: where it is taken in again, that counts no more.
  perfc_losses& kept() { return kept_; }

  // Waits for records, see perfc_event_wait.
  int Wait(const host::System& system, int timeout_ms, const char* operation,
           perfc_error* error);

  // The next record: 1, 0 if there is none now, or why there will be none.
  [[gnu::always_inline]] int Next(perfc_record* out) {
    if (!ViewBelowLimit(out) || out->type != PERFC_RECORD_SAMPLE) {
      return NextSlow(out);
    }
    borrowed_ = next_;
    next_ += out->size;
    return 1;
  }

  // The same for up to `capacity` records, whose space is given back no sooner
  // than by the next call: how many, or as Next.
  int NextBlock(perfc_record* out, uint32_t capacity);

  int Peek(perfc_record* out);

  // Batches read a writable ring by windows. A window is the contiguous bytes
  // from the next record on; it begins with a whole record. Returns 1, 0, or an
  // errno, as Next does. Window frees no space, Consume steps over records, and
  // Release frees the space of consumed records.
  int Window(const uint8_t** data, size_t* size);
  void Consume(size_t bytes) { borrowed_ = next_ += bytes; }
  void Release();

  // Streams look at all heads first, and then take the records that they saw.
  // Look returns the kernel's position. PeekSeen is Peek without another look
  // at the head.
  uint64_t Look() {
    RefreshHead();
    return head_;
  }
  int PeekSeen(perfc_record* out) {
    return head_ == next_ ? 0 : LocateWritable(out);
  }
  uint64_t position() const { return next_; }
  // Streams also view records that were seen and begin `ahead` bytes after the
  // next one. ViewSeen returns false if no record can begin there. SeenWhole is
  // the number of seen bytes from there on that lie in one piece, at most those
  // after which space is given back.
  uint64_t seen() const { return head_ - next_; }
  bool ViewSeen(uint64_t ahead, perfc_record* out) {
    return seen() - ahead - 1 <= mask_ && View(next_ + ahead, out);
  }
  size_t SeenWhole(uint64_t ahead) const {
    const uint64_t to_end = mask_ + 1 - ((next_ + ahead) & mask_);
    return std::min({seen() - ahead, PublishStep(), to_end});
  }
  // While a stream reads the ring, Next gives -EBADFD. The limit of 0 leads it to
  // NextSlow, so that other calls of Next don't pay for the question.
  void SetStreamed(bool streamed) {
    streamed_ = streamed;
    mapping_.fork_page().limit = 0;
  }
  // A stream gives space back later than other readers, but if it has handed out
  // more bytes than these, it waits for no other ring.
  uint64_t MostHeld() const { return 2 * PublishStep(); }
  void ReleaseIfDue() {
    if (next_ - published_ >= PublishStep()) Release();
  }
  bool alive() const { return mapping_.alive(); }
  // Prefetches the reader's state.
  [[gnu::always_inline]] void Prefetch() const {
    __builtin_prefetch(&mapping_);
    __builtin_prefetch(&mask_);
    __builtin_prefetch(&mode_);
  }

  // Adds the losses that a record reports to the ledger.
  void Account(const perfc_record& record) { AccountRecord(record, &losses_); }

  // A flight recorder reads a backward ring's records in place while the output
  // is paused, and moves no reader. Positions are the kernel's: each record
  // begins at a lower position than the record before it. ViewAt returns false
  // unless a whole record can begin at the position.
  uint64_t Head() const { return LoadHead(); }
  bool ViewAt(uint64_t position, perfc_record* out) const;

  Mode mode() const { return mode_; }

  // True if Next would give a record.
  bool HasRecords();

 private:
  // The next record, if it lies below the limit: it may be read with no more ado
  // than this look at its header. In a child of fork() the limit reads as 0.
  [[gnu::always_inline]] bool ViewBelowLimit(perfc_record* out) {
    const uintptr_t at = origin_ + next_;
    const uint64_t limit = mapping_.fork_page().limit;
    if (at >= limit) return false;
    const auto* data = reinterpret_cast<const uint8_t*>(at);
    const auto header = base::Load<uint64_t>(data);
    if (!record::IsGoodSize(record::SizeOf(header), limit - at)) return false;
    record::View(data, header, out);
    return true;
  }

  // Space is given back when so many bytes have been read.
  uint64_t PublishStep() const { return (mask_ + 1) / 8; }

  int NextSlow(perfc_record* out);
  void SetLimit();
  int Locate(perfc_record* out);
  int LocateWritable(perfc_record* out);
  bool View(uint64_t position, perfc_record* out);
  int LocateOverwrite(perfc_record* out);
  int LocateBackward(perfc_record* out);
  bool BeginPass();
  void EndPass();
  void CopyToScratch(uint64_t from, size_t size);
  void Publish(uint64_t tail);
  void RefreshHead();
  void DropToHead();
  uint64_t LoadHead() const;

  Mapping mapping_;
  Aux aux_;
  uint64_t mask_ = 0;
  uint64_t head_ = 0;       // as last seen; kept equal to next_ unless writable
  uint64_t next_ = 0;       // the next record to hand out
  uintptr_t origin_ = 0;    // where position 0 of next_'s lap would lie
  uint64_t borrowed_ = 0;   // the first one that the last call handed out
  uint64_t published_ = 0;  // data_tail
  // Backward:
  uint64_t oldest_end_ = 0;  // end of the records from before the mapping
  uint64_t pass_end_ = 0;    // where the records of this pass end
  uint64_t pass_start_ = 0;  // the newest record of this or the last pass
  bool in_pass_ = false;
  bool streamed_ = false;
  Mode mode_ = Mode::kWritable;
  perfc_losses losses_ = {};
  perfc_losses kept_ = {};
  Waiter waiter_;
};

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_RING_H_
