#include "test/profile/writer/recording.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "gtest/gtest.h"

namespace recording {

Attr UsualAttr(uint64_t config) {
  Attr attr;
  attr.config = config;
  attr.sample_type = encoder::kIp | encoder::kTid | encoder::kTime |
                     encoder::kCpu | encoder::kPeriod | encoder::kIdentifier;
  attr.flags = encoder::kFlagSampleIdAll;
  return attr;
}

Plan::Plan(const std::vector<Event> &events, bool has_default)
    : events_(events) {
  EXPECT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan_, nullptr), 0);
  for (const Event &event : events) {
    const Bytes bytes = event.attr.Encode(encoder::Order::kLittle);
    EXPECT_GE(
        perfc_plan_add_attr(plan_, bytes.data(), bytes.size(), event.ids.data(),
                            static_cast<uint32_t>(event.ids.size()), nullptr),
        0);
  }
  if (has_default) perfc_plan_set_default(plan_, 0);
}

const Bytes &Records::Keep(const Bytes &bytes) {
  bytes_.push_back(bytes);
  return bytes_.back();
}

Records &Records::Add(const Bytes &bytes, const perfc_plan *plan, uint64_t time,
                      uint32_t flags, uint64_t position) {
  words_.emplace_back((bytes.size() + 7) / 8);
  memcpy(words_.back().data(), bytes.data(), bytes.size());
  perfc_stream_record record = {};
  record.record.data = reinterpret_cast<const uint8_t *>(words_.back().data());
  record.record.type = perf_file::At<uint32_t>(bytes, 0);
  record.record.misc = perf_file::At<uint16_t>(bytes, 4);
  record.record.size = static_cast<uint16_t>(bytes.size());
  record.plan = plan;
  record.time = time;
  record.sequence = records_.size();
  record.flags = flags;
  record.position = position;
  records_.push_back(record);
  return *this;
}

Records &Records::Tail(const Bytes &tail) {
  records_.back().tail = Keep(tail).data();
  records_.back().tail_size = tail.size();
  return *this;
}

Records &Records::MissingTail(uint64_t size) {
  records_.back().tail_size = size;
  return *this;
}

Records &Records::Sample(const Plan &plan, uint64_t id, uint64_t time,
                         size_t event) {
  encoder::Sample sample;
  sample.identifier = sample.id = id;
  sample.time = time;
  sample.pid = sample.tid = 7;
  sample.ip = 0x401000;
  sample.period = 1;
  return Add(sample.Encode(plan.attr(event), encoder::Order::kLittle),
             plan.get(), time);
}

Records &Records::Feature(const perfc_plan *plan, uint64_t feature,
                          const Bytes &content) {
  Bytes bytes = ToolRecord(80, {feature});
  bytes.insert(bytes.end(), content.begin(), content.end());
  bytes[6] = static_cast<uint8_t>(bytes.size());
  bytes[7] = static_cast<uint8_t>(bytes.size() >> 8);
  return Add(bytes, plan, 0, PERFC_STREAM_RECORD_HEADER, PERFC_NO_POSITION);
}

Bytes ToolRecord(uint32_t type, const std::vector<uint64_t> &words,
                 uint16_t misc) {
  encoder::Writer out(encoder::Order::kLittle);
  out.U32(type).U16(misc).U16(static_cast<uint16_t>(8 + 8 * words.size()));
  out.U64s(words);
  return out.bytes();
}

Bytes FeatureString(const std::string &text) {
  encoder::Writer out(encoder::Order::kLittle);
  out.U32(64);
  out.Raw(Bytes(text.begin(), text.end())).Resize(68);
  return out.bytes();
}

Directory::Directory() {
  std::string name = ::testing::TempDir() + "/writerXXXXXX";
  path_ = mkdtemp(&name[0]);
}

std::vector<std::string> Directory::Files() const {
  std::vector<std::string> names;
  DIR *directory = opendir(path_.c_str());
  while (const dirent *entry = readdir(directory)) {
    if (entry->d_name[0] != '.') names.push_back(entry->d_name);
  }
  closedir(directory);
  std::sort(names.begin(), names.end());
  return names;
}

Directory::~Directory() {
  for (const std::string &name : Files()) unlink((*this / name).c_str());
  rmdir(path_.c_str());
}

Writer::Writer(const std::string &path, uint32_t flags, uint32_t zstd_level,
               uint32_t strip) {
  perfc_writer_options options = {};
  options.size = sizeof options;
  options.path = path.c_str();
  options.flags = flags;
  options.zstd_level = zstd_level;
  options.strip = strip;
  EXPECT_EQ(perfc_writer_create(nullptr, &options, &writer_, nullptr), 0);
}

Writer::Writer(const perfc_writer_options &options) {
  EXPECT_EQ(perfc_writer_create(nullptr, &options, &writer_, nullptr), 0);
}

void Writer::Write(const Records &records) {
  perfc_error error = {};
  EXPECT_EQ(
      perfc_writer_write(writer_, records.data(), records.count(), &error),
      static_cast<int>(records.count()))
      << error.detail;
}

perfc_writer_result Writer::Finish(uint32_t flags) {
  perfc_writer_result result = {};
  perfc_error error = {};
  EXPECT_EQ(perfc_writer_finish(writer_, flags, &result, sizeof result, &error),
            0)
      << error.detail;
  return result;
}

}  // namespace recording
