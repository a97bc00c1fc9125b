// The flight recorder: the newest records of many backward rings, by time.
// perfc_stream_cut describes the content of a cut.
#ifndef PERFC_IMPL_FLIGHT_FLIGHT_H_
#define PERFC_IMPL_FLIGHT_FLIGHT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/batch/batch.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/flight/min_tree.h"
#include "impl/stream/rings.h"
#include "perfc/error.h"
#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::flight {

class Flight final : public stream::Rings {
 public:
  ~Flight() override { Resume(nullptr); }

  // Without events there is nothing of the parent's.
  int CheckOwner(absl::string_view operation,
                 perfc_error* error) const override;

  int Add(event::Event* event, const perfc_plan* plan,
          perfc_error* error) override;
  int Remove(const event::Event* event) override;
  int NumberOf(const event::Event* event) const override {
    return stream::NumberOf(sources_, event);
  }

  // Pauses all outputs and takes the cut: how many records it has.
  int Cut(uint64_t last_ns, perfc_error* error);
  // The cut's next records; 0: none are left.
  int Next(perfc_stream_record* records, uint32_t capacity) override;
  int FillBatch(batch::Batch* batch);
  // Ends the cut, and lets all outputs go on.
  int Resume(perfc_error* error);

  int Losses(const event::Event* event, perfc_losses* losses) const override;

 private:
  // A record of the cut. Its place is counted from the head of its ring.
  struct Place {
    uint64_t time;
    uint64_t from : 47;
    uint64_t guessed : 1;  // it has no time of its own
    uint64_t size : 16;
  };

  struct FlightRing {
    event::Event* event;  // null: the number is free
    const perfc_plan* plan;
    bool paused;
    size_t next;  // its records of the cut lie in places_ from here
    size_t end;   // to here, the oldest first
    // Positions in its ring, which go down.
    uint64_t seen;     // the newest record that the cuts before looked at
    uint64_t begun;    // the newest when this cut began
    uint64_t head;     // the newest once it was paused
    uint64_t reached;  // where its oldest whole record ends
    perfc_losses losses;
  };

  // cut.cc
  int PauseAll(perfc_error* error);
  bool Find(FlightRing* source);
  void Date(FlightRing* source);
  bool NewestBegun(uint64_t* time) const;
  void Select(FlightRing* source, uint64_t newest, uint64_t last_ns);
  void Account(FlightRing* source, uint64_t seen);
  static bool Earlier(const Place& left, const Place& right);

  int CheckAlive() const;
  int NewLosses(event::Event* event, perfc_losses* losses) const;
  bool Top(perfc_stream_record* out);
  void Take(const perfc_stream_record& out);
  void Show(uint32_t number);
  void DropCut();

  base::Buffer<FlightRing> sources_;
  base::Buffer<Place> places_;
  MinTree tree_;      // of the next record of each source
  bool cut_ = false;  // there is one
  uint64_t sequence_ = 0;
  perfc_losses removed_ = {};  // of rings that were taken out
};

}  // namespace perfc::flight

#endif  // PERFC_IMPL_FLIGHT_FLIGHT_H_
