// The stitcher. perfc_stitch_next_record describes its rules.
#ifndef PERFC_IMPL_STITCH_STITCH_H_
#define PERFC_IMPL_STITCH_STITCH_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/decode/plan.h"
#include "impl/stitch/held.h"
#include "perfc/record.h"
#include "perfc/stitch.h"

namespace perfc::stitch {

class Stitch {
 public:
  // False: no memory.
  [[nodiscard]] bool Open(size_t max_bytes);

  // 0 or -EAGAIN. `plan` decodes the record.
  int Push(const decode::Plan& plan, const perfc_stream_record& record);
  int Flush();
  bool Next(perfc_stitched_record* out);

  perfc_stitch_info counts() const;

 private:
  // The remaining work for the pushed record.
  enum class Work : uint8_t {
    kNone,
    kPass,
    kHold,   // make room for it, and copy it there
    kMatch,  // find the samples of a deferred chain
    kExit,   // hand out the samples of a thread
    kFlush,  // hand out all
  };

  const perfc_record& record() const { return last_.pushed.record; }
  Work Classify(const decode::Plan& plan);
  bool TakeSample(const decode::Plan& plan);
  bool TakeChain(const decode::Plan& plan);
  bool TakeExit(const decode::Plan& plan);

  bool NextHold(perfc_stitched_record* out);
  bool NextMatch(perfc_stitched_record* out);
  bool NextExit(perfc_stitched_record* out);
  bool NextFlush(perfc_stitched_record* out);
  bool Pass(perfc_stitched_record* out);
  bool Give(const Held& held, uint32_t state, perfc_stitched_record* out);
  bool GiveUnmatched(Held* held, perfc_stitched_record* out);
  bool Splice(const Held& held, perfc_stitched_record* out);

  HeldSamples held_;
  base::Buffer<uint8_t> spliced_;
  Work work_ = Work::kNone;
  Held last_ = {};          // the record that was pushed, as it would be held
  perfc_range chain_ = {};  // the entries of a deferred chain
  Held* scan_ = nullptr;    // how far the search for an exit's samples got
  bool used_ = false;       // a deferred chain's every sample was spliced
  perfc_stitch_info counts_ = {};
};

}  // namespace perfc::stitch

#endif  // PERFC_IMPL_STITCH_STITCH_H_
