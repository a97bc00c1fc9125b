// The smallest BPF program: it returns a number.

#ifndef TEST_LIVE_BPF_H_
#define TEST_LIVE_BPF_H_

#include <cstdint>
#include <string>

namespace live {

class BpfProgram {
 public:
  // type is BPF_PROG_TYPE_*. A result of 0 means: no sample.
  BpfProgram(uint32_t type, int result);
  ~BpfProgram();
  BpfProgram(const BpfProgram&) = delete;
  BpfProgram& operator=(const BpfProgram&) = delete;

  int fd() const { return fd_; }
  uint32_t id() const { return id_; }
  const std::string& tag() const { return tag_; }  // 8 bytes
  // Where the JIT put it.
  uint64_t address() const { return address_; }
  uint32_t length() const { return length_; }

  static constexpr char kName[] = "live_test";

 private:
  void Describe();

  int fd_;
  uint32_t id_ = 0;
  std::string tag_;
  uint64_t address_ = 0;
  uint32_t length_ = 0;
};

}  // namespace live

#endif  // TEST_LIVE_BPF_H_
