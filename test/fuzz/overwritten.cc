// Rings that the kernel doesn't wait for, forwards and backwards, read one by
// one and cut by a flight recorder, with heads and records from nowhere.
#include <cerrno>
#include <deque>

#include "perfc/batch.h"
#include "perfc/stream.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"
#include "test/fuzz/ring.h"
#include "test/vectors/decode.h"

namespace {

constexpr perfc_stream_options kFlight = {sizeof(perfc_stream_options),
                                          PERFC_STREAM_FLIGHT, 0};

using fuzz::Demand;
using fuzz::Ring;
using scripted::WriteMode;

class Overwritten {
 public:
  explicit Overwritten(fuzz::Input* input) : input_(*input) {
    Demand(perfc_stream_create(nullptr, &kFlight, &flight_, nullptr) == 0,
           "a flight is made");
    for (const WriteMode mode :
         {WriteMode::kBackward, WriteMode::kOverwrite, WriteMode::kBackward}) {
      rings_.emplace_back(&machine_, &input_, mode);
      const int added =
          perfc_stream_add_event(flight_, rings_.back().event(), nullptr);
      Demand((mode == WriteMode::kBackward) == (added >= 0),
             "flights are for backward rings");
    }
  }
  ~Overwritten() { perfc_stream_destroy(flight_); }

  void Run() {
    while (input_.left() > 0) Step();
    Cut();
    Read();
  }

 private:
  Ring& Any() { return rings_[input_.U8() % rings_.size()]; }

  void Step() {
    switch (input_.U8() % 10) {
      default:
        return Any().Write(&input_);
      case 5:
        return Cut();
      case 6:
        return Read();
      case 7:
        return Fill();
      case 8:
        perfc_stream_resume(flight_, nullptr);
        return;
      case 9:
        return ReadOne(&Any());
    }
  }

  void Cut() {
    perfc_stream_cut(flight_,
                     input_.U8() & 1 ? PERFC_STREAM_CUT_ALL : input_.U64(),
                     nullptr);
  }

  void Read() {
    perfc_stream_record record;
    size_t most = 0;
    for (const Ring& ring : rings_) most += ring.MostRecords();
    size_t read = 0;
    while (perfc_stream_next_records(flight_, &record, 1) == 1) {
      fuzz::TouchRecord(record.plan, record.record);
      Demand(++read <= most, "a cut ends");
    }
  }

  void Fill() {
    const auto batch = vectors::MakeBatch(0, input_.U8());
    perfc_batch_fill_stream(batch.get(), flight_);
  }

  void ReadOne(Ring* ring) {
    perfc_record record;
    for (size_t i = 0; i <= ring->MostRecords(); ++i) {
      const int found = i % 3 == 0
                            ? perfc_event_peek_record(ring->event(), &record)
                            : perfc_next_record(ring->event(), &record);
      if (found != 1) return;
      fuzz::TouchRecord(perfc_event_plan(ring->event()), record);
    }
  }

  fuzz::Input& input_;
  fuzz::Machine machine_;
  perfc_stream* flight_ = nullptr;
  std::deque<Ring> rings_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  Overwritten(&input).Run();
  return 0;
}
