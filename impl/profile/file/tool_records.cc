#include "impl/profile/file/tool_records.h"

#include "absl/strings/string_view.h"
#include "impl/base/order.h"
#include "impl/profile/format/format.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kHeader = 8;

// The layout of each type (tools/lib/perf/include/perf/event.h), a letter for each
// field: h 16 bits, w 32 bits, d 64 bits, b a byte, c 16 bytes of text, k 256 bytes
// of text. What follows a '*' repeats up to the end of the record. What has no letter
// is text or bytes.
struct Layout {
  uint32_t type;
  const char* fields;
};
constexpr Layout kLayouts[] = {
    {PERFC_RECORD_HEADER_EVENT_TYPE, "d"},
    {PERFC_RECORD_HEADER_TRACING_DATA, "w"},
    {PERFC_RECORD_HEADER_BUILD_ID, "w"},
    {PERFC_RECORD_ID_INDEX, "*d"},
    {PERFC_RECORD_AUXTRACE_INFO, "ww*d"},
    {PERFC_RECORD_AUXTRACE, "dddwwww"},
    {PERFC_RECORD_AUXTRACE_ERROR, "wwwwwwd"},
    {PERFC_RECORD_THREAD_MAP, "d*dc"},
    {PERFC_RECORD_STAT_CONFIG, "*d"},
    {PERFC_RECORD_STAT, "dww*d"},
    {PERFC_RECORD_STAT_ROUND, "dd"},
    {PERFC_RECORD_EVENT_UPDATE, "dd"},
    {PERFC_RECORD_TIME_CONV, "ddddd"},
    {PERFC_RECORD_HEADER_FEATURE, "d"},
    {PERFC_RECORD_COMPRESSED2, "d"},
    {PERFC_RECORD_BPF_METADATA, "kd"},
    {PERFC_RECORD_SCHEDSTAT_CPU, "dwhhwwwwww*d"},
    {PERFC_RECORD_SCHEDSTAT_DOMAIN, "dwhh*w"},
};

size_t SizeOf(char field) {
  switch (field) {
    case 'h':
      return 2;
    case 'w':
      return 4;
    case 'd':
      return 8;
    case 'c':
      return 16;
    case 'k':
      return 256;
    default:
      return 1;
  }
}

void SwapField(uint8_t* at, char field) {
  switch (field) {
    case 'h':
      return base::Foreign::Fix<uint16_t>(at, 1);
    case 'w':
      return base::Foreign::Fix<uint32_t>(at, 1);
    case 'd':
      return base::Foreign::Fix<uint64_t>(at, 1);
    default:
      return;
  }
}

// Swaps fields from `at` on. Returns the end of the last whole one.
size_t SwapFields(absl::string_view fields, uint8_t* record, size_t at,
                  size_t size) {
  size_t repeat = absl::string_view::npos;
  for (size_t i = 0; i < fields.size();) {
    if (fields[i] == '*') {
      repeat = ++i;
      continue;
    }
    const size_t bytes = SizeOf(fields[i]);
    if (bytes > size - at) return at;
    SwapField(record + at, fields[i]);
    at += bytes;
    if (++i == fields.size() && repeat != absl::string_view::npos) i = repeat;
  }
  return at;
}

// A map of CPUs, which begins with its form in 16 bits.
void SwapCpuMap(uint8_t* record, size_t at, size_t size) {
  constexpr uint16_t kCpus = 0;
  constexpr uint16_t kMask = 1;
  constexpr uint16_t kRange = 2;
  if (size - at < 2) return;
  SwapFields("h", record, at, size);
  const auto form = base::Load<uint16_t>(record + at);
  if (form == kCpus) {
    SwapFields("*h", record, at + 2, size);
  } else if (form == kRange) {
    SwapFields("bbhh", record, at + 2, size);
  } else if (form == kMask &&
             SwapFields("hh", record, at + 2, size) == at + 6) {
    // A mask of `long` is aligned as the machine that wrote it aligns a long.
    const bool words_of_4 = base::Load<uint16_t>(record + at + 4) == 4;
    SwapFields(words_of_4 ? "*w" : "bbbb*d", record, at + 6, size);
  }
}

// Format 0 has the text where later formats have the time. Format 2 has two more
// numbers behind the text of 64 bytes.
void SwapAuxtraceError(uint8_t* record, size_t size) {
  constexpr size_t kFormat = kHeader + 20;
  constexpr size_t kTime = kHeader + 32;
  constexpr size_t kBehindText = kTime + 8 + 64;
  if (size < kTime) return;
  const auto format = base::Load<uint32_t>(record + kFormat);
  if (format >= 1) SwapFields("d", record, kTime, size);
  if (format >= 2 && size > kBehindText) {
    SwapFields("ww", record, kBehindText, size);
  }
}

void SwapEventUpdate(uint8_t* record, size_t size) {
  constexpr size_t kData = kHeader + 16;
  if (size < kData) return;
  const auto what = base::Load<uint64_t>(record + kHeader);
  if (what == format::kUpdateScale) SwapFields("d", record, kData, size);
  if (what == format::kUpdateCpus) SwapCpuMap(record, kData, size);
}

}  // namespace

void SwapToolRecord(uint8_t* record, uint32_t type, size_t size) {
  for (const Layout& layout : kLayouts) {
    if (layout.type == type) SwapFields(layout.fields, record, kHeader, size);
  }
  switch (type) {
    case PERFC_RECORD_CPU_MAP:
      return SwapCpuMap(record, kHeader, size);
    case PERFC_RECORD_AUXTRACE_ERROR:
      return SwapAuxtraceError(record, size);
    case PERFC_RECORD_EVENT_UPDATE:
      return SwapEventUpdate(record, size);
    default:
      return;
  }
}

}  // namespace perfc::profile::file
