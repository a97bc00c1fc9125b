#include "examples/perfc/record_json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "perfc.hpp"

namespace tool {
namespace {

// A record of the perf tool's own, from its parts.
class Own {
 public:
  explicit Own(uint32_t type, uint16_t misc = 0) {
    Put(type).Put(misc).Put(uint16_t{0});
  }
  template <typename T>
  Own& Put(T value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(&bytes_[at], &value, sizeof value);
    return *this;
  }
  // In a field of so many bytes.
  Own& Text(const std::string& text, size_t size) {
    const size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(&bytes_[at], text.data(), std::min(text.size(), size));
    return *this;
  }

  // What `perfc script --json` prints of it, between misc and the place.
  std::string Json(const perfc_plan* plan = nullptr) {
    std::vector<uint64_t> words(bytes_.size() / 8 + 1);
    const auto size = static_cast<uint16_t>(bytes_.size());
    std::memcpy(&bytes_[6], &size, sizeof size);
    std::memcpy(words.data(), bytes_.data(), bytes_.size());
    perfc_stream_record record = {};
    record.record.data = reinterpret_cast<const uint8_t*>(words.data());
    std::memcpy(&record.record.type, bytes_.data(), 4);
    std::memcpy(&record.record.misc, &bytes_[4], 2);
    record.record.size = size;
    record.plan = plan;
    record.position = PERFC_NO_POSITION;
    std::string json = RecordJson(record);
    EXPECT_EQ(json.substr(0, 8), "{\"type\":");
    const size_t misc = json.find("\"misc\":");
    const size_t from = json.find(
        json.find(',', misc) == std::string::npos ? "}" : ",\"from\":");
    const size_t comma = json.find(',', misc);
    return comma >= from ? "" : json.substr(comma + 1, from - comma - 1);
  }

