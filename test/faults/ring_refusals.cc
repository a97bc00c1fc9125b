// Rings, AUX areas, batches, streams, flights, stitchers.
#include <poll.h>

#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "impl/batch/arrow.h"
#include "perfc/perfc.h"
#include "test/faults/refusals.h"

namespace faults {
namespace {

const std::vector<int> kEnds = {ESHUTDOWN, EBUSY, ENODEV};

perfc_event *Opened(Stage *s) { return s->event = s->Open(TimedAttr()); }
perfc_event *Mapped(Stage *s) { return s->event = s->OpenMapped(TimedAttr()); }

perfc_event *MappedWithAux(Stage *s) {
  Mapped(s);
  s->Fake(s->event).has_aux = true;
  EXPECT_EQ(perfc_aux_mmap(s->event, 1, 0, nullptr), 0);
  return s->event;
}

// An event whose ring has come to its end so.
perfc_event *Ending(Stage *s, int end) {
  s->event = s->OpenMapped(TimedAttr(end == EBUSY ? PERFC_ATTR_PINNED : 0));
  s->Fake(s->event).revents = end == ESHUTDOWN ? POLLHUP : POLLERR;
  return s->event;
}

perfc_event *Ended(Stage *s, int end) {
  Ending(s, end);
  EXPECT_EQ(perfc_event_wait(s->event, 0, nullptr), -end);
  return s->event;
}

perfc_stream *StreamOf(Stage *s, perfc_event *event) {
  EXPECT_EQ(perfc_stream_create(&s->host, nullptr, &s->stream, nullptr), 0);
  EXPECT_EQ(perfc_stream_add_event(s->stream, event, nullptr), 0);
  return s->stream;
}

perfc_stream *EndedStream(Stage *s, int end) {
  StreamOf(s, Ending(s, end));
  EXPECT_EQ(perfc_stream_wait(s->stream, 0, nullptr), -end);
  return s->stream;
}

// As if all fds had been closed behind the library's back.
void CloseFds(Stage *s) { s->system.FailRequest(PERFC_IOC_ID, EBADF); }

// An event that was adopted with an attr which isn't its own.
perfc_event *Misread(Stage *s, uint64_t flags = 0) {
  perfc_attr attr = TimedAttr(flags);
  attr.read_format = PERFC_FORMAT_LOST;
  s->event = s->OpenMapped(attr);
  s->Fake(s->event).counts = {1, 2, 3};
  return s->event;
}

int Next(Stage *s, int code) {
  perfc_record record;
  perfc_event *event = code == EBADFD ? Opened(s) : Ended(s, code);
  return perfc_next_record(event, &record);
}

int NextBlock(Stage *s, int code) {
  perfc_record records[2];
  perfc_event *event = code == EBADFD ? Opened(s) : Ended(s, code);
  return perfc_next_records(event, records, 2);
}

int Peek(Stage *s, int code) {
  perfc_record record;
  perfc_event *event = code == EBADFD ? Opened(s) : Ended(s, code);
  return perfc_event_peek_record(event, &record);
}

int Fill(Stage *s, int code) {
  s->MakeBatch();
  perfc_event *event = code == EBADFD ? Opened(s) : Ended(s, code);
  return perfc_batch_fill_event(s->batch, event);
}

int Wait(Stage *s, int code) {
  perfc_event *event = code == EBADFD ? Opened(s) : Mapped(s);
  if (code == EBADF) CloseFds(s);
  if (code == ECANCELED) {
    EXPECT_EQ(perfc_event_wake(event), 0);
  }
  return perfc_event_wait(event, 0, &s->error);
}

int WaitForStream(Stage *s, int code) {
  StreamOf(s, Mapped(s));
  if (code == EBADF) {
    EXPECT_EQ(perfc_ioctl(s->event, PERFC_IOC_ENABLE, 0, nullptr), 0);
    CloseFds(s);
  } else {
    EXPECT_EQ(perfc_stream_wake(s->stream), 0);
  }
  return perfc_stream_wait(s->stream, 0, &s->error);
}

int ReadLosses(Stage *s, int code) {
  perfc_losses losses;
  perfc_event *event = code == EBADFD ? Opened(s) : Misread(s);
  return perfc_event_losses(event, &losses, sizeof losses);
}

int AddToStream(Stage *s, int code) {
  EXPECT_EQ(perfc_stream_create(&s->host, nullptr, &s->stream, nullptr), 0);
  perfc_event *event = code == EBADFD ? Opened(s) : Mapped(s);
  if (code == EBADF) CloseFds(s);
  return perfc_stream_add_event(s->stream, event, &s->error);
}

int AuxPeek(Stage *s, int code) {
  perfc_aux_data data;
  perfc_event *event = code == EBADFD ? Opened(s) : MappedWithAux(s);
  if (code == EBADMSG) {
    auto *page = reinterpret_cast<perfc_mmap_page *>(s->Fake(event).ring);
    page->aux_head = uint64_t{1} << 40;
  }
  return perfc_aux_peek(event, &data, sizeof data);
}

int AuxView(Stage *s, int code) {
  perfc_aux_data data;
  perfc_event *event = code == EBADFD ? Opened(s) : MappedWithAux(s);
  const uint64_t released = ~uint64_t{7};
  const uint64_t offset = code == ENODATA ? released : 0;
  return perfc_aux_view(event, offset, 8, 0, &data, sizeof data);
}

int FillBytes(Stage *s, int) {
  s->MakeBatch();
  alignas(8) const uint8_t zeros[8] = {};
  size_t consumed;
  return perfc_batch_fill_bytes(s->batch, perfc_event_plan(Opened(s)), zeros,
                                sizeof zeros, &consumed);
}

int FillRecords(Stage *s, int) {
  s->MakeBatch();
  alignas(8) const uint8_t zeros[8] = {};
  perfc_stream_record record = {};
  record.record = {zeros, 0, 0, sizeof zeros};
  record.plan = perfc_event_plan(Opened(s));
  uint32_t taken;
  return perfc_batch_fill_records(s->batch, &record, 1, &taken);
}

int Column(Stage *s, int) {
  s->MakeBatch();
  perfc_column column;
  return perfc_batch_column(s->batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_RAW,
                            &column, sizeof column);
}

int FlightLosses(Stage *s, int) {
  Misread(s, PERFC_ATTR_WRITE_BACKWARD);
  EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &s->flight, nullptr), 0);
  EXPECT_EQ(perfc_stream_add_event(s->flight, s->event, nullptr), 0);
  perfc_losses losses;
  return perfc_stream_losses(s->flight, s->event, &losses, sizeof losses);
}

