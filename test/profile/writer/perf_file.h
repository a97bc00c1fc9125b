// A perf.data file taken apart, for tests. It shares nothing with the library: the
// numbers are those of tools/perf/util/header.h.
#ifndef PERFC_TEST_PROFILE_WRITER_PERF_FILE_H_
#define PERFC_TEST_PROFILE_WRITER_PERF_FILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace perf_file {

using Bytes = std::vector<uint8_t>;

template <typename T>
T At(const Bytes &bytes, size_t offset) {
  T value = 0;
  if (offset + sizeof value > bytes.size()) return value;
  __builtin_memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

struct Record {
  uint64_t offset = 0;  // in the file, or in the decompressed data
  uint32_t type = 0;
  uint16_t misc = 0;
  Bytes bytes;
  Bytes tail;  // of AUXTRACE and TRACING_DATA

  uint64_t U64(size_t at) const { return At<uint64_t>(bytes, at); }
  uint32_t U32(size_t at) const { return At<uint32_t>(bytes, at); }
  std::string Text(size_t at) const {
    return at < bytes.size()
               ? std::string(reinterpret_cast<const char *>(bytes.data()) + at)
               : std::string();
  }
};

struct Event {
  Bytes attr;
  std::vector<uint64_t> ids;
};

struct File {
  bool ok = false;
  std::string why;
  bool pipe = false;
  uint64_t data_offset = 0;
  uint64_t data_size = 0;
  std::vector<Event> events;
  std::map<uint32_t, Bytes> features;
  std::vector<Record> records;  // COMPRESSED ones too
};

// The whole file as it is on disk.
Bytes Read(const std::string &path);
File Parse(const Bytes &bytes);
inline File ParseFile(const std::string &path) { return Parse(Read(path)); }

// The records inside of COMPRESSED records take the place of these.
std::vector<Record> Decompress(const File &file);

// Strings of a feature: their offset advances.
std::string String(const Bytes &bytes, size_t *at);

// The entries of EVENT_DESC: name and ids.
std::vector<std::pair<std::string, std::vector<uint64_t>>> EventDesc(
    const Bytes &bytes);

// The entries of BUILD_ID: path, and the bytes in hexadecimal.
std::map<std::string, std::string> BuildIds(const Bytes &bytes);

// The records of one type.
std::vector<Record> OfType(const std::vector<Record> &records, uint32_t type);

}  // namespace perf_file

#endif  // PERFC_TEST_PROFILE_WRITER_PERF_FILE_H_
