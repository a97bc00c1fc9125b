// Rings whose memory an input writes: whole records, any bytes, any head, and
// any word of the control page.
#ifndef PERFC_TEST_FUZZ_RING_H_
#define PERFC_TEST_FUZZ_RING_H_

#include <deque>
#include <memory>

#include "perfc/event.h"
#include "perfc/ring.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"
#include "testing/ring_writer.h"

namespace fuzz {

struct EventCloser {
  void operator()(perfc_event* event) const { perfc_close(event); }
};
using Event = std::unique_ptr<perfc_event, EventCloser>;

// An event that was adopted, and its ring of one or two pages. The input
// chooses sample_type, read_format and sample_id_all.
class Ring {
 public:
  Ring(Machine* machine, Input* input, scripted::WriteMode mode);

  perfc_event* event() const { return event_.get(); }
  void Close() { event_.reset(); }

  // One step of who writes.
  void Write(Input* input);

  // As many records as a ring holds at most.
  size_t MostRecords() const { return size_ / 8; }

 private:
  void WriteRecord(Input* input);

  Event event_;
  int fd_;
  Machine* machine_;
  size_t size_ = 0;
  uint8_t* memory_ = nullptr;
  std::unique_ptr<scripted::RingWriter> writer_;
};

// What a record says of its size is so, and its bytes are there.
void TouchRecord(const perfc_plan* plan, const perfc_record& record);

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_RING_H_
