// The perf tool's own records: those of the other byte order become those of this
// machine.

#include <cerrno>
#include <functional>
#include <string>

#include "test/profile/file/reading.h"
#include "test/profile/perf_data.h"

namespace {

using perf_data::Bytes;
using perf_data::Endian;
using perf_data::File;
using perf_data::Record;
using reading::Result;

// The body of a record in either byte order.
using Body = std::function<Bytes(Bytes)>;

void ExpectConverted(uint32_t type, const Body &body,
                     const std::string &tail = "") {
  File file;
  file.endian = Endian::kBig;
  file.data =
      Record(Endian::kBig, type, body(Bytes(Endian::kBig)), 0x1234) + tail;
  const std::string content = file.Build();
  const Result result = reading::ReadAsItStands(content, PERFC_FILE_RAW);
  ASSERT_EQ(result.opened, 0);
  ASSERT_GE(result.records.size(), 1u) << type << " " << result.error.detail;
  EXPECT_EQ(result.records[0].bytes,
            Record(Endian::kLittle, type, body(Bytes(Endian::kLittle)), 0x1234))
      << type;
}

TEST(OtherOrder, HeaderEventType) {
  ExpectConverted(65, [](Bytes b) { return b.U64(0x123).Text("cycles"); });
}

TEST(OtherOrder, HeaderTracingData) {
  ExpectConverted(
      66, [](Bytes b) { return b.U32(8); }, std::string(8, 'x'));
}

TEST(OtherOrder, HeaderBuildId) {
  ExpectConverted(67, [](Bytes b) {
    return b.U32(0xfffffffe)
        .Add("0123456789abcdef0123")
        .U8(20)
        .Zeros(3)
        .Text("/a", 64);
  });
}

TEST(OtherOrder, RecordsWithoutABody) {
  ExpectConverted(68, [](Bytes b) { return b; });
  ExpectConverted(82, [](Bytes b) { return b; });
}

TEST(OtherOrder, IdIndex) {
  ExpectConverted(69, [](Bytes b) {
    return b.U64(1).U64(10).U64(11).U64(12).U64(13).U64(14).U64(15);
  });
}

TEST(OtherOrder, AuxtraceInfo) {
  ExpectConverted(70,
                  [](Bytes b) { return b.U32(1).U32(0).U64(0x55).U64(0x66); });
}

TEST(OtherOrder, Auxtrace) {
  ExpectConverted(
      71,
      [](Bytes b) {
        return b.U64(16).U64(0x100).U64(0x200).U32(1).U32(2).U32(3).U32(4);
      },
      std::string(16, 'x'));
}

Bytes AuxtraceError(Bytes b, uint32_t format) {
  b.U32(1).U32(2).U32(3).U32(4).U32(5).U32(format).U64(0x1122334455667788);
  if (format > 0) b.U64(0x99);
  b.Text("overflow", 64);
  if (format > 1) b.U32(0x1001).U32(0x1002);
  return b;
}

TEST(OtherOrder, AuxtraceErrorOfEachFormat) {
  for (const uint32_t format : {0, 1, 2}) {
    ExpectConverted(72, [=](Bytes b) { return AuxtraceError(b, format); });
  }
}

TEST(OtherOrder, ThreadMap) {
  ExpectConverted(73, [](Bytes b) {
    return b.U64(2)
        .U64(0x1234)
        .Text("first", 16)
        .U64(0x5678)
        .Text("second", 16);
  });
}

TEST(OtherOrder, CpuMapOfEachForm) {
  ExpectConverted(
      74, [](Bytes b) { return b.U16(0).U16(2).U16(0x102).U16(0x304); });
  ExpectConverted(74, [](Bytes b) {
    return b.U16(1).U16(2).U16(4).U32(0x11223344).U32(0x55667788).Zeros(2);
  });
  ExpectConverted(74, [](Bytes b) {
    return b.U16(1).U16(1).U16(8).Zeros(4).U64(0x1122334455667788).Zeros(6);
  });
  ExpectConverted(
      74, [](Bytes b) { return b.U16(2).U8(1).U8(0).U16(3).U16(0x104); });
  ExpectConverted(74, [](Bytes b) { return b.U16(9).Text("what", 6); });
}

TEST(OtherOrder, StatConfig) {
  ExpectConverted(
      75, [](Bytes b) { return b.U64(2).U64(0).U64(0x33).U64(1).U64(0x44); });
}

TEST(OtherOrder, Stat) {
  ExpectConverted(76, [](Bytes b) {
    return b.U64(0x11).U32(2).U32(3).U64(0x44).U64(0x55).U64(0x66);
  });
}

TEST(OtherOrder, StatRound) {
  ExpectConverted(77, [](Bytes b) { return b.U64(1).U64(0x1122334455); });
}

TEST(OtherOrder, EventUpdateOfEachKind) {
  ExpectConverted(78, [](Bytes b) { return b.U64(0).U64(7).Text("Joules"); });
  ExpectConverted(
      78, [](Bytes b) { return b.U64(1).U64(7).U64(0x3ff0000000000000); });
  ExpectConverted(78, [](Bytes b) { return b.U64(2).U64(7).Text("a-name"); });
  ExpectConverted(78, [](Bytes b) {
    return b.U64(3).U64(7).U16(0).U16(2).U16(0x102).U16(0x304);
  });
}

TEST(OtherOrder, TimeConvOfEachLength) {
  ExpectConverted(79, [](Bytes b) { return b.U64(10).U64(20).U64(30); });
  ExpectConverted(79, [](Bytes b) {
    return b.U64(10).U64(20).U64(30).U64(40).U64(50).U8(1).U8(1).Zeros(6);
  });
}

TEST(OtherOrder, HeaderFeature) {
  ExpectConverted(80, [](Bytes b) { return b.U64(7).U32(2).U32(4); });
  ExpectConverted(80, [](Bytes b) { return b.U64(300).Text("what"); });
}

TEST(OtherOrder, BpfMetadata) {
  ExpectConverted(84, [](Bytes b) {
    return b.Text("program", 256).U64(1).Text("key", 64).Text("value", 256);
  });
}

TEST(OtherOrder, SchedstatCpu) {
  ExpectConverted(85, [](Bytes b) {
    b.U64(0x1122334455).U32(3).U16(17).Zeros(2);
    for (uint32_t i = 0; i < 6; ++i) b.U32(0x100 + i);
    return b.U64(0x777).U64(0x888).U64(0x999);
  });
}

TEST(OtherOrder, SchedstatDomain) {
  ExpectConverted(86, [](Bytes b) {
    b.U64(0x1122334455).U32(3).U16(17).U16(2);
    for (uint32_t i = 0; i < 30; ++i) b.U32(0x100 + i);
    return b;
  });
}

TEST(OtherOrder, ATypeThatNobodyKnowsStaysAsItIs) {
  File file;
  file.endian = Endian::kBig;
  file.data = Record(Endian::kBig, 200, std::string(16, 'x'));
  const Result result = reading::Read(file.Build());
  ASSERT_EQ(result.records.size(), 1u);
  EXPECT_EQ(result.records[0].bytes,
            Record(Endian::kLittle, 200, std::string(16, 'x')));
}

TEST(OtherOrder, RecordsThatAreTooShortKeepWhatTheyHave) {
  for (uint32_t type = 64; type < 90; ++type) {
    if (type == 64 || type == 81 || type == 83) continue;  // these are refused
    for (const size_t size : {0, 1, 3, 7, 9, 15, 17, 24, 41}) {
      File file;
      file.endian = Endian::kBig;
      file.data = Record(Endian::kBig, type, std::string(size, '\0')) +
                  perf_data::SampleRecord(Endian::kBig, {5});
      const std::string content = file.Build();
      const Result result = reading::ReadAsItStands(content, PERFC_FILE_RAW);
      // A HEADER_FEATURE without its content can't be converted.
      const size_t records = type == 80 && size > 8 ? result.records.size() : 2;
      ASSERT_EQ(result.records.size(), records) << type << " " << size;
      EXPECT_EQ(result.records.back().type, 9u);
    }
  }
}

TEST(OtherOrder, RecordsOfTheKernel) {
  File file, native;
  file.endian = Endian::kBig;
  for (File *one : {&file, &native}) {
    one->data = perf_data::SampleRecord(one->endian, {10}) +
                perf_data::Comm(one->endian, 20, "some-name") +
                perf_data::Lost(one->endian, 30, 5);
  }
  const Result result = reading::Read(file.Build());
  EXPECT_EQ(result.Bytes(), native.data);
  EXPECT_EQ(result.info.lost, 5u);
}

TEST(OtherOrder, RecordsOfNoKnownAttrAreHandedOutAndCounted) {
  File file;
  file.endian = Endian::kBig;
  perf_data::Attr first, second;
  first.ids = {1};
  second.ids = {2};
  file.attrs = {first, second};
  file.data = perf_data::SampleRecord(Endian::kBig, {10, 2}) +
              perf_data::SampleRecord(Endian::kBig, {20, 3}) +
              perf_data::Comm(Endian::kBig, 15, "name", 1);
  const Result result = reading::Read(file.Build());
  EXPECT_EQ(result.Times(), (std::vector<uint64_t>{10, 15, 20}));
  EXPECT_EQ(result.info.unmatched, 1u);
  const perfc_record record = {
      reinterpret_cast<const uint8_t *>(result.records[2].bytes.data()), 9, 2,
      static_cast<uint16_t>(result.records[2].bytes.size())};
  perfc_sample sample;
  EXPECT_EQ(
      perfc_decode_sample(result.info.plan, &record, &sample, sizeof sample),
      -ENOKEY);
}

}  // namespace
