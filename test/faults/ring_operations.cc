// mmap, wait, AUX areas, plans, batches of one ring.
#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "impl/batch/arrow.h"
#include "perfc/aux_area.h"
#include "perfc/batch.h"
#include "perfc/decode.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/faults/stage.h"

namespace faults {
namespace {

using scripted::SampleAttr;

constexpr int kRecords = 40;

void Opened(Stage *s) { s->event = s->Open(TimedAttr()); }

void Mapped(Stage *s) {
  perfc_attr attr = TimedAttr();
  attr.read_format = PERFC_FORMAT_LOST;
  s->event = s->OpenMapped(attr);
  s->Fake(s->event).counts = {1, 2};
}

void Tracing(Stage *s) {
  Mapped(s);
  s->Fake(s->event).has_aux = true;
}

void Filled(Stage *s) {
  Mapped(s);
  s->Write(s->event, kRecords);
  s->MakeBatch();
}

void Exportable(Stage *s) {
  Filled(s);
  EXPECT_EQ(perfc_batch_fill_event(s->batch, s->event), kRecords);
}

int Unmapped(Stage *s, int result) {
  EXPECT_EQ(perfc_event_control_page(s->event) != nullptr, result == 0);
  if (result == 0) {
    EXPECT_EQ(perfc_munmap(s->event), 0);
  }
  return result;
}

int MapAux(Stage *s) {
  const int result = perfc_aux_mmap(s->event, 1, 0, &s->error);
  if (result == 0) {
    EXPECT_EQ(perfc_aux_munmap(s->event), 0);
  }
  return result;
}

// The waiter's eventfd is written only where a thread waits.
int WaitAndWake(Stage *s) {
  const int woken = perfc_event_wake(s->event);
  const int result = perfc_event_wait(s->event, 10, &s->error);
  return result == -ECANCELED ? woken : result;
}

int ReadLosses(Stage *s) {
  perfc_losses losses;
  return perfc_event_losses(s->event, &losses, sizeof losses);
}

int CreatePlan(Stage *s) {
  perfc_plan *plan = nullptr;
  const int result = perfc_plan_create(0, &plan, &s->error);
  EXPECT_EQ(result == 0, plan != nullptr);
  perfc_plan_destroy(plan);
  return result;
}

int AddToPlan(Stage *s) {
  const perfc_attr attr = SampleAttr(PERFC_SAMPLE_IDENTIFIER);
  perfc_plan *plan = nullptr;
  int result = perfc_plan_create(0, &plan, &s->error);
  for (uint64_t id = 1; result >= 0 && id < 20; ++id) {
    const int before = perfc_plan_attr_count(plan);
    result = perfc_plan_add_attr(plan, &attr, sizeof attr, &id, 1, &s->error);
    EXPECT_EQ(perfc_plan_attr_count(plan), before + (result >= 0));
  }
  perfc_plan_destroy(plan);
  return result < 0 ? result : 0;
}

int AddIds(Stage *s) {
  const perfc_attr attr = SampleAttr(PERFC_SAMPLE_IDENTIFIER);
  perfc_plan *plan = nullptr;
  int result = perfc_plan_create(0, &plan, &s->error);
  if (result == 0) {
    result =
        perfc_plan_add_attr(plan, &attr, sizeof attr, nullptr, 0, &s->error);
  }
  for (uint64_t id = 1; result >= 0 && id < 20; ++id) {
    result = perfc_plan_add_ids(plan, 0, &id, 1, &s->error);
    EXPECT_EQ(perfc_plan_find_id(plan, id), result < 0 ? -ENOENT : 0);
  }
  perfc_plan_destroy(plan);
  return result;
}

int CreateBatch(Stage *s) {
  perfc_batch *made = nullptr;
  const int result = perfc_batch_create(nullptr, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_batch_destroy(made);
  return result;
}

int Fill(Stage *s) {
  const int rows = perfc_batch_fill_event(s->batch, s->event);
  if (rows < 0) return rows;
  return s->taken += rows;
}

int FillBytes(Stage *s) {
  alignas(8) uint8_t bytes[kRecords * 24];
  for (int i = 0; i < kRecords; ++i) {
    const auto word = static_cast<uint64_t>(i);
    const scripted::Bytes record =
        scripted::MakeRecordOf(PERFC_RECORD_SAMPLE, {word, word});
    std::copy(record.begin(), record.end(), bytes + i * 24);
  }
  size_t consumed = 0;
  const int rows = perfc_batch_fill_bytes(s->batch, perfc_event_plan(s->event),
                                          bytes, sizeof bytes, &consumed);
  EXPECT_EQ(consumed, rows < 0 ? 0 : sizeof bytes);
  return rows;
}

int FillRecords(Stage *s) {
  const scripted::Bytes bytes =
      scripted::MakeRecordOf(PERFC_RECORD_SAMPLE, {1, 2});
  alignas(8) uint8_t data[24];
  std::copy(bytes.begin(), bytes.end(), data);
  perfc_stream_record records[kRecords] = {};
  for (perfc_stream_record &record : records) {
    record.record = {data, PERFC_RECORD_SAMPLE, 0, sizeof data};
    record.plan = perfc_event_plan(s->event);
  }
  uint32_t taken = 0;
  const int rows =
      perfc_batch_fill_records(s->batch, records, kRecords, &taken);
  EXPECT_EQ(taken, rows < 0 ? 0 : kRecords);
  return rows;
}

int Export(Stage *s) {
  ArrowSchema schema = {};
  ArrowArray array = {};
  const int result = perfc_batch_export_arrow(s->batch, PERFC_TABLE_SAMPLES,
                                              &schema, &array, &s->error);
  if (result == 0) {
    schema.release(&schema);
    array.release(&array);
  }
  EXPECT_EQ(schema.release, nullptr);
  EXPECT_EQ(array.release, nullptr);
  return result;
}

}  // namespace

std::vector<Operation> RingOperations() {
  return {
      {"perfc_mmap perfc_munmap", "", true, Opened,
       [](Stage *s) {
         return Unmapped(s, perfc_mmap(s->event, 1, 0, &s->error));
       }},
      {"perfc_mmap", "to overwrite", true, Opened,
       [](Stage *s) {
         return Unmapped(
             s, perfc_mmap(s->event, 1, PERFC_MMAP_OVERWRITE, &s->error));
       }},
      {"perfc_mmap", "of the control page", true, Opened,
       [](Stage *s) {
         return Unmapped(s, perfc_mmap(s->event, 0, 0, &s->error));
       }},
      {"perfc_event_wait", "", true, Mapped,
       [](Stage *s) { return perfc_event_wait(s->event, 10, &s->error); }},
      {"perfc_event_wake", "", true, Mapped, WaitAndWake},
      {"perfc_event_losses", "", false, Mapped, ReadLosses},
      {"perfc_aux_mmap perfc_aux_munmap", "", true, Tracing, MapAux},
      {"perfc_plan_create perfc_plan_destroy", "", true, nullptr, CreatePlan},
      {"perfc_plan_add_attr", "", true, nullptr, AddToPlan},
      {"perfc_plan_add_ids", "", true, nullptr, AddIds},
      {"perfc_batch_create perfc_batch_destroy", "", true, nullptr,
       CreateBatch},
      {"perfc_batch_fill_event", "", false, Filled, Fill},
      {"perfc_batch_fill_bytes", "", false, Filled, FillBytes},
      {"perfc_batch_fill_records", "", false, Filled, FillRecords},
      {"perfc_batch_export_arrow", "", true, Exportable, Export},
  };
}

}  // namespace faults
