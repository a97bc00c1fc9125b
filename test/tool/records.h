// Records as the kernel writes them for the attr below, from literal words.
#ifndef PERFC_TEST_TOOL_RECORDS_H_
#define PERFC_TEST_TOOL_RECORDS_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "perfc.hpp"

namespace tool {

inline perfc_attr CyclesAttr() {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.type = PERFC_TYPE_HARDWARE;
  attr.config = PERFC_COUNT_HW_CPU_CYCLES;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP |
                     PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
                     PERFC_SAMPLE_CALLCHAIN;
  attr.flags = PERFC_ATTR_SAMPLE_ID_ALL;
  return attr;
}

class Bytes {
 public:
  Bytes(uint32_t type, uint16_t misc) : type_(type), misc_(misc), words_(1) {}

  Bytes& U64(uint64_t word) {
    words_.push_back(word);
    return *this;
  }
  Bytes& U32(uint32_t low, uint32_t high) {
    return U64(low | static_cast<uint64_t>(high) << 32);
  }
  // With its NUL, padded to 8 bytes.
  Bytes& String(const std::string& text) {
    const size_t at = words_.size();
    words_.resize(at + text.size() / 8 + 1);
    std::memcpy(&words_[at], text.data(), text.size());
    return *this;
  }
  // The trailer: TID, TIME, IDENTIFIER.
  Bytes& Trailer(uint32_t pid, uint32_t tid, uint64_t time) {
    return U32(pid, tid).U64(time).U64(1);
  }

  perfc::Record record() {
    perfc::Record record;
    record.type = type_;
    record.misc = misc_;
    record.size = static_cast<uint16_t>(words_.size() * 8);
    words_[0] = type_ | static_cast<uint64_t>(misc_) << 32 |
                static_cast<uint64_t>(record.size) << 48;
    record.data = reinterpret_cast<const uint8_t*>(words_.data());
    return record;
  }

 private:
  uint32_t type_;
  uint16_t misc_;
  std::vector<uint64_t> words_;
};

inline Bytes ForkRecord(uint32_t pid, uint32_t ppid, uint32_t tid,
                        uint32_t ptid) {
  Bytes bytes(PERFC_RECORD_FORK, 0);
  bytes.U32(pid, ppid).U32(tid, ptid).U64(0).Trailer(pid, tid, 0);
  return bytes;
}

inline Bytes ExitRecord(uint32_t pid, uint32_t tid) {
  Bytes bytes(PERFC_RECORD_EXIT, 0);
  bytes.U32(pid, 0).U32(tid, 0).U64(0).Trailer(pid, tid, 0);
  return bytes;
}

inline Bytes CommRecord(uint32_t pid, uint32_t tid, const std::string& name,
                        bool exec) {
  Bytes bytes(PERFC_RECORD_COMM, exec ? PERFC_RECORD_MISC_COMM_EXEC : 0);
  bytes.U32(pid, tid).String(name).Trailer(pid, tid, 0);
  return bytes;
}

inline Bytes Mmap2Record(uint32_t pid, uint64_t start, uint64_t length,
                         uint64_t pgoff, const std::string& filename) {
  Bytes bytes(PERFC_RECORD_MMAP2, PERFC_RECORD_MISC_USER);
  bytes.U32(pid, pid).U64(start).U64(length).U64(pgoff);
  bytes.U32(8, 1).U64(1234).U64(0);  // device, inode, generation
  bytes.U32(5, 2).String(filename);  // PROT_READ | PROT_EXEC, MAP_PRIVATE
  bytes.Trailer(pid, pid, 0);
  return bytes;
}

inline Bytes SampleRecord(uint16_t cpumode, uint32_t pid, uint32_t tid,
                          const std::vector<uint64_t>& chain) {
  Bytes bytes(PERFC_RECORD_SAMPLE, cpumode);
  bytes.U64(1).U64(chain.size() > 1 ? chain[1] : 0).U32(pid, tid).U64(0);
  bytes.U64(chain.size());
  for (uint64_t address : chain) bytes.U64(address);
  return bytes;
}

}  // namespace tool

#endif  // PERFC_TEST_TOOL_RECORDS_H_
