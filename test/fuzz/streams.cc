// Up to four rings as one stream, with heads, tails and records from nowhere,
// in any order of writing, reading, waiting, adding and taking out.
#include <cerrno>
#include <deque>
#include <memory>

#include "impl/batch/arrow.h"
#include "perfc/batch.h"
#include "perfc/stream.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"
#include "test/fuzz/ring.h"
#include "test/vectors/decode.h"

namespace {

using fuzz::Demand;
using fuzz::Ring;

class Streams {
 public:
  explicit Streams(fuzz::Input* input) : input_(*input) {
    const uint64_t round_bytes = input_.U16();
    const perfc_stream_options options = {sizeof options, 0, round_bytes};
    Demand(
        perfc_stream_create(&machine_.host, &options, &stream_, nullptr) == 0,
        "a stream is made");
    const int rings = 1 + input_.U8() % 4;
    for (int i = 0; i < rings; ++i) {
      rings_.emplace_back(&machine_, &input_,
                          scripted::WriteMode::kWaitForReader);
      perfc_stream_add_event(stream_, rings_.back().event(), nullptr);
    }
  }
  ~Streams() { perfc_stream_destroy(stream_); }

  void Run() {
    while (input_.left() > 0) Step();
    Drain();
  }

 private:
  Ring& Any() { return rings_[input_.U8() % rings_.size()]; }

  void Step() {
    switch (input_.U8() % 12) {
      default:
        return Any().Write(&input_);
      case 4:
        Read(input_.U8());
        return;
      case 5:
        return Drain();
      case 6:
        return Fill();
      case 7:
        perfc_stream_wait(stream_, 0, nullptr);
        return;
      case 8:
        perfc_stream_remove_event(stream_, Any().event());
        return;
      case 9:
        perfc_stream_add_event(stream_, Any().event(), nullptr);
        return;
      case 10:
        return ReadOne(&Any());
      case 11:
        return Export();
    }
  }

  // At most so many; false if there was one more.
  bool Read(size_t most) {
    perfc_stream_record record;
    for (size_t i = 0; i < most; ++i) {
      if (perfc_stream_next_records(stream_, &record, 1) != 1) return true;

      fuzz::TouchRecord(record.plan, record.record);
    }
    return false;
  }

  // Heads stand still meanwhile.
  void Drain() {
    size_t most = 1;
    for (const Ring& ring : rings_) most += ring.MostRecords();
    Demand(Read(most), "rings end");
  }

  void Fill() {
    const auto batch = vectors::MakeBatch(0, input_.U8());
    const int rows = perfc_batch_fill_stream(batch.get(), stream_);
    perfc_batch_info info;
    perfc_batch_get_info(batch.get(), &info, sizeof info);
    Demand(info.samples + info.records ==
               static_cast<uint64_t>(rows < 0 ? 0 : rows),
           "rows are as many as was said");
  }

  // The ring by itself, which is refused while a stream has it.
  void ReadOne(Ring* ring) {
    perfc_record record;
    for (size_t i = input_.U8(); i > 0; --i) {
      if (perfc_event_peek_record(ring->event(), &record) != 1) break;
      fuzz::TouchRecord(perfc_event_plan(ring->event()), record);
      if (perfc_next_record(ring->event(), &record) != 1) break;
      fuzz::TouchRecord(perfc_event_plan(ring->event()), record);
    }
    const auto batch = vectors::MakeBatch(PERFC_BATCH_VIEWS);
    perfc_batch_fill_event(batch.get(), ring->event());
  }

  void Export() {
    ArrowArrayStream arrow;
    if (perfc_stream_export_arrow(stream_, nullptr, input_.U8() & 1, 0, &arrow,
                                  nullptr) != 0) {
      return;
    }
    ArrowSchema schema;
    if (arrow.get_schema(&arrow, &schema) == 0) schema.release(&schema);
    ArrowArray array;
    while (arrow.get_next(&arrow, &array) == 0 && array.release != nullptr) {
      array.release(&array);
    }
    arrow.release(&arrow);
  }

  fuzz::Input& input_;
  fuzz::Machine machine_;
  perfc_stream* stream_ = nullptr;
  std::deque<Ring> rings_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  Streams(&input).Run();
  return 0;
}