 private:
  std::vector<uint8_t> bytes_;
};

TEST(RecordJson, TheTypeIsTheNameAndThePlaceComesLast) {
  const uint64_t word = PERFC_RECORD_FINISHED_ROUND | uint64_t{8} << 48;
  perfc_stream_record record = {};
  record.record = {reinterpret_cast<const uint8_t*>(&word),
                   PERFC_RECORD_FINISHED_ROUND, 0, 8};
  record.time = uint64_t{1} << 63;
  record.sequence = 7;
  record.position = 4096;
  record.source = 2;
  record.flags = PERFC_STREAM_RECORD_LATE;
  record.tail_size = 5;
  EXPECT_EQ(RecordJson(record),
            "{\"type\":\"FINISHED_ROUND\",\"misc\":0,\"from\":{"
            "\"time\":\"9223372036854775808\",\"sequence\":\"7\","
            "\"position\":\"4096\",\"source\":2,\"flags\":2,"
            "\"tail_size\":\"5\"}}\n");
}

TEST(RecordJson, AnUnknownTypeIsItsNumberAndItsBytes) {
  EXPECT_EQ(Own(50).Put(uint64_t{0xab}).Json(),
            "\"body\":\"ab00000000000000\"");
  EXPECT_EQ(Own(4000).Put(uint16_t{1}).Json(), "\"body\":\"0100\"");
}

TEST(RecordJson, ARecordThatCannotBeDecodedHasTheErrorAndItsBytes) {
  EXPECT_EQ(Own(PERFC_RECORD_ID_INDEX).Put(uint64_t{~0u}).Json(),
            "\"error\":\"EBADMSG\",\"body\":\"ffffffff00000000\"");
  EXPECT_EQ(Own(PERFC_RECORD_STAT).Json(),
            "\"error\":\"EBADMSG\",\"body\":\"\"");
}

TEST(RecordJson, HeaderAttr) {
  EXPECT_EQ(Own(PERFC_RECORD_HEADER_ATTR)
                .Put(uint32_t{1})
                .Put(uint32_t{8})
                .Put(uint64_t{5})
                .Put(uint64_t{6})
                .Json(),
            "\"perf_event_attr\":\"0100000008000000\",\"ids\":[\"5\",\"6\"]");
  // Its size reaches beyond the record.
  EXPECT_NE(Own(PERFC_RECORD_HEADER_ATTR)
                .Put(uint32_t{1})
                .Put(uint32_t{200})
                .Json()
                .find("EBADMSG"),
            std::string::npos);
}

TEST(RecordJson, HeaderBuildId) {
  Own sized(PERFC_RECORD_HEADER_BUILD_ID, 0x8000);
  sized.Put(int32_t{-1}).Put(uint16_t{0x2211}).Text("", 18).Put(uint32_t{2});
  EXPECT_EQ(sized.Text("/bin/ls", 8).Json(),
            "\"pid\":-1,\"build_id\":\"1122\",\"filename\":\"/bin/ls\"");
  // perf before 5.9 didn't tell the size.
  Own old(PERFC_RECORD_HEADER_BUILD_ID);
  old.Put(int32_t{5}).Text("\x01", 24);
  EXPECT_EQ(
      old.Text("x", 8).Json(),
      "\"pid\":5,\"build_id\":\"0100000000000000000000000000000000000000\","
      "\"filename\":\"x\"");
}

TEST(RecordJson, IdIndex) {
  Own index(PERFC_RECORD_ID_INDEX);
  index.Put(uint64_t{1}).Put(uint64_t{9}).Put(uint64_t{0});
  index.Put(uint64_t{3}).Put(~uint64_t{0});
  EXPECT_EQ(index.Json(),
            "\"entries\":[{\"id\":\"9\",\"idx\":\"0\",\"cpu\":\"3\","
            "\"tid\":\"18446744073709551615\"}]");
}

TEST(RecordJson, Auxtrace) {
  EXPECT_EQ(Own(PERFC_RECORD_AUXTRACE_INFO)
                .Put(uint32_t{1})
                .Put(uint32_t{0})
                .Put(uint64_t{4})
                .Json(),
            "\"auxtrace_type\":1,\"priv\":[\"4\"]");
  Own data(PERFC_RECORD_AUXTRACE);
  data.Put(uint64_t{100}).Put(uint64_t{2}).Put(uint64_t{3});
  EXPECT_EQ(data.Put(4).Put(5).Put(6).Put(0).Json(),
            "\"size\":\"100\",\"offset\":\"2\",\"reference\":\"3\",\"idx\":4,"
            "\"tid\":5,\"cpu\":6");
  Own error(PERFC_RECORD_AUXTRACE_ERROR);
  for (uint32_t i = 1; i <= 6; ++i) error.Put(i);
  error.Put(uint64_t{7}).Put(uint64_t{8});
  EXPECT_EQ(
      error.Text("lost \x1b", 64).Json(),
      "\"error_type\":1,\"code\":2,\"cpu\":3,\"pid\":4,\"tid\":5,\"fmt\":6,"
      "\"ip\":\"7\",\"time\":\"8\",\"msg\":\"lost \\u001b\"");
}

TEST(RecordJson, ThreadMap) {
  EXPECT_EQ(Own(PERFC_RECORD_THREAD_MAP)
                .Put(uint64_t{1})
                .Put(uint64_t{12})
                .Text("ls", 16)
                .Json(),
            "\"threads\":[{\"pid\":\"12\",\"comm\":\"ls\"}]");
}

TEST(RecordJson, CpuMapsAsListMaskAndRange) {
  Own list(PERFC_RECORD_CPU_MAP);
  list.Put(uint16_t{0}).Put(uint16_t{2}).Put(uint16_t{0}).Put(int16_t{-1});
  EXPECT_EQ(list.Json(), "\"cpus\":[0,-1]");
  Own mask(PERFC_RECORD_CPU_MAP);
  mask.Put(uint16_t{1}).Put(uint16_t{1}).Put(uint16_t{8}).Put(uint32_t{0});
  EXPECT_EQ(mask.Put(uint64_t{0x105}).Json(), "\"cpus\":[0,2,8]");
  Own narrow(PERFC_RECORD_CPU_MAP);
  narrow.Put(uint16_t{1}).Put(uint16_t{2}).Put(uint16_t{4});
  EXPECT_EQ(narrow.Put(uint32_t{1}).Put(uint32_t{2}).Json(), "\"cpus\":[0,33]");
  Own range(PERFC_RECORD_CPU_MAP);
  range.Put(uint16_t{2}).Put(uint16_t{0}).Put(uint16_t{4}).Put(uint16_t{6});
  EXPECT_EQ(range.Json(), "\"cpus\":[4,5,6]");
}

TEST(RecordJson, Stat) {
  EXPECT_EQ(Own(PERFC_RECORD_STAT_CONFIG)
                .Put(uint64_t{1})
                .Put(uint64_t{2})
                .Put(uint64_t{3})
                .Json(),
            "\"config\":[{\"tag\":\"2\",\"val\":\"3\"}]");
  Own stat(PERFC_RECORD_STAT);
  stat.Put(uint64_t{1}).Put(2).Put(3);
  EXPECT_EQ(stat.Put(uint64_t{4}).Put(uint64_t{5}).Put(uint64_t{6}).Json(),
            "\"id\":\"1\",\"cpu\":2,\"thread\":3,\"val\":\"4\",\"ena\":\"5\","
            "\"run\":\"6\"");
  EXPECT_EQ(
      Own(PERFC_RECORD_STAT_ROUND).Put(uint64_t{1}).Put(uint64_t{2}).Json(),
      "\"round_type\":\"1\",\"time\":\"2\"");
}

TEST(RecordJson, EventUpdate) {
  const auto update = [](uint64_t type) {
    Own own(PERFC_RECORD_EVENT_UPDATE);
    own.Put(type).Put(uint64_t{7});
    return own;
  };
  const std::string start = "\"id\":\"7\",";
  EXPECT_EQ(update(0).Text("Joules", 8).Json(),
            "\"update_type\":\"0\"," + start + "\"unit\":\"Joules\"");
  EXPECT_EQ(update(1).Put(0.25).Json(),
            "\"update_type\":\"1\"," + start + "\"scale\":\"0.25\"");
  EXPECT_EQ(update(2).Text("watch", 8).Json(),
            "\"update_type\":\"2\"," + start + "\"name\":\"watch\"");
  Own cpus = update(3);
  cpus.Put(uint16_t{0}).Put(uint16_t{1}).Put(uint16_t{5});
  EXPECT_EQ(cpus.Json(), "\"update_type\":\"3\"," + start + "\"cpus\":[5]");
}

TEST(RecordJson, TimeConv) {
  Own conv(PERFC_RECORD_TIME_CONV);
  conv.Put(uint64_t{1}).Put(uint64_t{2}).Put(uint64_t{3});
  const std::string short_form =
      "\"time_shift\":\"1\",\"time_mult\":\"2\",\"time_zero\":\"3\"";
  EXPECT_EQ(conv.Json(), short_form);
  conv.Put(uint64_t{4}).Put(uint64_t{5}).Put(uint8_t{1}).Put(uint8_t{0});
  EXPECT_EQ(conv.Json(),
            short_form +
                ",\"time_cycles\":\"4\",\"time_mask\":\"5\","
                "\"cap_user_time_zero\":1,\"cap_user_time_short\":0");
}

TEST(RecordJson, Features) {
  EXPECT_EQ(Own(PERFC_RECORD_HEADER_FEATURE)
                .Put(uint64_t{3})
                .Put(uint16_t{0xabcd})
                .Json(),
            "\"feat_id\":\"3\",\"name\":\"HOSTNAME\",\"data\":\"cdab\"");
  EXPECT_EQ(Own(PERFC_RECORD_HEADER_FEATURE).Put(uint64_t{200}).Json(),
            "\"feat_id\":\"200\",\"data\":\"\"");
}

TEST(RecordJson, Compressed) {
  EXPECT_EQ(Own(PERFC_RECORD_COMPRESSED).Put(uint16_t{1}).Json(),
            "\"data\":\"0100\"");
  EXPECT_EQ(
      Own(PERFC_RECORD_COMPRESSED2).Put(uint64_t{2}).Put(uint16_t{1}).Json(),
      "\"data_size\":\"2\",\"data\":\"0100\"");
}

}  // namespace
}  // namespace tool
