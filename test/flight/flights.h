// What the tests of flights share: backward rings of a scripted machine, and
// records that have a time.
#ifndef PERFC_TEST_FLIGHT_FLIGHTS_H_
#define PERFC_TEST_FLIGHT_FLIGHTS_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/stream.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace flights {

constexpr perfc_stream_options kFlight = {sizeof(perfc_stream_options),
                                          PERFC_STREAM_FLIGHT, 0};

struct Closer {
  void operator()(perfc_stream *flight) const { perfc_stream_destroy(flight); }
  void operator()(perfc_batch *batch) const { perfc_batch_destroy(batch); }
};
using Flight = std::unique_ptr<perfc_stream, Closer>;
using Batch = std::unique_ptr<perfc_batch, Closer>;

// A sample of {time, what}, 24 bytes, and one of a record that is no sample.
inline scripted::Bytes SampleAt(uint64_t time, uint64_t what = 0) {
  return scripted::MakeRecordOf(PERFC_RECORD_SAMPLE, {time, what});
}
inline scripted::Bytes LostAt(uint64_t time, uint64_t lost) {
  return scripted::MakeRecordOf(PERFC_RECORD_LOST, {1, lost, time});
}

struct Ring {
  scripted::Event event;
  scripted::RingWriter writer;
};

class FlightTest : public scripted::Machine {
 protected:
  using Times = std::vector<uint64_t>;

  static perfc_attr Attr() {
    return scripted::SampleAttr(
        PERFC_SAMPLE_TIME | PERFC_SAMPLE_ADDR,
        PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_WRITE_BACKWARD);
  }

  static Flight Create() {
    perfc_stream *flight = nullptr;
    EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &flight, nullptr), 0);
    return Flight(flight);
  }

  Ring MakeRing(const perfc_attr &attr = Attr(), uint32_t pages = 1) {
    scripted::Event event = OpenMapped(attr, pages);
    scripted::RingWriter writer =
        WriterOf(event, scripted::WriteMode::kBackward);
    return {std::move(event), writer};
  }
  // A ring that the flight cuts.
  Ring AddRing(const Flight &flight, const perfc_attr &attr = Attr()) {
    Ring ring = MakeRing(attr);
    EXPECT_GE(perfc_stream_add_event(flight.get(), ring.event.get(), &error_),
              0)
        << scripted::TextOf(error_);
    return ring;
  }

  // The times of the cut's records from here on.
  static Times Rest(const Flight &flight) {
    Times times;
    perfc_stream_record record;
    while (perfc_stream_next_records(flight.get(), &record, 1) == 1) {
      times.push_back(record.time);
    }
    return times;
  }
  // Those of a whole cut, which then ends.
  Times CutOf(const Flight &flight, uint64_t last_ns = PERFC_STREAM_CUT_ALL) {
    const int count = perfc_stream_cut(flight.get(), last_ns, &error_);
    const Times times = Rest(flight);
    EXPECT_EQ(count, static_cast<int>(times.size()));
    EXPECT_EQ(perfc_stream_resume(flight.get(), &error_), 0);
    return times;
  }

  // What the event was told of its output: 1 paused, 0 resumed.
  Times Pauses(const Ring &ring) {
    Times arguments;
    for (const scripted::IoctlCall &call : Fake(ring.event).ioctls) {
      if (call.request == PERFC_IOC_PAUSE_OUTPUT) {
        arguments.push_back(call.argument);
      }
    }
    return arguments;
  }

  static perfc_losses Losses(const Flight &flight,
                             const perfc_event *event = nullptr) {
    perfc_losses losses = {};
    EXPECT_EQ(perfc_stream_losses(flight.get(), event, &losses, sizeof losses),
              0);
    return losses;
  }
};

}  // namespace flights

#endif  // PERFC_TEST_FLIGHT_FLIGHTS_H_
