// The stitcher. See perfc_stitch_next_record for what it does.
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

// What comes out: perfc_stitched_record, with the plan as it was pushed.
struct Stitched {
  perfc_record record;
  const void* plan;
  uint64_t tag;
  uint32_t state;
};

class Stitch {
 public:
  // False: no memory.
  [[nodiscard]] bool Open(size_t max_bytes);

  // 0 or -EAGAIN. `handle` is what the caller knows the plan by.
  int Push(const decode::Plan& plan, const void* handle,
           const perfc_record& record, uint64_t tag);
  int Flush();
  bool Next(Stitched* out);

  perfc_stitch_info counts() const;

 private:
  // What is left to be done with what was pushed.
  enum class Work : uint8_t {
    kNone,
    kPass,
    kHold,   // make room for it, and copy it there
    kMatch,  // find the samples of a deferred chain
    kExit,   // hand out the samples of a thread
    kFlush,  // hand out all
  };

  Work Classify(const decode::Plan& plan);
  bool TakeSample(const decode::Plan& plan);
  bool TakeChain(const decode::Plan& plan);
  bool TakeExit(const decode::Plan& plan);

  bool NextHold(Stitched* out);
  bool NextMatch(Stitched* out);
  bool NextExit(Stitched* out);
  bool NextFlush(Stitched* out);
  bool Pass(Stitched* out);
  bool Give(const Held& held, uint32_t state, Stitched* out);
  bool GiveUnmatched(Held* held, Stitched* out);
  bool Splice(const Held& held, Stitched* out);

  HeldSamples held_;
  base::Buffer<uint8_t> spliced_;
  Work work_ = Work::kNone;
  perfc_record record_ = {};  // the one that was pushed
  Held pushed_ = {};          // the same, as it would be held
  perfc_range chain_ = {};    // the entries of a deferred chain
  Held* scan_ = nullptr;      // how far the search for an exit's samples got
  bool used_ = false;         // a deferred chain's every sample was spliced
  perfc_stitch_info counts_ = {};
};

}  // namespace perfc::stitch

#endif  // PERFC_IMPL_STITCH_STITCH_H_
