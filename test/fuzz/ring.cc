#include "test/fuzz/ring.h"

#include "perfc/decode.h"
#include "perfc/uapi.h"

namespace fuzz {
namespace {

using scripted::Bytes;
using scripted::WriteMode;

perfc_attr TakeAttr(Input* input, WriteMode mode) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.sample_type = input->Number(4);
  const uint8_t more = input->U8();
  attr.read_format = more & 31;
  if (more & 32) attr.sample_type |= PERFC_SAMPLE_TIME;
  if (more & 64) attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
  if (mode == WriteMode::kBackward) attr.flags |= PERFC_ATTR_WRITE_BACKWARD;
  return attr;
}

// Where the head of a ring begins: somewhat before a place where a number of
// some width ends, or behind it where heads count down.
uint64_t FirstHead(uint8_t choice, WriteMode mode, size_t ring_size) {
  const uint64_t boundaries[] = {ring_size, uint64_t{1} << 32,
                                 uint64_t{1} << 63};
  const size_t boundary = choice % 8;
  const uint64_t distance = uint64_t{40} * (choice / 8);
  const uint64_t from = boundary < 3 ? boundaries[boundary] : 0;
  return mode == WriteMode::kBackward ? from + distance : from - distance;
}

}  // namespace

Ring::Ring(Machine* machine, Input* input, WriteMode mode)
    : fd_(machine->system.AddEvent()), machine_(machine) {
  const perfc_attr attr = TakeAttr(input, mode);
  const uint8_t choice = input->U8();
  const uint32_t pages = 1 + (choice & 1);
  size_ = pages * machine->system.PageSize();
  machine->system.set_first_head(FirstHead(choice / 2, mode, size_));
  perfc_event* event = nullptr;
  Demand(perfc_open_fd(&machine->host, fd_, &attr, sizeof attr, &event,
                       nullptr) == 0,
         "an event is adopted");
  event_.reset(event);
  const uint32_t flags =
      mode == WriteMode::kOverwrite ? PERFC_MMAP_OVERWRITE : 0;
  Demand(perfc_mmap(event, pages, flags, nullptr) == 0, "and mapped");
  memory_ = machine->system.event(fd_).ring;
  writer_ = std::make_unique<scripted::RingWriter>(memory_, size_, mode);
}

// A header that may be right, and a body.
void Ring::WriteRecord(Input* input) {
  const uint32_t type = input->U8() % (PERFC_RECORD_MAX + 2);
  const size_t size = 8 + input->U8() % 64 * size_t{8};
  Bytes record = scripted::MakeRecord(type, size);
  const std::string body = input->Take(std::min<size_t>(size - 8, input->U8()));
  if (!body.empty()) memcpy(record.data() + 8, body.data(), body.size());
  writer_->Write(record);
}

void Ring::Write(Input* input) {
  switch (input->U8() % 8) {
    default:
      return WriteRecord(input);
    case 4: {
      const std::string bytes = input->Take(input->U8());
      const Bytes copy(bytes.begin(), bytes.end());
      if (!copy.empty()) writer_->Put(copy);
      return;
    }
    case 5:  // A little on, from before or behind.
      return writer_->SetHead(writer_->head() +
                              static_cast<uint64_t>(static_cast<int16_t>(
                                  static_cast<uint16_t>(input->U16()))));
    case 6:
      return writer_->SetHead(input->U64());
    case 7: {  // data_tail is among them, which only the reader writes.
      const size_t at = input->Number(2) % (machine_->system.PageSize() / 8);
      const uint64_t word = input->U64();
      memcpy(memory_ + 8 * at, &word, sizeof word);
      return;
    }
  }
}

void TouchRecord(const perfc_plan* plan, const perfc_record& record) {
  Demand(record.size >= 8 && record.size % 8 == 0, "a size can be right");
  Touch(record.data, record.size);
  perfc_sample sample;
  perfc_decode_sample(plan, &record, &sample, sizeof sample);
  perfc_sample_id id;
  perfc_decode_sample_id(plan, &record, &id, sizeof id);
}

}  // namespace fuzz
