// A forward stream: the records of many rings by time.
// perfc_stream_next_records describes its rules.
#ifndef PERFC_IMPL_STREAM_STREAM_H_
#define PERFC_IMPL_STREAM_STREAM_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/batch/batch.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/host/host.h"
#include "impl/stream/min_tree.h"
#include "impl/stream/rings.h"
#include "perfc/error.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/stream.h"

namespace perfc::stream {

class Stream final : public Rings {
 public:
  Stream(const host::Host& host, uint64_t round_bytes)
      : host_(host), round_bytes_(round_bytes) {}
  ~Stream() override;

  int Open(perfc_error* error);

  // A child of fork() would remove the parent's fds from the shared epoll set.
  int CheckOwner(absl::string_view operation,
                 perfc_error* error) const override {
    return host::CheckOwner(host_.system(), owner_, operation, error);
  }

  int Add(event::Event* event, const perfc_plan* plan,
          perfc_error* error) override;
  int Remove(const event::Event* event) override;
  int NumberOf(const event::Event* event) const override {
    return stream::NumberOf(sources_, event);
  }
  int Next(perfc_stream_record* records, uint32_t capacity) override;

  int Wait(int timeout_ms, perfc_error* error);
  int Wake();
  int fd() const { return epoll_fd_; }

  int Losses(const event::Event* event, perfc_losses* losses) const override;
  int FillBatch(batch::Batch* batch) override;
  // Makes a batch's columns those that the rings have now.
  int PlaceBatch(batch::Batch* batch);

  // Registers an exported reader of this stream. The stream tells the reader
  // when it is destroyed.
  [[nodiscard]] bool AddReader(Stream** reader);
  void RemoveReader(Stream** reader);

  const host::System& system() const { return host_.system(); }

 private:
  // The members that every record needs come first: with many rings the struct
  // is out of the first-level cache each time.
  struct Source {
    perfc_record record;  // the next one, if the tree has its time
    // Up to here lie, in one piece with it, more records of this round, which
    // may be gone to with no more ado than a look at their header.
    const uint8_t* limit;
    uint64_t last_time;  // of the record before
    const perfc_plan* plan;
    uint16_t time_at;      // in samples, if that needs no more; else 0
    uint16_t sample_size;  // at least
    bool guessed;          // the next record has no time of its own
    int polled_fd;  // the writer that epoll watches, -1 once all have ended
    const uint8_t* consumed;  // up to where the ring has been told
    event::Event* event;      // null: the number is free
    uint64_t round_left;  // bytes of this round that the ring was not told of
    uint64_t out_of_order;
    uint32_t changes;  // of its ring's writers, as of the last Watch
  };

  int NewLosses(event::Event* event, perfc_losses* losses) const;
  int Top(perfc_stream_record* out);
  uint32_t FlagsOf(const Source& source, uint64_t time) const;
  void Take(const perfc_stream_record& record);
  void Retire(Source* source);
  int CheckAlive() const;
  int FreeNumber();
  bool BeginRound();
  bool Look(uint32_t number);
  bool Advance(uint32_t number);
  void PrefetchTop() const;
  static void TellRing(Source* source);
  void EndRound(Source* source);
  void FinishBorrowed();
  int End();
  bool HasRecords();

  int Watch(Source* source, perfc_error* error);
  int WatchFirst(Source* source, perfc_error* error);
  int FollowWriters(perfc_error* error);
  void Unwatch(Source* source);
  int Collect(int timeout_ms, perfc_error* error);

  const host::Host& host_;
  const uint64_t round_bytes_;
  pid_t owner_ = 0;
  base::Buffer<Source> sources_;
  MinTree tree_;
  uint32_t live_ = 0;      // sources in use
  uint64_t pending_ = 0;   // bytes of this round that were not handed out
  int64_t borrowed_ = -1;  // the source whose record was handed out last
  uint64_t latest_ = 0;    // the latest time handed out
  uint64_t sequence_ = 0;
  perfc_losses removed_ = {};  // of rings that were taken out
  int epoll_fd_ = -1;
  int wake_fd_ = -1;
  std::atomic<bool> woken_{false};
  base::Buffer<Stream**> readers_;
};

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_STREAM_H_
