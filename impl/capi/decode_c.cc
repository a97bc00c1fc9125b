#include <cerrno>

#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/decode/accessors.h"
#include "impl/decode/typed.h"
#include "impl/record/types.h"
#include "perfc/decode.h"

using perfc::base::CopyOut;
using perfc::decode::DecodeTyped;

// Its own cache lines: 10% of a short record's time.
[[gnu::aligned(64)]] int perfc_decode_sample(const perfc_plan* plan,
                                             const perfc_record* record,
                                             perfc_sample* sample,
                                             size_t sample_size) {
  if (!plan || !record || !sample) return -EINVAL;
  return perfc::decode::DecodeSample(*plan, *record, sample, sample_size);
}

int perfc_decode_sample_id(const perfc_plan* plan, const perfc_record* record,
                           perfc_sample_id* id, size_t id_size) {
  if (!plan || !record || !id) return -EINVAL;
  return perfc::decode::DecodeSampleId(*plan, *record, id, id_size);
}

#define PERFC_ONE(NAME)                                                       \
  int perfc_decode_##NAME(const perfc_plan* plan, const perfc_record* record, \
                          perfc_record_##NAME* out, size_t out_size) {        \
    if (!plan || !record || !out) return -EINVAL;                             \
    return DecodeTyped(*plan, *record, out, out_size);                        \
  }
PERFC_RECORD_STRUCTS(PERFC_ONE)
#undef PERFC_ONE

int perfc_decode_register(const perfc_plan* plan, const perfc_record* record,
                          const perfc_sample* sample, uint64_t which,
                          uint32_t reg, uint64_t* value) {
  if (!plan || !record || !sample || !value ||
      sample->attr_index >= plan->count()) {
    return -EINVAL;
  }
  const bool user = which == PERFC_SAMPLE_REGS_USER;
  if (!user && which != PERFC_SAMPLE_REGS_INTR) return -EINVAL;
  if (!(sample->present & which)) return -ENODATA;
  const perfc_attr& attr = plan->attr(sample->attr_index).known();
  return perfc::decode::Register(
      *record, user ? sample->user_regs : sample->intr_regs,
      user ? attr.sample_regs_user : attr.sample_regs_intr, reg, value);
}

int perfc_decode_branch(uint64_t flags, perfc_branch* branch,
                        size_t branch_size) {
  if (!branch) return -EINVAL;
  return CopyOut(perfc::decode::Branch(flags), branch, branch_size);
}

int perfc_decode_data_src(uint64_t word, perfc_data_src* data_src,
                          size_t data_src_size) {
  if (!data_src) return -EINVAL;
  return CopyOut(perfc::decode::DataSrc(word), data_src, data_src_size);
}
