#include "impl/stitch/stitch.h"

#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/decode/typed.h"
#include "impl/record/record.h"
#include "perfc/uapi.h"

namespace perfc::stitch {
namespace {

constexpr size_t kMostBytes = 65528;  // the largest u16 that is a multiple of 8
constexpr uint16_t kMarkerAndCookie = 2;

}  // namespace

bool Stitch::Open(size_t max_bytes) {
  return held_.Open(max_bytes) && spliced_.Reserve(kMostBytes);
}

// True for a sample whose call chain isn't whole.
bool Stitch::TakeSample(const decode::Plan& plan) {
  const decode::Layout* layout;
  if (plan.Find(record(), &layout) != 0) return false;
  if (!(layout->sample_type & PERFC_SAMPLE_CALLCHAIN)) return false;
  perfc_sample sample;
  if (decode::DecodeSample(plan, record(), &sample, sizeof sample) != 0) {
    return false;
  }
  const perfc_range& chain = sample.callchain;
  if (!(sample.present & PERFC_SAMPLE_CALLCHAIN) ||
      chain.count < kMarkerAndCookie) {
    return false;
  }
  const uint8_t* last = record().data + chain.offset + chain.count * 8;
  if (base::Load<uint64_t>(last - 16) != PERFC_CONTEXT_USER_DEFERRED) {
    return false;
  }
  last_.cookie = base::Load<uint64_t>(last - 8);
  last_.has_tid = sample.present & PERFC_SAMPLE_TID;
  last_.tid = last_.has_tid ? sample.tid : 0;
  last_.chain = chain.offset;
  last_.count = chain.count;
  return true;
}

bool Stitch::TakeChain(const decode::Plan& plan) {
  perfc_record_callchain_deferred deferred;
  perfc_sample_id id = {};
  id.present = 0;
  if (decode::DecodeTyped(plan, record(), &deferred, sizeof deferred) != 0 ||
      decode::DecodeSampleId(plan, record(), &id, sizeof id) != 0) {
    return false;
  }
  last_.cookie = deferred.cookie;
  last_.has_tid = id.present & PERFC_SAMPLE_TID;
  last_.tid = last_.has_tid ? id.tid : 0;
  chain_ = deferred.callchain;
  used_ = held_.Find(last_.cookie, last_.has_tid, last_.tid) != nullptr;
  if (!used_) ++counts_.unclaimed;
  return used_;
}

bool Stitch::TakeExit(const decode::Plan& plan) {
  perfc_record_task exit;
  if (held_.waiting() == 0 ||
      decode::DecodeTyped(plan, record(), &exit, sizeof exit) != 0) {
    return false;
  }
  last_.tid = exit.tid;
  scan_ = held_.Oldest();
  return true;
}

Stitch::Work Stitch::Classify(const decode::Plan& plan) {
  switch (record().type) {
    case PERFC_RECORD_SAMPLE:
      return TakeSample(plan) ? Work::kHold : Work::kPass;
    case PERFC_RECORD_CALLCHAIN_DEFERRED:
      return TakeChain(plan) ? Work::kMatch : Work::kPass;
    case PERFC_RECORD_EXIT:
      return TakeExit(plan) ? Work::kExit : Work::kPass;
    default:
      return Work::kPass;
  }
}

int Stitch::Push(const decode::Plan& plan, const perfc_stream_record& record) {
  if (work_ != Work::kNone) return -EAGAIN;
  last_.pushed = record;
  work_ = Classify(plan);
  return 0;
}

int Stitch::Flush() {
  if (work_ != Work::kNone) return -EAGAIN;
  work_ = Work::kFlush;
  return 0;
}

bool Stitch::Next(perfc_stitched_record* out) {
  switch (work_) {
    case Work::kNone:
      return false;
    case Work::kPass:
      return Pass(out);
    case Work::kHold:
      return NextHold(out);
    case Work::kMatch:
      return NextMatch(out);
    case Work::kExit:
      return NextExit(out);
    case Work::kFlush:
      return NextFlush(out);
  }
  return false;
}

bool Stitch::Pass(perfc_stitched_record* out) {
  work_ = Work::kNone;
  *out = {last_.pushed, PERFC_STITCH_PASSED, 0};
  return true;
}

bool Stitch::Give(const Held& held, uint32_t state,
                  perfc_stitched_record* out) {
  *out = {held.pushed, state, 0};
  record::View(held.data(), base::Load<uint64_t>(held.data()),
               &out->pushed.record);
  return true;
}

// Dropped samples keep their bytes until the next one is held.
bool Stitch::GiveUnmatched(Held* held, perfc_stitched_record* out) {
  ++counts_.unmatched;
  held_.Drop(held);
  return Give(*held, PERFC_STITCH_UNMATCHED, out);
}

bool Stitch::NextHold(perfc_stitched_record* out) {
  if (!held_.Add(last_)) return GiveUnmatched(held_.Oldest(), out);
  work_ = Work::kNone;
  return false;
}

bool Stitch::NextMatch(perfc_stitched_record* out) {
  Held* held = held_.Find(last_.cookie, last_.has_tid, last_.tid);
  if (held != nullptr) {
    held_.Drop(held);
    return Splice(*held, out);
  }
  if (!used_) return Pass(out);
  work_ = Work::kNone;
  return false;
}

bool Stitch::NextExit(perfc_stitched_record* out) {
  while (scan_ != nullptr) {
    Held* held = scan_;
    scan_ = held_.After(held);
    if (held->waits && held->has_tid && held->tid == last_.tid) {
      return GiveUnmatched(held, out);
    }
  }
  return Pass(out);
}

bool Stitch::NextFlush(perfc_stitched_record* out) {
  Held* held = held_.Oldest();
  if (held != nullptr) return GiveUnmatched(held, out);
  work_ = Work::kNone;
  return false;
}

// The sample with the deferred entries in the place of marker and cookie.
bool Stitch::Splice(const Held& held, perfc_stitched_record* out) {
  Give(held, PERFC_STITCH_SPLICED, out);
  const uint8_t* from = held.data();
  const size_t old_size = out->pushed.record.size;
  const size_t kept = held.chain + (held.count - kMarkerAndCookie) * size_t{8};
  const size_t added = chain_.count * size_t{8};
  const size_t rest = held.chain + held.count * size_t{8};
  const size_t size = kept + added + (old_size - rest);
  if (size > kMostBytes) {
    ++counts_.oversized;
    used_ = false;
    out->state = PERFC_STITCH_OVERSIZED;
    return true;
  }
  uint8_t* to = spliced_.data();
  memcpy(to, from, kept);
  memcpy(to + kept, record().data + chain_.offset, added);
  memcpy(to + kept + added, from + rest, old_size - rest);
  base::Store(to + held.chain - 8,
              uint64_t{held.count} - kMarkerAndCookie + chain_.count);
  base::Store(to + record::kSizeAt, static_cast<uint16_t>(size));
  record::View(to, base::Load<uint64_t>(to), &out->pushed.record);
  ++counts_.matched;
  return true;
}

perfc_stitch_info Stitch::counts() const {
  perfc_stitch_info counts = counts_;
  counts.held = held_.waiting();
  return counts;
}

}  // namespace perfc::stitch
