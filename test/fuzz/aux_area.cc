// An AUX area with heads, tails and records from nowhere, in any order of
// writing, looking, releasing, and mapping anew.
#include "perfc/aux_area.h"

#include <memory>

#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"
#include "test/fuzz/ring.h"

namespace {

using fuzz::Demand;

class AuxArea {
 public:
  explicit AuxArea(fuzz::Input* input)
      : input_(*input),
        ring_(&machine_, input, scripted::WriteMode::kWaitForReader) {
    Fake().has_aux = true;
    Map();
  }

  void Run() {
    while (input_.left() > 0) Step();
    Peek();
  }

 private:
  scripted::FakeEvent& Fake() {
    return machine_.system.event(perfc_event_fd(ring_.event()));
  }
  perfc_mmap_page* Control() {
    return reinterpret_cast<perfc_mmap_page*>(Fake().ring);
  }

  void Map() {
    const uint8_t choice = input_.U8();
    const uint32_t flags = choice & 4 ? PERFC_AUX_OVERWRITE : 0;
    const uint32_t pages = 1u << (choice & 3);
    size_ = pages * machine_.system.PageSize();
    Demand(perfc_aux_mmap(ring_.event(), pages, flags, nullptr) == 0,
           "the area is mapped");
  }

  // Near a position of the area, before or behind it.
  uint64_t Near(uint64_t position) {
    return position + static_cast<uint64_t>(static_cast<int16_t>(
                          static_cast<uint16_t>(input_.U16())));
  }

  void Step() {
    switch (input_.U8() % 8) {
      case 0:
        return ring_.Write(&input_);
      case 1:
        Control()->aux_head = input_.U64();
        return;
      case 2:
        return View(Near(Control()->aux_tail), input_.U16());
      case 3:
        return View(input_.U64(), input_.U64());
      case 4:
        perfc_aux_release(ring_.event(), Near(Control()->aux_tail));
        return;
      case 5:
        perfc_aux_release(ring_.event(), input_.U64());
        return;
      case 6:
        Demand(perfc_aux_munmap(ring_.event()) == 0, "the area is unmapped");
        return Map();
      default:
        Control()->aux_head += input_.U16();
        return Peek();
    }
  }

  void TouchData(const perfc_aux_data& data) {
    Demand(data.size + data.rest_size <= size_, "data fit the area");
    Demand((data.rest == nullptr) == (data.rest_size == 0),
           "what wraps goes on somewhere");
    fuzz::Touch(data.data, data.size);
    fuzz::Touch(data.rest, data.rest_size);
  }

  void Peek() {
    perfc_aux_data data;
    if (perfc_aux_peek(ring_.event(), &data, sizeof data) != 1) return;
    TouchData(data);
    const bool all = input_.U8() & 1;
    if (!all || perfc_aux_release(ring_.event(), data.offset + data.size +
                                                     data.rest_size) != 0) {
      return;
    }
    Demand(perfc_aux_peek(ring_.event(), &data, sizeof data) == 0,
           "all that was seen is released");
  }

  void View(uint64_t offset, uint64_t size) {
    perfc_aux_data data;
    if (perfc_aux_view(ring_.event(), offset, size, input_.U8(), &data,
                       sizeof data) != 0) {
      return;
    }
    Demand(data.offset == offset && data.size + data.rest_size == size,
           "the data are those that the record names");
    TouchData(data);
  }

  fuzz::Input& input_;
  fuzz::Machine machine_;
  fuzz::Ring ring_;
  size_t size_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  AuxArea(&input).Run();
  return 0;
}
