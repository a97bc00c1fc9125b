#include "impl/decode/accessors.h"

#include <cerrno>

#include "impl/base/order.h"
#include "perfc/uapi.h"

namespace perfc::decode {
namespace {

constexpr uint64_t Bits(uint64_t word, unsigned shift, unsigned width) {
  return word >> shift & ((uint64_t{1} << width) - 1);
}

uint64_t WordAt(const uint8_t* values, uint32_t index) {
  return base::Load<uint64_t>(values + 8 * size_t{index});
}

}  // namespace

const uint8_t* RangeAt(const perfc_record& record, const perfc_range& range,
                       size_t element) {
  if (range.count == 0 || element == 0 || range.offset > record.size) {
    return nullptr;
  }
  const size_t room = record.size - range.offset;
  return range.count <= room / element ? record.data + range.offset : nullptr;
}

perfc_branch Branch(uint64_t flags) {
  perfc_branch branch;
  branch.mispred = Bits(flags, 0, 1);
  branch.predicted = Bits(flags, 1, 1);
  branch.in_tx = Bits(flags, 2, 1);
  branch.abort = Bits(flags, 3, 1);
  branch.cycles = Bits(flags, 4, 16);
  branch.type = Bits(flags, 20, 4);
  branch.spec = Bits(flags, 24, 2);
  branch.new_type = Bits(flags, 26, 4);
  branch.priv = Bits(flags, 30, 3);
  return branch;
}

perfc_data_src DataSrc(uint64_t word) {
  perfc_data_src source;
  source.op = Bits(word, PERFC_MEM_OP_SHIFT, 5);
  source.lvl = Bits(word, PERFC_MEM_LVL_SHIFT, 14);
  source.snoop = Bits(word, PERFC_MEM_SNOOP_SHIFT, 5);
  source.lock = Bits(word, PERFC_MEM_LOCK_SHIFT, 2);
  source.dtlb = Bits(word, PERFC_MEM_TLB_SHIFT, 7);
  source.lvl_num = Bits(word, PERFC_MEM_LVLNUM_SHIFT, 4);
  source.remote = Bits(word, PERFC_MEM_REMOTE_SHIFT, 1);
  source.snoopx = Bits(word, PERFC_MEM_SNOOPX_SHIFT, 2);
  source.blk = Bits(word, PERFC_MEM_BLK_SHIFT, 3);
  source.hops = Bits(word, PERFC_MEM_HOPS_SHIFT, 3);
  source.region = Bits(word, PERFC_MEM_REGION_SHIFT, 5);
  return source;
}

// A group has its values in one array of {value, [id], [lost]}. A single event
// has the times between value and id.
int ReadValue(const perfc_record& record, const perfc_read_part& part,
              uint32_t index, perfc_read_value* value) {
  const uint32_t format = part.read_format;
  const bool has_id = format & PERFC_FORMAT_ID;
  const bool has_lost = format & PERFC_FORMAT_LOST;
  uint32_t times = 0;
  if (!(format & PERFC_FORMAT_GROUP)) {
    times = !!(format & PERFC_FORMAT_TOTAL_TIME_ENABLED) +
            !!(format & PERFC_FORMAT_TOTAL_TIME_RUNNING);
  }
  const uint32_t words = 1 + times + has_id + has_lost;
  if (index >= part.nr) return -EINVAL;
  const perfc_range range = {part.offset, part.nr};
  const uint8_t* values = RangeAt(record, range, 8 * words);
  if (values == nullptr) return -EINVAL;
  const uint32_t first = index * words;
  value->value = WordAt(values, first);
  value->id = has_id ? WordAt(values, first + 1 + times) : 0;
  value->lost = has_lost ? WordAt(values, first + 1 + times + has_id) : 0;
  return 0;
}

int Register(const perfc_record& record, const perfc_range& regs, uint64_t mask,
             uint32_t reg, uint64_t* value) {
  if (reg > 63 || !(mask >> reg & 1)) return -ENODATA;
  const uint64_t below = mask & ((uint64_t{1} << reg) - 1);
  const auto index = static_cast<uint32_t>(__builtin_popcountll(below));
  const uint8_t* values = RangeAt(record, regs, 8);
  if (values == nullptr || index >= regs.count) return -ENODATA;
  *value = WordAt(values, index);
  return 0;
}

}  // namespace perfc::decode
