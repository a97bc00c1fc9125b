#include "aux_area.h"

#include <cstdio>
#include <optional>
#include <utility>

namespace {

void tell(perfc::Span<const uint8_t> bytes) {
  std::printf("%zu bytes", bytes.size());
  if (bytes.empty()) return;
  std::printf(" %u to %u", unsigned{bytes[0]},
              unsigned{bytes[bytes.size() - 1]});
}

void tell(const char* how, const perfc::AuxData& data) {
  std::printf("%s %llu: ", how, static_cast<unsigned long long>(data.offset));
  tell(data.first());
  std::printf(", ");
  tell(data.second());
  std::printf("\n");
}

perfc::Result<void> tell_peek(perfc::AuxArea* area) {
  perfc::Result<std::optional<perfc::AuxData>> data = area->peek();
  if (!data) return std::move(data).error();
  if (*data) {
    tell("peek", **data);
  } else {
    std::puts("nothing");
  }
  return {};
}

perfc::Result<void> tell_record(perfc::Event* event, perfc::AuxArea* area,
                                const perfc::Record& record) {
  auto aux = event->decode<perfc_record_aux>(record);
  if (!aux) return std::move(aux).error();
  perfc::Result<perfc::AuxData> data = area->view(*aux);
  if (!data) return std::move(data).error();
  tell("view", *data);
  perfc::Result<void> peeked = tell_peek(area);
  if (!peeked) return peeked;
  perfc::Result<void> released = area->release(data->end());
  return released ? tell_peek(area) : std::move(released);
}

}  // namespace

perfc::Result<void> tell_aux() {
  perfc_attr attr = {};
  attr.type = 8;
  auto event = perfc::Event::open(attr, 0, -1);
  if (!event) return std::move(event).error();
  perfc::Result<void> mapped = event->mmap(1);
  if (!mapped) return mapped;
  auto area = perfc::AuxArea::mmap(*event, 1);
  if (!area) return std::move(area).error();
  perfc::Result<void> told = tell_peek(&*area);
  while (told && event->wait()) {
    for (const perfc::Record& record : event->records()) {
      if (told) told = tell_record(&*event, &*area, record);
    }
  }
  return told ? area->munmap() : std::move(told);
}
