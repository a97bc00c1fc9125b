// What the tests of the stitcher share: samples that wait, and the records that
// they wait for.
#ifndef PERFC_TEST_STITCH_STITCHES_H_
#define PERFC_TEST_STITCH_STITCHES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/stitch.h"
#include "test/decode/support.h"
#include "test/encoder/sample.h"
#include "test/encoder/sideband.h"

namespace stitches {

using encoder::Bytes;
using encoder::Order;

// Written down here once more, as the encoder's constants are.
inline constexpr uint64_t kUser = static_cast<uint64_t>(-512);
inline constexpr uint64_t kKernel = static_cast<uint64_t>(-128);
inline constexpr uint64_t kUserDeferred = static_cast<uint64_t>(-640);

struct Closer {
  void operator()(perfc_stitch *stitch) const { perfc_stitch_destroy(stitch); }
};
using Stitch = std::unique_ptr<perfc_stitch, Closer>;

inline Stitch Create(uint64_t max_bytes = 0) {
  perfc_stitch_options options = {sizeof options, 0, max_bytes};
  perfc_stitch *stitch = nullptr;
  EXPECT_EQ(perfc_stitch_create(&options, &stitch, nullptr), 0);
  return Stitch(stitch);
}

// What came out: its bytes, and what the stitcher says of it.
struct Out {
  Bytes bytes;
  uint32_t state;
  uint64_t tag;
  const perfc_plan *plan;
};

inline std::vector<Out> Drain(const Stitch &stitch) {
  std::vector<Out> out;
  perfc_stitched_record record;
  while (perfc_stitch_next_record(stitch.get(), &record) == 1) {
    const uint8_t *data = record.pushed.record.data;
    out.push_back({Bytes(data, data + record.pushed.record.size), record.state,
                   record.pushed.sequence, record.pushed.plan});
  }
  return out;
}

inline perfc_record ViewOf(const decode_test::Plan &plan, const Bytes &bytes) {
  perfc_record record = {};
  EXPECT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                   nullptr, 0, &record),
            1);
  return record;
}

// What perfc_stitch_push answers to a record; the tag is its sequence.
inline int PushTo(const Stitch &stitch, const decode_test::Plan &plan,
                  const perfc_record &record, uint64_t tag = 0) {
  perfc_stream_record pushed = {};
  pushed.record = record;
  pushed.plan = plan.get();
  pushed.sequence = tag;
  return perfc_stitch_push(stitch.get(), &pushed);
}

inline perfc_stitch_info CountsOf(const Stitch &stitch) {
  perfc_stitch_info counts = {};
  EXPECT_EQ(perfc_stitch_get_info(stitch.get(), &counts, sizeof counts), 0);
  return counts;
}

class StitchTest : public ::testing::Test {
 protected:
  StitchTest() {
    attr_.sample_type = encoder::kIp | encoder::kTid | encoder::kTime |
                        encoder::kCallchain | encoder::kRaw;
    attr_.flags = encoder::kFlagSampleIdAll;
    plan_ = decode_test::MakePlan(attr_, Order::kLittle);
  }

  // A sample of the attr whose chain is as given.
  Bytes SampleOf(const std::vector<uint64_t> &chain, uint32_t tid = 7,
                 size_t raw = 12) const {
    encoder::Sample sample;
    sample.ip = 0x1234;
    sample.pid = tid;
    sample.tid = tid;
    sample.time = chain.empty() ? 0 : chain.back();
    sample.callchain = chain;
    sample.raw = Bytes(raw, 0x5a);
    return sample.Encode(attr_, Order::kLittle);
  }
  Bytes Waiting(uint64_t cookie, uint32_t tid = 7, size_t raw = 12) const {
    return SampleOf({kKernel, 1, 2, kUserDeferred, cookie}, tid, raw);
  }
  Bytes Deferred(uint64_t cookie, const std::vector<uint64_t> &ips,
                 uint32_t tid = 7) const {
    encoder::CallchainDeferred deferred = {cookie, ips};
    encoder::SampleId id;
    id.pid = id.tid = tid;
    return encoder::EncodeRecord(deferred, 2, id, attr_, Order::kLittle);
  }
  Bytes ExitOf(uint32_t tid) const {
    encoder::Exit exit;
    exit.pid = exit.tid = tid;
    return encoder::EncodeRecord(exit, 2, {}, attr_, Order::kLittle);
  }

  // Pushes, and takes out what there is then.
  std::vector<Out> Push(const Bytes &bytes, uint64_t tag = 0) const {
    const perfc_record record = ViewOf(plan_, bytes);
    EXPECT_EQ(PushTo(stitch_, plan_, record, tag), 0);
    return Drain(stitch_);
  }
  std::vector<Out> Flush() const {
    EXPECT_EQ(perfc_stitch_flush(stitch_.get()), 0);
    return Drain(stitch_);
  }
  perfc_stitch_info Counts() const { return CountsOf(stitch_); }

  encoder::Attr attr_;
  decode_test::Plan plan_;
  Stitch stitch_ = Create();
};

}  // namespace stitches

#endif  // PERFC_TEST_STITCH_STITCHES_H_
