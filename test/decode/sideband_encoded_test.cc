// Every record type but SAMPLE through the encoder: both byte orders, with and
// without a trailer, and cut at every byte.

#include <cerrno>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/sideband_check.h"
#include "test/decode/support.h"
#include "test/encoder/random.h"
#include "test/encoder/sideband.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;
using encoder::Random;

class SidebandEncoded : public testing::TestWithParam<Order> {
 protected:
  // Ten attrs of random trailers and read formats for a record type.
  template <typename Body>
  void Check(const Body &body, uint16_t misc = 0) {
    for (int i = 0; i < 10; ++i) {
      Attr attr = encoder::RandomAttr(&random_);
      attr.flags |= encoder::kFlagBuildId;
      const encoder::SampleId id = RandomId();
      const Bytes bytes =
          encoder::EncodeRecord(body, misc, id, attr, GetParam());
      const Plan plan = MakePlan(attr, GetParam());
      perfc_record record = {};
      ASSERT_EQ(
          perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                 scratch_.data(), scratch_.size(), &record),
          1);
      EXPECT_EQ(record.type, Body::kType);
      EXPECT_EQ(record.misc, misc);
      EXPECT_EQ(record.size, bytes.size());
      ExpectBody(plan, record, body);
      ExpectSampleId(plan, record, attr, id);
      ExpectCutsAreClean(plan, bytes);
    }
  }

  encoder::ReadFormat RandomRead() {
    encoder::ReadFormat read;
    read.time_enabled = random_.U64();
    read.time_running = random_.U64();
    read.counters[0] = {random_.U64(), random_.U64(), random_.U64()};
    return read;
  }

  Random random_{7};

 private:
  encoder::SampleId RandomId() {
    return {random_.U32(), random_.U32(), random_.U64(), random_.U64(),
            random_.U64(), random_.U32(), random_.U32(), random_.U64()};
  }

  void ExpectCutsAreClean(const Plan &plan, const Bytes &bytes) {
    for (uint16_t size = 8; size < bytes.size(); ++size) {
      uint8_t *at = memory_.Put(bytes.data(), size);
      at[6] = GetParam() == Order::kLittle ? size : size >> 8;
      at[7] = GetParam() == Order::kLittle ? size >> 8 : size;
      perfc_record record = {};
      int result = perfc_plan_view_record(plan.get(), at, size, scratch_.data(),
                                          scratch_.size(), &record);
      if (result == 1) result = DecodeAny(plan, record);
      ASSERT_TRUE(result == 0 || result == -EBADMSG) << size << ": " << result;
    }
  }

  Scratch scratch_;
  GuardedMemory memory_;
};

INSTANTIATE_TEST_SUITE_P(ByteOrder, SidebandEncoded,
                         testing::Values(Order::kLittle, Order::kBig),
                         [](const auto &info) {
                           return info.param == Order::kLittle ? "Little"
                                                               : "Big";
                         });

TEST_P(SidebandEncoded, Mmap) {
  Check(encoder::Mmap{1, 2, random_.U64(), random_.U64(), random_.U64(),
                      "/usr/lib/libc.so.6"},
        2);
}

TEST_P(SidebandEncoded, Lost) {
  Check(encoder::Lost{random_.U64(), random_.U64()});
}

TEST_P(SidebandEncoded, Comm) {
  Check(encoder::Comm{random_.U32(), random_.U32(), "kworker/0:1"}, 0x2001);
}

TEST_P(SidebandEncoded, Exit) {
  Check(encoder::Exit{random_.U32(), random_.U32(), random_.U32(),
                      random_.U32(), random_.U64()});
}

TEST_P(SidebandEncoded, Throttle) {
  Check(encoder::Throttle{random_.U64(), random_.U64(), random_.U64()});
}

TEST_P(SidebandEncoded, Unthrottle) {
  Check(encoder::Unthrottle{random_.U64(), random_.U64(), random_.U64()});
}

TEST_P(SidebandEncoded, Fork) {
  Check(encoder::Fork{random_.U32(), random_.U32(), random_.U32(),
                      random_.U32(), random_.U64()});
}

TEST_P(SidebandEncoded, Read) {
  Check(encoder::Read{random_.U32(), random_.U32(), RandomRead()});
}

TEST_P(SidebandEncoded, Mmap2WithInode) {
  encoder::Mmap2 body;
  body.pid = random_.U32();
  body.tid = random_.U32();
  body.addr = random_.U64();
  body.len = random_.U64();
  body.pgoff = random_.U64();
  body.maj = random_.U32();
  body.min = random_.U32();
  body.ino = random_.U64();
  body.ino_generation = random_.U64();
  body.prot = random_.U32();
  body.flags = random_.U32();
  body.filename = "//anon";
  Check(body, 2);
}

TEST_P(SidebandEncoded, Mmap2WithBuildId) {
  for (uint8_t size : {0, 8, 16, 20}) {
    encoder::Mmap2 body;
    body.has_build_id = true;
    body.build_id_size = size;
    for (int i = 0; i < size; ++i) body.build_id[i] = random_.U8();
    body.prot = random_.U32();
    body.flags = random_.U32();
    body.filename = "[vdso]";
    Check(body, 0x4002);
  }
}

TEST_P(SidebandEncoded, Aux) {
  Check(encoder::Aux{random_.U64(), random_.U64(), random_.U64()});
}

TEST_P(SidebandEncoded, ItraceStart) {
  Check(encoder::ItraceStart{random_.U32(), random_.U32()});
}

TEST_P(SidebandEncoded, LostSamples) {
  Check(encoder::LostSamples{random_.U64()});
}

TEST_P(SidebandEncoded, Switch) {
  Check(encoder::Switch{});
  Check(encoder::Switch{}, 0x2000);
  Check(encoder::Switch{}, 0x6000);
}

TEST_P(SidebandEncoded, SwitchCpuWide) {
  Check(encoder::SwitchCpuWide{random_.U32(), random_.U32()}, 0x6000);
}

TEST_P(SidebandEncoded, Namespaces) {
  encoder::Namespaces body;
  Check(body);
  for (int i = 0; i < 7; ++i) {
    body.links.push_back({random_.U64(), random_.U64()});
  }
  Check(body);
}

TEST_P(SidebandEncoded, Ksymbol) {
  Check(encoder::Ksymbol{random_.U64(), random_.U32(), 2, 1, "bpf_trampoline"});
}

TEST_P(SidebandEncoded, BpfEvent) {
  Check(encoder::BpfEvent{1, 0x1234, random_.U32(), {8, 7, 6, 5, 4, 3, 2, 1}});
}

TEST_P(SidebandEncoded, Cgroup) {
  Check(encoder::Cgroup{random_.U64(), "/system.slice/cron.service"});
  Check(encoder::Cgroup{random_.U64(), ""});
}

TEST_P(SidebandEncoded, TextPoke) {
  Check(encoder::TextPoke{random_.U64(), {1, 2, 3, 4, 5}, {6, 7}});
  Check(encoder::TextPoke{random_.U64(), {}, Bytes(300, 0x90)});
}

TEST_P(SidebandEncoded, AuxOutputHwId) {
  Check(encoder::AuxOutputHwId{random_.U64()});
}

TEST_P(SidebandEncoded, CallchainDeferred) {
  Check(encoder::CallchainDeferred{random_.U64(), {}});
  Check(encoder::CallchainDeferred{random_.U64(), {random_.U64(), 2, 3}});
}

}  // namespace
}  // namespace decode_test
