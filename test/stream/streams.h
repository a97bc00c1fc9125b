// What the tests of streams share: rings of a scripted machine, and records
// that have a time.
#ifndef PERFC_TEST_STREAM_STREAMS_H_
#define PERFC_TEST_STREAM_STREAMS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/batch.h"
#include "perfc/stream.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace streams {

struct Closer {
  void operator()(perfc_stream *stream) const { perfc_stream_destroy(stream); }
  void operator()(perfc_batch *batch) const { perfc_batch_destroy(batch); }
};
using Stream = std::unique_ptr<perfc_stream, Closer>;
using Batch = std::unique_ptr<perfc_batch, Closer>;

// A sample of {time, what}, and a COMM-like record with the time in its
// trailer.
inline scripted::Bytes SampleAt(uint64_t time, uint64_t what = 0) {
  return scripted::MakeRecordOf(PERFC_RECORD_SAMPLE, {time, what});
}
inline scripted::Bytes ExitAt(uint64_t time) {
  return scripted::MakeRecordOf(PERFC_RECORD_EXIT, {0, 0, time, time});
}

// One ring of a stream.
struct Ring {
  scripted::Event event;
  scripted::RingWriter writer;
};

class StreamTest : public scripted::Machine {
 protected:
  // TIME and ADDR: what SampleAt makes.
  static perfc_attr Attr() {
    return scripted::SampleAttr(PERFC_SAMPLE_TIME | PERFC_SAMPLE_ADDR,
                                PERFC_ATTR_SAMPLE_ID_ALL);
  }

  Stream Create(uint64_t round_bytes = 0) {
    perfc_stream_options options = {sizeof options, 0, round_bytes};
    perfc_stream *stream = nullptr;
    EXPECT_EQ(perfc_stream_create(&host_, &options, &stream, &error_), 0)
        << scripted::TextOf(error_);
    return Stream(stream);
  }

  Ring MakeRing(uint32_t pages = 1) {
    scripted::Event event = OpenMapped(Attr(), pages);
    scripted::RingWriter writer =
        WriterOf(event, scripted::WriteMode::kWaitForReader);
    return {std::move(event), writer};
  }

  // A ring that the stream reads.
  Ring AddRing(const Stream &stream, uint32_t pages = 1) {
    Ring ring = MakeRing(pages);
    EXPECT_GE(perfc_stream_add_event(stream.get(), ring.event.get(), &error_),
              0)
        << scripted::TextOf(error_);
    return ring;
  }

  // The times of the records that there are.
  static std::vector<uint64_t> Drain(const Stream &stream) {
    std::vector<uint64_t> times;
    perfc_stream_record record;
    while (perfc_stream_next_records(stream.get(), &record, 1) == 1) {
      times.push_back(record.time);
    }
    return times;
  }

  uint64_t OutOfOrder(const Stream &stream) {
    perfc_losses losses = {};
    EXPECT_EQ(
        perfc_stream_losses(stream.get(), nullptr, &losses, sizeof losses), 0);
    return losses.out_of_order;
  }
};

}  // namespace streams

#endif  // PERFC_TEST_STREAM_STREAMS_H_
