// Event strings, lists, labels, tracepoints.
#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/perfc.h"
#include "test/faults/refusals.h"

namespace faults {
namespace {

constexpr size_t kTooShort = 8;
const char kCpu[] = "/sys/bus/event_source/devices/cpu/";
const char kSwitch[] = "/sys/kernel/tracing/events/sched/sched_switch/";

// Files of sysfs and tracefs that have no end.
void MakeEndless(Stage *s, const std::string &path) {
  s->system.SetFile(path, std::string(2 << 20, '1'));
}

// What is refused by that errno.
const char *EventString(Stage *s, int code) {
  if (code == EFBIG) MakeEndless(s, kCpu + std::string("format/event"));
  return code == ENOENT       ? "no-such-event"
         : code == EOPNOTSUPP ? "pfm:CYCLES"
         : code == ENOTUNIQ   ? "faults,cs"
                              : "cpu/event=0x1000/";
}

int Parse(Stage *s, int code) {
  EXPECT_EQ(perfc_specs_create(&s->host, &s->specs, nullptr), 0);
  return perfc_specs_parse(s->specs, EventString(s, code), 0, &s->error);
}

int OpenString(Stage *s, int code) {
  return perfc_open_string(&s->host, EventString(s, code), 0, 0, -1, &s->event,
                           &s->error);
}

int AddSpec(Stage *s, int) {
  const perfc_attr attr = TimedAttr();
  EXPECT_EQ(perfc_specs_create(&s->host, &s->specs, nullptr), 0);
  return perfc_specs_add(s->specs, &attr, kTooShort, "", PERFC_SPEC_NO_LEADER,
                         nullptr);
}

int SetAttr(Stage *s, int) {
  const perfc_attr attr = TimedAttr();
  s->MakeSpecs();
  return perfc_specs_set_attr(s->specs, 0, &attr, kTooShort, nullptr);
}

int Label(Stage *s, int) {
  const perfc_attr attr = TimedAttr();
  return perfc_attr_label(&s->host, &attr, kTooShort, nullptr, 0);
}

int List(Stage *s, int code) {
  if (code == EFBIG) MakeEndless(s, kCpu + std::string("events/cycles"));
  perfc_host_options elsewhere = {};
  elsewhere.size = sizeof elsewhere;
  if (code == ENOENT) elsewhere.sysfs = "/nowhere";
  EXPECT_EQ(s->host.host.Configure(&elsewhere, nullptr), 0);
  perfc_catalog *list = nullptr;
  const int result =
      perfc_catalog_create(&s->host, PERFC_CATALOG_ALL, &list, &s->error);
  perfc_catalog_destroy(list);
  return result;
}

int OpenByName(Stage *s, int code) {
  if (code == EFBIG) MakeEndless(s, kSwitch + std::string("format"));
  perfc_tracepoint *made = nullptr;
  return perfc_tracepoint_create(
      &s->host, code == ENOENT ? "sched:none" : "sched:sched_switch", &made,
      &s->error);
}

int OpenById(Stage *s, int code) {
  if (code == EFBIG) MakeEndless(s, kSwitch + std::string("format"));
  perfc_tracepoint *made = nullptr;
  return perfc_tracepoint_create_by_id(&s->host, code == ENOENT ? 999 : 316,
                                       &made, &s->error);
}

enum : uint32_t { kType, kNumber, kText, kPlace };
constexpr char kFormat[] =
    "name: of_two\nID: 7\nformat:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\n"
    "\tfield:int number;\toffset:8;\tsize:4;\tsigned:1;\n"
    "\tfield:char text[4];\toffset:12;\tsize:4;\tsigned:0;\n"
    "\tfield:__data_loc char[] place;\toffset:16;\tsize:4;\tsigned:0;\n\n"
    "print fmt: \"\"\n";

// Raw data that end too soon where they are to be malformed.
template <typename Call>
int OfTracepoint(int code, Call call) {
  perfc_tracepoint *made = nullptr;
  EXPECT_EQ(perfc_tracepoint_create_from_text(
                "system", kFormat, sizeof kFormat - 1, 0, &made, nullptr),
            0);
  const uint8_t raw[20] = {7};
  const int result = call(made, raw, code == EBADMSG ? 4 : sizeof raw);
  perfc_tracepoint_destroy(made);
  return result;
}

int Value(Stage *, int code) {
  return OfTracepoint(code, [code](auto *of, const uint8_t *raw, size_t size) {
    uint64_t value;
    return perfc_tracepoint_value(of, raw, size, kNumber, code == ENODATA,
                                  &value);
  });
}

int Range(Stage *, int code) {
  return OfTracepoint(code, [code](auto *of, const uint8_t *raw, size_t size) {
    uint32_t offset;
    uint32_t length;
    return perfc_tracepoint_range(of, raw, size, kPlace, code == ENODATA,
                                  &offset, &length);
  });
}

int Text(Stage *, int code) {
  return OfTracepoint(code, [](auto *of, const uint8_t *raw, size_t size) {
    return perfc_tracepoint_text(of, raw, size, kText, nullptr, 0);
  });
}

int Find(Stage *, int code) {
  return OfTracepoint(code, [](auto *of, const uint8_t *, size_t) {
    return perfc_tracepoint_find_field(of, "none");
  });
}

void FillBatch(Stage *s) {
  s->MakeBatch();
  s->event = s->OpenMapped(TimedAttr());
  s->Write(s->event, 1);
  EXPECT_EQ(perfc_batch_fill_event(s->batch, s->event), 1);
}

int Values(Stage *s, int code) {
  FillBatch(s);
  return OfTracepoint(code, [s](auto *of, const uint8_t *, size_t) {
    uint64_t value;
    return perfc_tracepoint_column_values(of, s->batch, kNumber, 0, &value,
                                          sizeof value, nullptr, 0, nullptr, 0);
  });
}

int Ranges(Stage *s, int code) {
  FillBatch(s);
  return OfTracepoint(code, [s](auto *of, const uint8_t *, size_t) {
    int32_t offset;
    int32_t length;
    return perfc_tracepoint_column_ranges(of, s->batch, kText, 0, &offset,
                                          &length, nullptr, 0, nullptr, 0);
  });
}

}  // namespace

std::vector<Refusal> NameRefusals() {
  return {
      {"perfc_specs_parse", {EFBIG, ENOENT, EOPNOTSUPP, ERANGE}, Parse},
      {"perfc_open_string",
       {EFBIG, ENOENT, ENOTUNIQ, EOPNOTSUPP, ERANGE},
       OpenString},
      {"perfc_specs_add", {E2BIG}, AddSpec},
      {"perfc_specs_set_attr", {E2BIG}, SetAttr},
      {"perfc_attr_label", {E2BIG}, Label},
      {"perfc_catalog_create", {EFBIG, ENOENT}, List},
      {"perfc_tracepoint_create", {EFBIG, ENOENT}, OpenByName},
      {"perfc_tracepoint_create_by_id", {EFBIG, ENOENT}, OpenById},
      {"perfc_tracepoint_find_field", {ENOENT}, Find},
      {"perfc_tracepoint_value", {EBADMSG, ENODATA}, Value},
      {"perfc_tracepoint_range", {EBADMSG, ENODATA}, Range},
      {"perfc_tracepoint_text", {EBADMSG}, Text},
      {"perfc_tracepoint_column_values", {ENOSPC}, Values},
      {"perfc_tracepoint_column_ranges", {ENOSPC}, Ranges},
  };
}

}  // namespace faults
