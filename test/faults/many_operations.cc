// Streams, flights, stitchers, and batches of them.
#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "impl/batch/arrow.h"
#include "perfc/batch.h"
#include "perfc/ring.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"
#include "test/faults/stage.h"

namespace faults {
namespace {

constexpr int kRecords = 20;  // in each of two rings

void Streaming(Stage *s) { s->MakeStream(); }

// Whose ended writers may write again: what is watched is looked for anew.
void StreamOfRevived(Stage *s) {
  s->MakeStream();
  EXPECT_EQ(perfc_ioctl(s->event, PERFC_IOC_ENABLE, 0, nullptr), 0);
}

void StreamOfRecords(Stage *s) {
  s->MakeStream();
  s->MakeBatch();
  s->Write(s->event, kRecords);
  s->Write(s->other, kRecords);
}

void StreamAndRing(Stage *s) {
  EXPECT_EQ(perfc_stream_create(&s->host, nullptr, &s->stream, nullptr), 0);
  s->event = s->OpenMapped(TimedAttr());
}

void StreamWithLosses(Stage *s) {
  EXPECT_EQ(perfc_stream_create(&s->host, nullptr, &s->stream, nullptr), 0);
  perfc_attr attr = TimedAttr();
  attr.read_format = PERFC_FORMAT_LOST;
  s->event = s->OpenMapped(attr);
  s->Fake(s->event).counts = {1, 2};
  EXPECT_EQ(perfc_stream_add_event(s->stream, s->event, nullptr), 0);
}

int CreateStream(Stage *s) {
  perfc_stream *made = nullptr;
  const int result = perfc_stream_create(&s->host, nullptr, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_stream_destroy(made);
  return result;
}

int Add(Stage *s) {
  const int result = perfc_stream_add_event(s->stream, s->event, &s->error);
  EXPECT_EQ(result == 0, perfc_stream_event(s->stream, 0) == s->event);
  if (result == 0) perfc_stream_remove_event(s->stream, s->event);
  return result;
}

int AddAndRemove(Stage *s) {
  const int added = perfc_stream_add_event(s->stream, s->event, nullptr);
  if (added < 0) return added;
  const int result = perfc_stream_remove_event(s->stream, s->event);
  EXPECT_EQ(perfc_stream_event(s->stream, 0), nullptr) << "out all the same";
  return result;
}

int WakeAndWait(Stage *s) {
  const int woken = perfc_stream_wake(s->stream);
  const int result = perfc_stream_wait(s->stream, 10, &s->error);
  // A wake-up whose fd couldn't be written must not get lost for good.
  return result == -ECANCELED ? woken : result;
}

int StreamLosses(Stage *s) {
  perfc_losses losses;
  return perfc_stream_losses(s->stream, nullptr, &losses, sizeof losses);
}

int TakeAll(Stage *s) {
  perfc_stream_record record;
  int result;
  while ((result = perfc_stream_next_records(s->stream, &record, 1)) == 1)
    ++s->taken;
  return result < 0 ? result : s->taken;
}

int FillFromStream(Stage *s) {
  const int rows = perfc_batch_fill_stream(s->batch, s->stream);
  if (rows < 0) return rows;
  return s->taken += rows;
}

int ExportStream(Stage *s) {
  const int result = perfc_stream_export_arrow(
      s->stream, nullptr, PERFC_TABLE_SAMPLES, 5, &s->rows, &s->error);
  EXPECT_EQ(result == 0, s->rows.release != nullptr);
  if (result == 0) s->rows.release(&s->rows);
  return result;
}

void ExportedStream(Stage *s) {
  StreamOfRecords(s);
  EXPECT_EQ(perfc_stream_export_arrow(s->stream, nullptr, PERFC_TABLE_SAMPLES,
                                      5, &s->rows, nullptr),
            0);
}

int GetSchema(Stage *s) {
  ArrowSchema schema = {};
  const int result = -s->rows.get_schema(&s->rows, &schema);
  EXPECT_EQ(result == 0, schema.release != nullptr);
  if (result == 0) schema.release(&schema);
  return result;
}

// The number of all rows once the stream has ended.
int GetAll(Stage *s) {
  for (;;) {
    ArrowArray array = {};
    const int result = -s->rows.get_next(&s->rows, &array);
    if (result < 0) {
      EXPECT_NE(s->rows.get_last_error(&s->rows), nullptr);
      return result;
    }
    if (array.release == nullptr) return s->taken;
    s->taken += static_cast<int>(array.length);
    array.release(&array);
  }
}

void Flying(Stage *s) { s->MakeFlight(); }

void FlyingWithBatch(Stage *s) {
  s->MakeFlight();
  s->MakeBatch();
  EXPECT_EQ(perfc_stream_cut(s->flight, PERFC_STREAM_CUT_ALL, nullptr),
            2 * kRecords);
}

void FlightAndRing(Stage *s) {
  EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &s->flight, nullptr), 0);
  s->event = s->OpenMapped(TimedAttr(PERFC_ATTR_WRITE_BACKWARD));
}

int CreateFlight(Stage *s) {
  perfc_stream *made = nullptr;
  const int result = perfc_stream_create(nullptr, &kFlight, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_stream_destroy(made);
  return result;
}

int AddToFlight(Stage *s) {
  const int result = perfc_stream_add_event(s->flight, s->event, &s->error);
  EXPECT_EQ(result == 0, perfc_stream_event(s->flight, 0) == s->event);
  if (result == 0) {
    EXPECT_EQ(perfc_stream_remove_event(s->flight, s->event), 0);
  }
  return result;
}

// Its output must go on.
int RemoveDuringACut(Stage *s) {
  if (perfc_stream_event(s->flight, 0) == nullptr) {
    const int added = perfc_stream_add_event(s->flight, s->event, nullptr);
    if (added < 0) return added;
  }
  const int count = perfc_stream_cut(s->flight, PERFC_STREAM_CUT_ALL, nullptr);
  return count < 0 ? count : perfc_stream_remove_event(s->flight, s->event);
}

int CutAndResume(Stage *s) {
  const int count =
      perfc_stream_cut(s->flight, PERFC_STREAM_CUT_ALL, &s->error);
  if (count < 0) return count;
  perfc_stream_record record;
  int seen = 0;
  while (perfc_stream_next_records(s->flight, &record, 1) == 1) ++seen;
  EXPECT_EQ(seen, count);
  const int result = perfc_stream_resume(s->flight, &s->error);
  return result < 0 ? result : count;
}

int FlightLosses(Stage *s) {
  perfc_losses losses;
  return perfc_stream_losses(s->flight, nullptr, &losses, sizeof losses);
}

int FillFromFlight(Stage *s) {
  const int rows = perfc_batch_fill_stream(s->batch, s->flight);
  if (rows < 0) return rows;
  return s->taken += rows;
}

void FlightWithLosses(Stage *s) {
  EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &s->flight, nullptr), 0);
  perfc_attr attr = TimedAttr(PERFC_ATTR_WRITE_BACKWARD);
  attr.read_format = PERFC_FORMAT_LOST;
  s->event = s->OpenMapped(attr);
  s->Fake(s->event).counts = {1, 2};
  EXPECT_EQ(perfc_stream_add_event(s->flight, s->event, nullptr), 0);
}

