// Chooses samples by what has a fixed place in them (struct perfc_filter).
#ifndef PERFC_IMPL_PROFILE_FILE_FILTER_H_
#define PERFC_IMPL_PROFILE_FILE_FILTER_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "perfc/decode.h"
#include "perfc/profile/file.h"

namespace perfc::profile::file {

class Filter {
 public:
  // A sorted copy of `filter`. False: no memory.
  [[nodiscard]] bool Set(const perfc_filter& filter);

  bool active() const { return active_; }

  // Whether a sample of attr `event`, with these places, is kept. `places` is null if
  // the attr is unknown.
  bool KeepsSample(const uint8_t* sample, size_t size, uint32_t event,
                   const perfc_record_places* places) const;
  // Whether another record at this time is kept.
  bool KeepsOther(uint64_t time) const {
    return to_ == 0 || invert_ || time < to_;
  }

 private:
  bool Fits(const uint8_t* sample, size_t size, uint32_t event,
            const perfc_record_places* places) const;
  bool FitsTime(const uint8_t* sample, size_t size, uint32_t at) const;

  bool active_ = false;
  bool invert_ = false;
  uint64_t from_ = 0;
  uint64_t to_ = 0;
  base::Buffer<uint32_t> pids_;
  base::Buffer<uint32_t> tids_;
  base::Buffer<uint32_t> cpus_;
  base::Buffer<uint32_t> events_;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_FILTER_H_
