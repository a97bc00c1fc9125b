// Reads whole files for tests.
#ifndef PERFC_TEST_PROFILE_FILE_READING_H_
#define PERFC_TEST_PROFILE_FILE_READING_H_

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "perfc/decode.h"
#include "perfc/profile/file.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace reading {

constexpr uint32_t kHeader = PERFC_STREAM_RECORD_HEADER;
constexpr uint32_t kGuessed = PERFC_STREAM_RECORD_TIME_GUESSED;
constexpr uint32_t kLate = PERFC_STREAM_RECORD_LATE;
constexpr uint32_t kMore = PERFC_STREAM_RECORD_MORE;

struct Got {
  uint32_t type;
  uint64_t time;
  uint64_t position;
  uint64_t sequence;
  uint32_t source;
  uint32_t flags;
  std::string bytes;
  std::string tail;
  uint64_t tail_size;
};

struct Close {
  void operator()(perfc_file *file) const { perfc_file_close(file); }
};
using Handle = std::unique_ptr<perfc_file, Close>;

inline perfc_file_options Options() {
  perfc_file_options options = {};
  options.size = sizeof options;
  return options;
}

inline perfc_file_options OfFd(int fd) {
  perfc_file_options options = Options();
  options.flags = PERFC_FILE_FD;
  options.fd = fd;
  return options;
}

inline perfc_file_options InMemory(const std::string &content) {
  perfc_file_options options = Options();
  options.data = content.data();
  options.data_size = content.size();
  return options;
}

// What a file gave, and how it ended.
struct Result {
  int opened = 0;
  Handle file;
  std::vector<Got> records;
  int end = 0;
  perfc_error error = {};
  perfc_file_info info = {};

  std::vector<uint64_t> Times() const {
    std::vector<uint64_t> times;
    for (const Got &one : records) times.push_back(one.time);
    return times;
  }
  std::vector<uint32_t> Types() const {
    std::vector<uint32_t> types;
    for (const Got &one : records) types.push_back(one.type);
    return types;
  }
  std::string Bytes() const {
    std::string bytes;
    for (const Got &one : records) bytes += one.bytes;
    return bytes;
  }
};

inline Got Keep(const perfc_stream_record &from) {
  EXPECT_EQ(reinterpret_cast<uintptr_t>(from.record.data) % 8, 0u);
  Got got = {from.record.type,
             from.time,
             from.position,
             from.sequence,
             from.source,
             from.flags,
             {},
             {},
             from.tail_size};
  got.bytes.assign(reinterpret_cast<const char *>(from.record.data),
                   from.record.size);
  if (from.tail != nullptr) {
    got.tail.assign(reinterpret_cast<const char *>(from.tail), from.tail_size);
  }
  return got;
}

inline Result Read(const perfc_file_options &options, uint32_t capacity = 16) {
  Result result;
  perfc_file *file = nullptr;
  result.opened = perfc_file_open(&options, &file, &result.error);
  if (result.opened < 0) return result;
  result.file.reset(file);
  std::vector<perfc_stream_record> records(capacity);
  int count;
  while ((count = perfc_file_next_records(file, records.data(), capacity,
                                          &result.error)) > 0) {
    for (int i = 0; i < count; ++i) result.records.push_back(Keep(records[i]));
  }
  result.end = count;
  perfc_file_get_info(file, &result.info, sizeof result.info);
  return result;
}

inline Result Read(const std::string &content) {
  return Read(InMemory(content));
}

// In the order of the file.
inline Result ReadAsItStands(const std::string &content, uint32_t flags = 0) {
  perfc_file_options options = InMemory(content);
  options.order = PERFC_FILE_ORDER_FILE;
  options.flags = flags;
  return Read(options);
}

}  // namespace reading

#endif  // PERFC_TEST_PROFILE_FILE_READING_H_
