// The parts of Rewrite that leave something out.
#include <algorithm>
#include <cstring>

#include "impl/base/order.h"
#include "impl/base/text_writer.h"
#include "impl/profile/writer/paths.h"
#include "impl/profile/writer/rewrite.h"
#include "perfc/profile/writer.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kWord = 8;

// Registers at the interrupt are those of user space if it interrupted user space.
constexpr uint64_t kStackFields =
    PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER | PERFC_SAMPLE_REGS_INTR;

// A range of bytes of a sample that one word of 0 replaces.
struct Gap {
  size_t from;
  size_t to;
};

// The field's word, and what it counts.
Gap RegistersOf(const perfc_range& registers) {
  return {registers.offset - kWord, registers.offset + registers.count * kWord};
}

Gap StackOf(const perfc_range& stack) {
  const size_t dyn_size = stack.count > 0 ? kWord : 0;
  return {stack.offset - kWord, stack.offset + stack.count + dyn_size};
}

}  // namespace

bool Rewrite::Strips(uint32_t type, const PlanUse& use) const {
  switch (type) {
    case PERFC_RECORD_SAMPLE:
      if (!(strip_ & PERFC_STRIP_STACKS)) return false;
      for (uint32_t i = 0; i < use.count(); ++i) {
        if (use.attr(i).known.sample_type & kStackFields) return true;
      }
      return false;
    case PERFC_RECORD_COMM:
      return (strip_ & PERFC_STRIP_COMMANDS) != 0;
    case PERFC_RECORD_MMAP:
    case PERFC_RECORD_MMAP2:
      return (strip_ & PERFC_STRIP_PATHS) != 0;
    default:
      return false;
  }
}

// Every field from REGS_USER on may be one word of 0, so the fields that the
// decoder can't find become that.
bool Rewrite::StripSample(const perfc_record& record, const PlanUse& use) {
  perfc_sample sample;
  if (perfc_decode_sample(use.plan(), &record, &sample, sizeof sample) != 0) {
    return false;
  }
  size_t done = 0;
  const auto skip = [&](uint64_t field, const Gap& gap) {
    if (!(sample.present & field)) return;
    Copy(record, done, gap.from);
    Zeros(kWord);
    done = gap.to;
  };
  skip(PERFC_SAMPLE_REGS_USER, RegistersOf(sample.user_regs));
  skip(PERFC_SAMPLE_STACK_USER, StackOf(sample.stack));
  skip(PERFC_SAMPLE_REGS_INTR, RegistersOf(sample.intr_regs));
  const bool has_rest =
      sample.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER);
  const size_t end = has_rest ? sample.rest.offset : record.size;
  if (end > done) Copy(record, done, end);
  const uint64_t all =
      use.attr(sample.attr_index).known.sample_type & (PERFC_SAMPLE_MAX - 1);
  Zeros(kWord *
        static_cast<size_t>(__builtin_popcountll(all & ~sample.present)));
  return true;
}

// The text becomes another one, padded to words as the kernel does, and the
// trailer follows.
bool Rewrite::StripText(const perfc_record& record, const PlanUse& use,
                        const perfc_range& text, absl::string_view by) {
  const size_t trailer = use.attr(use.AttrOf(record)).places.trailer_size;
  const size_t end = record.size - trailer;
  if (trailer > record.size || text.offset > end) return false;
  Copy(record, 0, text.offset);
  Append(by.data(), by.size());
  Zeros(kWord - bytes_.size() % kWord);
  Copy(record, end, record.size);
  return true;
}

// ":TID", as perf shows threads without a name.
bool Rewrite::StripComm(const perfc_record& record, const PlanUse& use) {
  perfc_record_comm comm;
  if (perfc_decode_comm(use.plan(), &record, &comm, sizeof comm) != 0) {
    return false;
  }
  const base::ShortText<16> name(":%d", comm.tid);
  return StripText(record, use, comm.comm, name);
}

bool Rewrite::StripPath(const perfc_record& record, const PlanUse& use) {
  perfc_record_mmap map;
  if (perfc_decode_mmap(use.plan(), &record, &map, sizeof map) != 0) {
    return false;
  }
  const auto* text =
      static_cast<const char*>(perfc_record_range(&record, &map.filename, 1));
  const absl::string_view path(text, text ? map.filename.count : 0);
  return StripText(record, use, map.filename, WithoutDirectory(path));
}

// nr, then a pid and 16 bytes of the name of each thread.
void Rewrite::StripThreadMap() {
  if (!(strip_ & PERFC_STRIP_COMMANDS)) return;
  constexpr size_t kEntry = 3 * kWord;
  for (size_t at = 2 * kWord; at + kEntry <= bytes_.size(); at += kEntry) {
    memset(bytes_.data() + at + kWord, 0, kEntry - kWord);
  }
}

}  // namespace perfc::profile::writer
