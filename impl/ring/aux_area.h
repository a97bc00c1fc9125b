// The AUX area beside a ring: its mapping, and its reader.
#ifndef PERFC_IMPL_RING_AUX_AREA_H_
#define PERFC_IMPL_RING_AUX_AREA_H_

#include <cstddef>
#include <cstdint>

#include "impl/host/host.h"
#include "impl/ring/mapping.h"
#include "perfc/aux_area.h"
#include "perfc/error.h"

namespace perfc::ring {

// The positions aux_tail and aux_head count bytes; they only grow, and wrap in
// the area. Both are in the ring's control page. The ring's mark page detects a
// fork().
class Aux {
 public:
  // The ring must be one whose control page can be written, and outlive the
  // area.
  int Open(const host::Host& host, int fd, uint32_t pmu, const Mapping& ring,
           size_t size, bool overwrite, const char* operation,
           perfc_error* error);
  void Close(const host::System& system);

  bool mapped() const { return data_ != nullptr; }

  // As perfc_aux_peek, perfc_aux_view and perfc_aux_release.
  int Peek(perfc_aux_data* view);
  int View(uint64_t offset, uint64_t size, uint64_t flags,
           perfc_aux_data* view) const;
  int Release(uint64_t offset);

 private:
  intptr_t Map(const host::System& system, int fd, size_t size, int protection);
  int Check() const;
  uint64_t LoadHead() const;
  void Publish(uint64_t tail);
  perfc_aux_data ViewOf(uint64_t offset, uint64_t size) const;

  const Mapping* ring_ = nullptr;
  uint8_t* data_ = nullptr;
  size_t size_ = 0;    // a power of two
  uint64_t tail_ = 0;  // earlier bytes were released
  bool overwrite_ = false;
};

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_AUX_AREA_H_