int StreamLosses(Stage *s, int) {
  StreamOf(s, Misread(s));
  perfc_losses losses;
  return perfc_stream_losses(s->stream, s->event, &losses, sizeof losses);
}

int ExportStream(Stage *s, int) {
  StreamOf(s, Mapped(s));
  return perfc_stream_export_arrow(s->stream,
                                   NewerOptions<perfc_batch_options>(), 0, 0,
                                   &s->rows, &s->error);
}

void PushOne(Stage *s) {
  alignas(8) static const uint8_t bytes[8] = {
      PERFC_RECORD_LOST, 0, 0, 0, 0, 0, 8, 0};
  perfc_stream_record record = {};
  record.record = {bytes, PERFC_RECORD_LOST, 0, 8};
  record.plan = perfc_event_plan(Opened(s));
  EXPECT_EQ(perfc_stitch_create(nullptr, &s->stitch, nullptr), 0);
  EXPECT_EQ(perfc_stitch_push(s->stitch, &record), 0);
}

int PushAgain(Stage *s, int) {
  PushOne(s);
  perfc_stream_record record = {};
  record.plan = perfc_event_plan(s->event);
  return perfc_stitch_push(s->stitch, &record);
}

}  // namespace

std::vector<Refusal> RingRefusals() {
  return {
      {"perfc_mmap",
       {EBADFD},
       [](Stage *s, int) { return perfc_mmap(Mapped(s), 1, 0, nullptr); }},
      {"perfc_munmap",
       {EBADFD},
       [](Stage *s, int) { return perfc_munmap(Opened(s)); }},
      {"perfc_event_wake",
       {EBADFD},
       [](Stage *s, int) { return perfc_event_wake(Opened(s)); }},
      {"perfc_next_record", {EBADFD}, Next},
      {"perfc_next_record", kEnds, Next},
      {"perfc_next_records", {EBADFD}, NextBlock},
      {"perfc_next_records", kEnds, NextBlock},
      {"perfc_event_peek_record", {EBADFD}, Peek},
      {"perfc_event_peek_record", kEnds, Peek},
      {"perfc_batch_fill_event", {EBADFD}, Fill},
      {"perfc_batch_fill_event", kEnds, Fill},
      {"perfc_event_wait", {EBADF, EBADFD, ECANCELED}, Wait},
      {"perfc_event_wait", kEnds,
       [](Stage *s, int end) {
         return perfc_event_wait(Ended(s, end), 0, nullptr);
       }},
      {"perfc_event_losses", {EBADFD, EBADMSG}, ReadLosses},
      {"perfc_aux_mmap",
       {EBADFD},
       [](Stage *s, int) { return perfc_aux_mmap(Opened(s), 1, 0, nullptr); }},
      {"perfc_aux_mmap",
       {EOPNOTSUPP},
       [](Stage *s, int) { return perfc_aux_mmap(Mapped(s), 1, 0, nullptr); }},
      {"perfc_aux_munmap",
       {EBADFD},
       [](Stage *s, int) { return perfc_aux_munmap(Mapped(s)); }},
      {"perfc_aux_peek", {EBADFD, EBADMSG}, AuxPeek},
      {"perfc_aux_view", {EBADFD, EBADMSG, ENODATA}, AuxView},
      {"perfc_aux_release",
       {EBADFD},
       [](Stage *s, int) { return perfc_aux_release(Mapped(s), 0); }},
      {"perfc_batch_create",
       {E2BIG},
       [](Stage *s, int) {
         return perfc_batch_create(NewerOptions<perfc_batch_options>(),
                                   &s->batch, nullptr);
       }},
      {"perfc_batch_fill_bytes", {EBADMSG}, FillBytes},
      {"perfc_batch_fill_records", {EBADMSG}, FillRecords},
      {"perfc_batch_column", {ENODATA}, Column},
      {"perfc_stream_create",
       {E2BIG},
       [](Stage *s, int) {
         return perfc_stream_create(&s->host,
                                    NewerOptions<perfc_stream_options>(),
                                    &s->stream, nullptr);
       }},
      {"perfc_stream_add_event", {EBADF, EBADFD}, AddToStream},
      {"perfc_stream_next_records", kEnds,
       [](Stage *s, int end) {
         perfc_stream_record record;
         return perfc_stream_next_records(EndedStream(s, end), &record, 1);
       }},
      {"perfc_batch_fill_stream", kEnds,
       [](Stage *s, int end) {
         s->MakeBatch();
         return perfc_batch_fill_stream(s->batch, EndedStream(s, end));
       }},
      {"perfc_stream_wait", kEnds,
       [](Stage *s, int end) {
         return perfc_stream_wait(EndedStream(s, end), 0, nullptr);
       }},
      {"perfc_stream_wait", {EBADF, ECANCELED}, WaitForStream},
      {"perfc_stream_losses", {EBADMSG}, StreamLosses},
      {"perfc_stream_export_arrow", {E2BIG}, ExportStream},
      {"perfc_stream_add_event",
       {EBADFD},
       [](Stage *s, int) {
         EXPECT_EQ(perfc_stream_create(nullptr, &kFlight, &s->flight, nullptr),
                   0);
         return perfc_stream_add_event(s->flight, Opened(s), nullptr);
       }},
      {"perfc_stream_losses", {EBADMSG}, FlightLosses},
      {"perfc_stitch_create",
       {E2BIG},
       [](Stage *s, int) {
         return perfc_stitch_create(NewerOptions<perfc_stitch_options>(),
                                    &s->stitch, nullptr);
       }},
      {"perfc_stitch_push", {EAGAIN}, PushAgain},
      {"perfc_stitch_flush",
       {EAGAIN},
       [](Stage *s, int) {
         PushOne(s);
         return perfc_stitch_flush(s->stitch);
       }},
  };
}

}  // namespace faults
