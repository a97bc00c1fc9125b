// The interface of both kinds of stream: many rings as one source of records.
#ifndef PERFC_IMPL_STREAM_RINGS_H_
#define PERFC_IMPL_STREAM_RINGS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/batch/batch.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "perfc/error.h"
#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::stream {

// The number of the ring that is the event's, of null a free one; -1: none is.
template <typename Ring>
int NumberOf(const base::Buffer<Ring>& rings, const event::Event* event) {
  for (size_t i = 0; i < rings.size(); ++i) {
    if (rings[i].event == event) return static_cast<int>(i);
  }
  return -1;
}

// What doesn't depend on where in its ring the record lies.
inline void SetOrigin(const perfc_plan* plan, uint64_t sequence,
                      perfc_stream_record* out) {
  out->plan = plan;
  out->sequence = sequence;
  out->position = PERFC_NO_POSITION;
  out->tail = nullptr;
  out->tail_size = 0;
}

// Prepares a fill with the records of all rings.
template <typename Ring>
int PlaceBatch(const base::Buffer<Ring>& rings, batch::Batch* batch) {
  batch->Begin(batch::Origin::kStream);
  for (const Ring& ring : rings) {
    if (ring.event != nullptr) batch->Want(*ring.plan);
  }
  return batch->Place();
}

class Rings {
 public:
  Rings() = default;
  Rings(const Rings&) = delete;
  Rings& operator=(const Rings&) = delete;
  virtual ~Rings() = default;

  // 0, or -EOWNERDEAD in a child of fork().
  virtual int CheckOwner(absl::string_view operation,
                         perfc_error* error) const = 0;

  // The number of the event, or a negative errno.
  virtual int Add(event::Event* event, const perfc_plan* plan,
                  perfc_error* error) = 0;
  // In a child of fork() too, where the event is about to be closed.
  virtual int Remove(const event::Event* event) = 0;
  // The number of an event that is among them, or -1.
  virtual int NumberOf(const event::Event* event) const = 0;

  // The next records: how many, or why there will be none. They are borrowed until
  // the next call.
  virtual int Next(perfc_stream_record* records, uint32_t capacity) = 0;
  // Of one event, or with null of all.
  virtual int Losses(const event::Event* event, perfc_losses* losses) const = 0;
};

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_RINGS_H_
