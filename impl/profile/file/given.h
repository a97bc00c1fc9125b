// What is known of the records that were handed out.
#ifndef PERFC_IMPL_PROFILE_FILE_GIVEN_H_
#define PERFC_IMPL_PROFILE_FILE_GIVEN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {

// A word of a record; 0 if the record is too short.
inline uint64_t Word(const perfc_record& record, size_t at) {
  return at + sizeof(uint64_t) <= record.size
             ? base::Load<uint64_t>(record.data + at)
             : 0;
}

struct Given {
  // A LOST_SAMPLES of perf's BPF filter: the samples weren't wanted.
  static constexpr uint16_t kMiscLostSamplesBpf = 1 << 15;

  void Add(const perfc_stream_record& out) {
    ++sequence;
    out_of_order += (out.flags & PERFC_STREAM_RECORD_LATE) != 0;
    latest = std::max(latest, out.time);
    if (out.time != 0) first_time = std::min(first_time, out.time);
    last_time = std::max(last_time, out.time);
    if (out.record.type == PERFC_RECORD_LOST) {
      lost += Word(out.record, 16);
    } else if (out.record.type == PERFC_RECORD_LOST_SAMPLES &&
               !(out.record.misc & kMiscLostSamplesBpf)) {
      lost_samples += Word(out.record, 8);
    }
  }

  uint64_t sequence = 0;  // of the next record
  uint64_t latest = 0;    // largest time
  uint64_t out_of_order = 0;
  uint64_t lost = 0;
  uint64_t lost_samples = 0;
  uint64_t first_time = UINT64_MAX;
  uint64_t last_time = 0;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_GIVEN_H_
