// A forward stream: the records of many rings by time.
// perfc_stream_next_records describes its rules.
#ifndef PERFC_IMPL_STREAM_STREAM_H_
#define PERFC_IMPL_STREAM_STREAM_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/batch/batch.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/host/host.h"
#include "impl/stream/order.h"
#include "impl/stream/rings.h"
#include "impl/stream/watch.h"
#include "perfc/error.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/stream.h"

namespace perfc::stream {

class Stream final : public Rings {
 public:
  Stream(const host::Host& host, uint64_t round_bytes)
      : host_(host), order_(round_bytes), watch_(host.system()) {}
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
    return stream::NumberOf(order_.sources(), event);
  }
  int Next(perfc_stream_record* records, uint32_t capacity) override;

  int Wait(int timeout_ms, perfc_error* error);
  int Wake();
  int fd() const { return watch_.fd(); }

  int Losses(const event::Event* event, perfc_losses* losses) const override;
  int FillBatch(batch::Batch* batch);
  // Makes a batch's columns those that the rings have now.
  int PlaceBatch(batch::Batch* batch);

  // Registers an exported reader of this stream. The stream tells the reader
  // when it is destroyed.
  [[nodiscard]] bool AddReader(Stream** reader);
  void RemoveReader(Stream** reader);

  const host::System& system() const { return host_.system(); }

 private:
  int NewLosses(event::Event* event, perfc_losses* losses) const;
  void KeepLosses(event::Event* event);
  int CheckAlive() const;
  int FreeNumber();
  int End();
  bool HasRecords();

  const host::Host& host_;
  pid_t owner_ = 0;
  // Both have the rings by their numbers.
  Order order_;
  Watch watch_;
  uint32_t live_ = 0;          // rings
  perfc_losses removed_ = {};  // of rings that were taken out
  base::Buffer<Stream**> readers_;
};

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_STREAM_H_
