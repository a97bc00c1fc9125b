#include "test/host/machine.h"

#include "perfc/uapi.h"

namespace scripted {

perfc_attr SampleAttr(uint64_t sample_type, uint64_t flags) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = PERFC_ATTR_SIZE_VER8;
  attr.config = PERFC_COUNT_SW_CPU_CLOCK;
  attr.sample_period = 1000;
  attr.sample_type = sample_type;
  attr.flags = flags;
  return attr;
}

std::string TextOf(const perfc_error &error) {
  char text[2048];
  const int length = perfc_error_text(&error, text, sizeof text);
  EXPECT_GT(length, 0);
  EXPECT_LT(length, static_cast<int>(sizeof text));
  return text;
}

Event Machine::Open(const perfc_attr &attr, int cpu, perfc_event *group) {
  perfc_event *event = nullptr;
  EXPECT_EQ(
      perfc_open(&host_, &attr, sizeof attr, 0, cpu, group, 0, &event, &error_),
      0)
      << TextOf(error_);
  return Event(event);
}

Event Machine::OpenMapped(const perfc_attr &attr, uint32_t pages,
                          uint32_t flags) {
  Event event = Open(attr);
  EXPECT_EQ(perfc_mmap(event.get(), pages, flags, &error_), 0)
      << TextOf(error_);
  return event;
}

RingWriter Machine::WriterOf(const Event &event, WriteMode mode) {
  const FakeEvent &fake = Fake(event);
  return RingWriter(fake.ring, fake.ring_size - system_.PageSize(), mode);
}

void Machine::Wake(const Event &event, short revents) {
  {
    const auto lock = system_.Hold();
    Fake(event).woken = true;
    Fake(event).revents = revents;
  }
  system_.Notify();
}

}  // namespace scripted
