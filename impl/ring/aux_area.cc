#include "impl/ring/aux_area.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/explain/explain.h"
#include "perfc/uapi.h"

namespace perfc::ring {

// The kernel finds the area's place and size in the control page
// (perf_mmap_aux, kernel/events/core.c), where another mapping's may stand.
intptr_t Aux::Map(const host::System& system, int fd, size_t size,
                  int protection) {
  perfc_mmap_page* control = ring_->control();
  const uint64_t old_offset = control->aux_offset;
  const uint64_t old_size = control->aux_size;
  control->aux_offset = system.PageSize() + ring_->data_size();
  control->aux_size = size;
  const intptr_t mapped = system.Mmap(nullptr, size, protection, MAP_SHARED, fd,
                                      static_cast<off_t>(control->aux_offset));
  if (mapped < 0 && mapped > -4096) {
    control->aux_offset = old_offset;
    control->aux_size = old_size;
  }
  return mapped;
}

int Aux::Open(const host::Host& host, int fd, uint32_t pmu, const Mapping& ring,
              size_t size, bool overwrite, const char* operation,
              perfc_error* error) {
  ring_ = &ring;
  // Without PROT_WRITE the kernel takes the area to be in overwrite mode.
  const int protection = overwrite ? PROT_READ : PROT_READ | PROT_WRITE;
  const intptr_t mapped = Map(host.system(), fd, size, protection);
  if (mapped == -EOPNOTSUPP) {
    return base::Fail(error, -EOPNOTSUPP, PERFC_CALL_MMAP,
                      PERFC_RULE_NOT_SUPPORTED, operation, {pmu},
                      "the event's PMU has no AUX area; those that trace have "
                      "one, such as intel_pt, arm_spe_0 and cs_etm");
  }
  if (mapped == -EINVAL) {
    return base::Fail(error, -EINVAL, PERFC_CALL_MMAP, PERFC_RULE_MAPPED,
                      operation, {},
                      "the AUX area is mapped elsewhere with another size, or "
                      "the PMU can't have one like this");
  }
  if (mapped < 0 && mapped > -4096) {
    return explain::MmapFailed(host, static_cast<int>(mapped), size, operation,
                               error);
  }
  data_ = reinterpret_cast<uint8_t*>(mapped);
  size_ = size;
  overwrite_ = overwrite;
  // One that another process mapped before may have got further than 0.
  tail_ = LoadHead();
  if (!overwrite) Publish(tail_);
  return 0;
}

void Aux::Close(const host::System& system) {
  if (data_ == nullptr) return;
  system.Munmap(data_, size_);
  data_ = nullptr;
}

// Acquire: the data before the head is seen after this load. Its side is the
// store at the end of perf_aux_output_end, kernel/events/ring_buffer.c.
uint64_t Aux::LoadHead() const {
  return __atomic_load_n(&ring_->control()->aux_head, __ATOMIC_ACQUIRE);
}

// Release: our reads end before the PMU may write there again. Its side is the
// control dependency on aux_tail in perf_aux_output_begin.
void Aux::Publish(uint64_t tail) {
  __atomic_store_n(&ring_->control()->aux_tail, tail, __ATOMIC_RELEASE);
  tail_ = tail;
}

int Aux::Check() const {
  if (data_ == nullptr) return -EBADFD;
  return ring_->alive() ? 0 : -EOWNERDEAD;
}

// The view of a piece of the area; `size` isn't larger than the area.
perfc_aux_data Aux::ViewOf(uint64_t offset, uint64_t size) const {
  const uint64_t at = offset & (size_ - 1);
  const uint64_t first = std::min(size, size_ - at);
  const uint64_t rest = size - first;
  return {data_ + at, first, rest ? data_ : nullptr, rest, offset};
}

int Aux::Peek(perfc_aux_data* view) {
  if (const int failed = Check()) return failed;
  const uint64_t head = LoadHead();
  if (overwrite_) {
    *view = ViewOf(head - size_, size_);
    return 1;
  }
  if (head == tail_) return 0;
  if (head - tail_ > size_) {
    Publish(head);
    return -EBADMSG;
  }
  *view = ViewOf(tail_, head - tail_);
  return 1;
}

int Aux::View(uint64_t offset, uint64_t size, uint64_t flags,
              perfc_aux_data* view) const {
  if (const int failed = Check()) return failed;
  if (overwrite_ || flags & PERFC_AUX_FLAG_OVERWRITE) return -ENODATA;
  const uint64_t held = LoadHead() - tail_;
  const uint64_t from = offset - tail_;
  if (static_cast<int64_t>(from) < 0) return -ENODATA;
  if (held > size_ || from > held || size > held - from) return -EBADMSG;
  *view = ViewOf(offset, size);
  return 0;
}

int Aux::Release(uint64_t offset) {
  if (const int failed = Check()) return failed;
  if (overwrite_ || offset - tail_ > LoadHead() - tail_) return -EINVAL;
  Publish(offset);
  return 0;
}

}  // namespace perfc::ring
