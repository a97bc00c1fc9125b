// TRACING_DATA: the format files of tracepoints, and other files of tracefs
// (tools/perf/util/trace-event-info.c and trace-event-read.c).
#ifndef PERFC_IMPL_PROFILE_FEATURES_TRACING_H_
#define PERFC_IMPL_PROFILE_FEATURES_TRACING_H_

#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/order.h"
#include "impl/profile/features/filling.h"
#include "impl/profile/features/reader.h"

namespace perfc::profile::features {

struct FormatFile {
  absl::string_view system;
  absl::string_view text;
};

// Its numbers have a byte order of their own, which a flag says. It stays as it is
// in files of the other byte order.
class TracingData {
 public:
  explicit TracingData(Native& in) : in_(in) {}

  // Calls each(FormatFile). The files behind those of the events are stepped over:
  // kallsyms, printk_formats and saved_cmdlines.
  template <typename Each>
  bool Read(const Each& each) {
    return ReadHead() && ReadFiles("ftrace", each) && ReadSystems(each) &&
           ReadTail();
  }

 private:
  bool ReadHead();
  bool ReadTail();

  template <typename T>
  bool Number(T* out) {
    if (!in_.Numbers(out)) return false;
    if (swapped_) *out = base::Swap(*out);
    return true;
  }

  // A count of what needs at least `least` bytes each.
  bool Count(size_t least, uint32_t* count) {
    if (!Number(count)) return false;
    return *count <= in_.left() / least ||
           in_.Fail("a count exceeds the bytes behind");
  }

  // Text with a NUL behind.
  bool Name(absl::string_view* out);
  // These bytes, with a NUL behind.
  bool Word(absl::string_view word);

  // A file behind its size, of type Size.
  template <typename Size>
  bool File(absl::string_view* out) {
    Size size;
    absl::Span<const uint8_t> bytes;
    if (!Number(&size) || !in_.Bytes(size, &bytes)) return false;
    *out = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    return true;
  }

  template <typename Each>
  bool ReadFiles(absl::string_view system, const Each& each) {
    uint32_t count;
    if (!Count(sizeof(uint64_t), &count)) return false;
    return Times(count, [&] {
      FormatFile file = {system, {}};
      return File<uint64_t>(&file.text) && each(file);
    });
  }

  template <typename Each>
  bool ReadSystems(const Each& each) {
    uint32_t count;
    if (!Count(1 + sizeof(uint32_t), &count)) return false;
    return Times(count, [&] {
      absl::string_view system;
      return Name(&system) && ReadFiles(system, each);
    });
  }

  Native& in_;
  bool swapped_ = false;
  bool has_cmdlines_ = false;
};

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_TRACING_H_
