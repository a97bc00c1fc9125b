// Event strings, listings, labels, tracepoints.
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/event.h"
#include "perfc/names.h"
#include "perfc/tracepoint.h"
#include "perfc/uapi.h"
#include "test/faults/stage.h"

namespace faults {
namespace {

const std::string kFilter(5000, 'x');

std::string FormatOfManyFields() {
  std::string format =
      "name: many\nID: 1\nformat:\n"
      "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n";
  for (int i = 0; i < 100; ++i) {
    format += "\tfield:int field" + std::to_string(i) +
              ";\toffset:8;\tsize:4;\tsigned:1;\n";
  }
  return format + "\nprint fmt: \"\"\n";
}
const std::string kFormat = FormatOfManyFields();

void EmptySpecs(Stage *s) {
  EXPECT_EQ(perfc_specs_create(&s->host, &s->specs, nullptr), 0);
}

void Specs(Stage *s) { s->MakeSpecs(); }

int CreateSpecs(Stage *s) {
  perfc_specs *made = nullptr;
  const int result = perfc_specs_create(&s->host, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_specs_destroy(made);
  return result;
}

int Parse(Stage *s, const char *events) {
  const int before = perfc_specs_count(s->specs);
  const int result = perfc_specs_parse(s->specs, events, 0, &s->error);
  EXPECT_EQ(perfc_specs_count(s->specs), before + (result < 0 ? 0 : result));
  return result;
}

int OpenString(Stage *s, const char *event_string) {
  perfc_event *made = nullptr;
  const int result = perfc_open_string(&s->host, event_string, PERFC_SAMPLE_IP,
                                       0, -1, &made, &s->error);
  EXPECT_EQ(result == 0, made != nullptr);
  perfc_close(made);
  return result;
}

int AddSpec(Stage *s) {
  const perfc_attr attr = TimedAttr();
  const int before = perfc_specs_count(s->specs);
  const int result = perfc_specs_add(s->specs, &attr, sizeof attr, "name",
                                     PERFC_SPEC_NO_LEADER, &s->error);
  EXPECT_EQ(perfc_specs_count(s->specs), before + (result >= 0));
  return result < 0 ? result : 0;
}

int SetAttr(Stage *s) {
  const LongAttr attr = MakeLongAttr(TimedAttr());
  return perfc_specs_set_attr(s->specs, 0, &attr, sizeof attr, &s->error);
}

int SetFilter(Stage *s) {
  return perfc_specs_set_filter(s->specs, 0, kFilter.c_str(), &s->error);
}

int Label(Stage *s) {
  perfc_attr attr = TimedAttr();
  attr.type = 4;
  attr.config = 0x3c;
  char text[64];
  return perfc_attr_label(&s->host, &attr, sizeof attr, text, sizeof text);
}

int LabelOfTracepoint(Stage *s) {
  perfc_attr attr = TimedAttr();
  attr.type = PERFC_TYPE_TRACEPOINT;
  attr.config = 316;
  char text[64];
  return perfc_attr_label(&s->host, &attr, sizeof attr, text, sizeof text);
}

int List(Stage *s) {
  perfc_catalog *list = nullptr;
  const int result =
      perfc_catalog_create(&s->host, PERFC_CATALOG_ALL, &list, &s->error);
  EXPECT_EQ(result == 0, list != nullptr);
  perfc_catalog_destroy(list);
  return result;
}

int FindTracepoint(Stage *s) {
  perfc_tracepoint *found = nullptr;
  const int result = perfc_tracepoint_create(&s->host, "sched:sched_switch",
                                             &found, &s->error);
  EXPECT_EQ(result == 0, found != nullptr);
  perfc_tracepoint_destroy(found);
  return result;
}

int FindTracepointById(Stage *s) {
  perfc_tracepoint *found = nullptr;
  const int result =
      perfc_tracepoint_create_by_id(&s->host, 316, &found, &s->error);
  EXPECT_EQ(result == 0, found != nullptr);
  perfc_tracepoint_destroy(found);
  return result;
}

int ParseTracepoint(Stage *s) {
  perfc_tracepoint *found = nullptr;
  const int result = perfc_tracepoint_create_from_text(
      "system", kFormat.data(), kFormat.size(), 0, &found, &s->error);
  EXPECT_EQ(result == 0, found != nullptr);
  perfc_tracepoint_destroy(found);
  return result;
}

}  // namespace

std::vector<Operation> NameOperations() {
  return {
      {"perfc_specs_create perfc_specs_destroy", "", true, nullptr,
       CreateSpecs},
      {"perfc_specs_add", "", true, EmptySpecs, AddSpec},
      {"perfc_specs_set_attr", "", true, Specs, SetAttr},
      {"perfc_specs_set_filter", "", true, Specs, SetFilter},
      {"perfc_specs_parse", "generic", true, EmptySpecs,
       [](Stage *s) { return Parse(s, "{cycles,faults:u}:S"); }},
      {"perfc_specs_parse", "of a PMU", true, EmptySpecs,
       [](Stage *s) { return Parse(s, "cpu/event=0x3c,name=mine/"); }},
      {"perfc_specs_parse", "a tracepoint", true, EmptySpecs,
       [](Stage *s) { return Parse(s, "sched:*"); }},
      {"perfc_specs_parse", "a probe", true, EmptySpecs,
       [](Stage *s) { return Parse(s, "kprobe:vfs_read+4"); }},
      {"perfc_open_string", "generic", true, nullptr,
       [](Stage *s) { return OpenString(s, "faults:u"); }},
      {"perfc_open_string", "of a PMU", true, nullptr,
       [](Stage *s) { return OpenString(s, "cpu/event=0x3c/"); }},
      {"perfc_open_string", "a tracepoint", true, nullptr,
       [](Stage *s) { return OpenString(s, "sched:sched_switch"); }},
      {"perfc_attr_label", "", false, nullptr, Label},
      {"perfc_attr_label", "of a tracepoint", false, nullptr,
       LabelOfTracepoint},
      {"perfc_catalog_create perfc_catalog_destroy", "", true, nullptr, List},
      {"perfc_tracepoint_create perfc_tracepoint_destroy", "", true, nullptr,
       FindTracepoint},
      {"perfc_tracepoint_create_by_id", "", true, nullptr, FindTracepointById},
      {"perfc_tracepoint_create_from_text", "", true, nullptr, ParseTracepoint},
  };
}

}  // namespace faults
