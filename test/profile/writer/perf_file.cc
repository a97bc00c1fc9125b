#include "test/profile/writer/perf_file.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "impl/profile/zstd/decompress.h"

namespace perf_file {
namespace {

constexpr uint32_t kAuxtrace = 71;
constexpr uint32_t kTracingData = 66;
constexpr uint32_t kAttr = 64;
constexpr uint32_t kFeature = 80;
constexpr uint32_t kCompressed = 81;

Bytes Part(const Bytes &bytes, uint64_t at, uint64_t size) {
  if (at > bytes.size() || size > bytes.size() - at) return {};
  return Bytes(bytes.begin() + at, bytes.begin() + at + size);
}

bool ParseRecords(const Bytes &bytes, uint64_t at, uint64_t end,
                  std::vector<Record> *out) {
  while (at < end) {
    Record record;
    record.offset = at;
    const uint16_t size = At<uint16_t>(bytes, at + 6);
    if (size < 8 || size > end - at) return false;
    record.type = At<uint32_t>(bytes, at);
    record.misc = At<uint16_t>(bytes, at + 4);
    record.bytes = Part(bytes, at, size);
    at += size;
    uint64_t tail = 0;
    if (record.type == kAuxtrace) tail = record.U64(8);
    if (record.type == kTracingData) tail = record.U32(8);
    if (tail > end - at) return false;
    record.tail = Part(bytes, at, tail);
    at += tail;
    out->push_back(record);
  }
  return true;
}

bool ParseHeader(const Bytes &bytes, File *file) {
  if (At<uint64_t>(bytes, 8) != 104) return false;
  const uint64_t entry = At<uint64_t>(bytes, 16);
  const uint64_t attrs = At<uint64_t>(bytes, 24);
  const uint64_t attrs_size = At<uint64_t>(bytes, 32);
  file->data_offset = At<uint64_t>(bytes, 40);
  file->data_size = At<uint64_t>(bytes, 48);
  if (entry < 80 || attrs_size % entry != 0) return false;
  for (uint64_t at = attrs; at < attrs + attrs_size; at += entry) {
    Event event;
    event.attr = Part(bytes, at, entry - 16);
    if (At<uint32_t>(event.attr, 4) != entry - 16) return false;
    const uint64_t ids = At<uint64_t>(bytes, at + entry - 16);
    const uint64_t size = At<uint64_t>(bytes, at + entry - 8);
    if (ids + size > bytes.size()) return false;
    for (uint64_t i = 0; i < size; i += 8) {
      event.ids.push_back(At<uint64_t>(bytes, ids + i));
    }
    file->events.push_back(event);
  }
  uint64_t section = file->data_offset + file->data_size;
  for (uint32_t i = 0; i < 256; ++i) {
    const uint64_t word = At<uint64_t>(bytes, 72 + i / 64 * 8);
    if (!(word >> i % 64 & 1)) continue;
    const uint64_t at = At<uint64_t>(bytes, section);
    const uint64_t size = At<uint64_t>(bytes, section + 8);
    if (at + size > bytes.size()) return false;
    file->features[i] = Part(bytes, at, size);
    section += 16;
  }
  return true;
}

void ParsePiped(File *file) {
  for (const Record &record : file->records) {
    if (record.type == kAttr) {
      Event event;
      const uint32_t size = record.U32(12);
      event.attr = Part(record.bytes, 8, size);
      for (size_t at = 8 + size; at < record.bytes.size(); at += 8) {
        event.ids.push_back(record.U64(at));
      }
      file->events.push_back(event);
    } else if (record.type == kFeature) {
      file->features[static_cast<uint32_t>(record.U64(8))] =
          Part(record.bytes, 16, record.bytes.size() - 16);
    } else if (record.type == kTracingData) {
      file->features[1] = record.tail;
    }
  }
}

}  // namespace

Bytes Read(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

File Parse(const Bytes &bytes) {
  File file;
  if (bytes.size() < 16 || memcmp(bytes.data(), "PERFILE2", 8) != 0) {
    file.why = "magic";
    return file;
  }
  file.pipe = At<uint64_t>(bytes, 8) == 16;
  if (!file.pipe && !ParseHeader(bytes, &file)) {
    file.why = "header";
    return file;
  }
  const uint64_t from = file.pipe ? 16 : file.data_offset;
  const uint64_t to = file.pipe ? bytes.size() : from + file.data_size;
  if (to > bytes.size() || !ParseRecords(bytes, from, to, &file.records)) {
    file.why = "records";
    return file;
  }
  if (file.pipe) ParsePiped(&file);
  file.ok = true;
  return file;
}

std::vector<Record> Decompress(const File &file) {
  perfc::profile::zstd::Decompressor decompressor;
  if (decompressor.Init(0) != 0) return {};
  std::vector<Record> records;
  Bytes rest;  // the begin of a record
  for (const Record &record : file.records) {
    if (record.type != kCompressed) {
      records.push_back(record);
      continue;
    }
    // As perf: one call for each record, into a buffer of fixed size.
    Bytes plain(256 << 10);
    const uint8_t *in = record.bytes.data() + 8;
    size_t in_size = record.bytes.size() - 8;
    uint8_t *out = plain.data();
    size_t out_size = plain.size();
    const char *why = "";
    if (decompressor.Step(&in, &in_size, &out, &out_size, &why) != 0 ||
        in_size != 0) {
      return {};
    }
    rest.insert(rest.end(), plain.data(), out);
    uint64_t at = 0;
    while (at + 8 <= rest.size() &&
           At<uint16_t>(rest, at + 6) <= rest.size() - at) {
      const uint64_t size = At<uint16_t>(rest, at + 6);
      if (size < 8 || !ParseRecords(rest, at, at + size, &records)) return {};
      at += size;
    }
    rest.erase(rest.begin(), rest.begin() + at);
  }
  return records;
}

std::string String(const Bytes &bytes, size_t *at) {
  const uint32_t size = At<uint32_t>(bytes, *at);
  const Bytes part = Part(bytes, *at + 4, size);
  *at += 4 + size;
  return std::string(
      reinterpret_cast<const char *>(part.data()),
      strnlen(reinterpret_cast<const char *>(part.data()), part.size()));
}

std::vector<std::pair<std::string, std::vector<uint64_t>>> EventDesc(
    const Bytes &bytes) {
  std::vector<std::pair<std::string, std::vector<uint64_t>>> events;
  size_t at = 8;
  for (uint32_t i = 0; i < At<uint32_t>(bytes, 0); ++i) {
    at += At<uint32_t>(bytes, 4);
    const uint32_t ids = At<uint32_t>(bytes, at);
    at += 4;
    events.push_back({String(bytes, &at), {}});
    for (uint32_t k = 0; k < ids; ++k, at += 8) {
      events.back().second.push_back(At<uint64_t>(bytes, at));
    }
  }
  return events;
}

std::map<std::string, std::string> BuildIds(const Bytes &bytes) {
  std::map<std::string, std::string> ids;
  std::vector<Record> records;
  ParseRecords(bytes, 0, bytes.size(), &records);
  for (const Record &record : records) {
    std::string hex;
    for (size_t i = 0; i < At<uint8_t>(record.bytes, 32); ++i) {
      char digits[3];
      snprintf(digits, sizeof digits, "%02x", record.bytes[12 + i]);
      hex += digits;
    }
    ids[record.Text(36)] = hex;
  }
  return ids;
}

std::vector<Record> OfType(const std::vector<Record> &records, uint32_t type) {
  std::vector<Record> some;
  for (const Record &record : records) {
    if (record.type == type) some.push_back(record);
  }
  return some;
}

}  // namespace perf_file