int CreateStitch(Stage *s) {
  perfc_stitch *made = nullptr;
  const int result = perfc_stitch_create(nullptr, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_stitch_destroy(made);
  return result;
}

}  // namespace

std::vector<Operation> ManyOperations() {
  return {
      {"perfc_stream_create perfc_stream_destroy", "", true, nullptr,
       CreateStream},
      {"perfc_stream_add_event", "", true, StreamAndRing, Add},
      {"perfc_stream_remove_event perfc_stream_add_event", "", false,
       StreamAndRing, AddAndRemove},
      {"perfc_stream_wait", "", true, Streaming,
       [](Stage *s) { return perfc_stream_wait(s->stream, 10, &s->error); }},
      {"perfc_stream_wait", "after one was enabled", true, StreamOfRevived,
       [](Stage *s) { return perfc_stream_wait(s->stream, 10, &s->error); }},
      {"perfc_stream_wake", "", false, Streaming, WakeAndWait},
      {"perfc_stream_losses", "", false, StreamWithLosses, StreamLosses},
      {"perfc_stream_next_records", "", false, StreamOfRecords, TakeAll},
      {"perfc_batch_fill_stream", "", false, StreamOfRecords, FillFromStream},
      {"perfc_stream_export_arrow", "", true, StreamOfRecords, ExportStream},
      {"perfc_stream_export_arrow", "get_schema", false, ExportedStream,
       GetSchema},
      {"perfc_stream_export_arrow", "get_next", false, ExportedStream, GetAll},
      {"perfc_stream_create perfc_stream_destroy", "of a flight recorder", true,
       nullptr, CreateFlight},
      {"perfc_stream_add_event", "of a flight recorder", true, FlightAndRing,
       AddToFlight},
      {"perfc_stream_remove_event perfc_stream_add_event perfc_stream_cut",
       "during a cut", false, Flying, RemoveDuringACut},
      {"perfc_stream_cut perfc_stream_resume", "", true, Flying, CutAndResume},
      {"perfc_stream_losses", "of a flight recorder", false, FlightWithLosses,
       FlightLosses},
      {"perfc_batch_fill_stream", "of a flight recorder", false,
       FlyingWithBatch, FillFromFlight},
      {"perfc_stitch_create perfc_stitch_destroy", "", true, nullptr,
       CreateStitch},
  };
}

}  // namespace faults
