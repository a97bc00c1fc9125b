// The memory of a ring: control page, data, scratch behind it, and the mark
// that fork() wipes.
#ifndef PERFC_IMPL_RING_MAPPING_H_
#define PERFC_IMPL_RING_MAPPING_H_

#include <cstddef>
#include <cstdint>

#include "impl/host/host.h"
#include "perfc/attr.h"
#include "perfc/error.h"

namespace perfc::ring {

// A page that a child of fork() finds full of zeros.
struct ForkPage {
  uint64_t alive;
  uint64_t limit;  // an address, see Ring::Next
};

// The layout is | control page | data | scratch, 64 KiB | mark page |. The
// kernel maps the first two. The scratch lies directly behind the data, so that
// a record which wraps becomes contiguous by copying its second part there. A
// child of fork() doesn't get the first two at all, and finds the mark page
// zeroed. So next_record detects a child without a system call.
class Mapping {
 public:
  static constexpr size_t kScratchSize = 1 << 16;
  static constexpr uint64_t kAlive = 0x616c697665;

  Mapping() = default;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  // data_size 0 maps the control page alone. The mapping must be closed.
  int Open(const host::Host& host, int fd, size_t data_size, bool writable,
           const char* operation, perfc_error* error);
  void Close(const host::System& system);

  bool open() const { return base_ != nullptr; }
  // False in a child of fork(), and when not open.
  bool alive() const { return fork_page_->alive == kAlive; }
  // All zeros when not open.
  ForkPage& fork_page() { return *fork_page_; }

  perfc_mmap_page* control() const {
    return reinterpret_cast<perfc_mmap_page*>(base_);
  }
  uint8_t* data() const { return data_; }
  size_t data_size() const { return data_size_; }
  uint8_t* scratch() const { return data_ + data_size_; }

 private:
  int MapParts(const host::Host& host, int fd, bool writable,
               const char* operation, perfc_error* error);

  ForkPage not_open_ = {};
  ForkPage* fork_page_ = &not_open_;
  uint8_t* base_ = nullptr;
  uint8_t* data_ = nullptr;
  size_t data_size_ = 0;
  size_t size_ = 0;  // of it all
};

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_MAPPING_H_
