#include "test/perf/capture.h"

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/vectors/sink.h"
#include "test/vectors/typed.h"

namespace capture {
namespace {

std::string Path() {
  const testing::TestInfo* test =
      testing::UnitTest::GetInstance()->current_test_info();
  const char* directory = getenv("PERFC_CAPTURE_DIR");
  return std::string(directory == nullptr ? "." : directory) + "/" +
         test->test_suite_name() + "." + test->name() + ".jsonl";
}

// The attr as the kernel got it.
void DescribeAttr(perfc_event* event, vectors::Sink* out) {
  uint8_t attr[4096];
  const int size = perfc_event_attr(event, attr, sizeof attr);
  ASSERT_GT(size, 0);
  const uint64_t id = live::Id(event);
  out->BeginObject(nullptr);
  out->Bytes("bytes", attr, size);
  out->Words("ids", &id, 1);
  out->EndObject();
}

std::string Told(const perfc_plan* plan, const live::Record& record) {
  vectors::JsonSink sink;
  EXPECT_EQ(0, vectors::DescribeTyped(plan, *&record, &sink));
  return sink.Take();
}

std::string Bytes(const live::Record& record) {
  vectors::JsonSink sink;
  sink.Bytes(nullptr, record->data, record->size);
  return sink.Take();
}

}  // namespace

void Save(std::initializer_list<perfc_event*> events,
          std::initializer_list<uint32_t> wanted) {
  std::ofstream file(Path());
  vectors::JsonSink sink;
  sink.BeginList(nullptr);
  for (perfc_event* event : events) DescribeAttr(event, &sink);
  sink.EndList();
  file << sink.Take() << "\n";
  std::set<uint32_t> missing(wanted);
  perfc_event* ring = *events.begin();
  for (const live::Record& record : live::Drain(ring)) {
    missing.erase(record->type);
    file << "{\"bytes\":" << Bytes(record)
         << ",\"told\":" << Told(perfc_event_plan(ring), record) << "}\n";
  }
  for (const uint32_t type : missing) {
    ADD_FAILURE() << "no record " << perfc_record_type_name(type);
  }
  EXPECT_TRUE(file.flush());
}

}  // namespace capture
