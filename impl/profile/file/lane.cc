#include "impl/profile/file/lane.h"

#include <algorithm>
#include <cerrno>

#include "impl/base/order.h"
#include "impl/profile/file/fail.h"
#include "impl/profile/file/tail.h"
#include "perfc/profile/file.h"

namespace perfc::profile::file {
namespace {

// Failures that pass, as long as the call is repeated.
bool Passes(int code) {
  return code == -ENOMEM || code == -EAGAIN || code == -EINTR;
}

}  // namespace

Lane::Lane(Shared* shared, Facts* facts, Input* input, const DataPlace& data)
    : shared_(shared),
      facts_(facts),
      input_(input),
      budget_(shared->lane_bytes),
      blocks_(&budget_, shared->block_bytes),
      order_(&budget_, &blocks_, shared->window_bytes),
      copies_(&blocks_),
      outer_(&blocks_, input, data.offset, data.limit),
      unfinished_(data.unfinished) {}

int Lane::Explain(perfc_error* error) const {
  if (!broken_) return 0;
  if (error != nullptr) *error = why_;
  return why_.code;
}

int Lane::Break(uint64_t position, const char* rule) {
  BadContent(&why_, kNext, position, rule);
  broken_ = ended_ = true;
  cut_at_ = position;
  return kStop;
}

// Makes records ready that needn't wait any longer. False: there are none.
bool Lane::TakeWaiting() {
  if (order_.empty()) return false;
  if (!shared_->by_time) {
    order_.TakeAllUnsorted();
  } else if (ended_) {
    order_.TakeAll();
  } else if (order_.full()) {
    order_.TakeEarliest();
  }
  return order_.HasReady();
}

// Finds memory where max_bytes was reached: records are handed out early, or copied
// together. Other failures that don't pass end the file.
int Lane::Recover(int code) {
  if (code != kNoBudget) {
    if (Passes(code)) return code;
    ReadFailed(&why_, kNext, code);
    broken_ = ended_ = true;
    cut_at_ = outer_.position() + outer_.left();
    return 0;
  }
  if (order_.empty()) {
    const uint64_t before = budget_.left();
    blocks_.Trim();
    if (budget_.left() == before) Break(outer_.position(), kTooLittleMemory);
  } else if (!shared_->by_time) {
    order_.TakeAllUnsorted();
  } else if (!order_.Compact()) {
    order_.TakeEarliest();
  }
  return 0;
}

Lane::Found Lane::Fill(int* code) {
  if (gave_tail_) {
    blocks_.Drop(tail_place_.block, View(blocks_.at(tail_place_)).size);
    gave_tail_ = false;
  }
  for (;;) {
    if (order_.HasReady() || TakeWaiting()) return Found::kReady;
    if (giving_tail_ && (outer_.left() > 0 || ended_)) return Found::kTail;
    if (ended_) return broken_ ? Found::kBroken : Found::kEnd;
    int result = Advance();
    if (result < 0) result = Recover(result);
    if (result < 0) {
      *code = result;
      return Found::kFailed;
    }
  }
}

// Handles the records that are there, then reads more.
int Lane::Advance() {
  if (tail_left_ > 0) return PassTail();
  if (in_content_) return AdvanceContent();
  const int found = Records(&outer_);
  if (found != kMore) return found;
  if (!shared_->by_time && !order_.empty()) return kStop;
  const int more = outer_.More();
  return more == 0 ? End() : more;
}

int Lane::AdvanceContent() {
  const int found = Records(content_.get());
  if (found != kMore) return found;
  const char* why = nullptr;
  const int more = content_->More(&why);
  if (more == -EBADMSG) return Break(content_->position(), why);
  if (more == -E2BIG) {
    return Break(content_->position(),
                 "a compressed frame needs a larger window than max_bytes "
                 "allows");
  }
  if (more == 0) in_content_ = false;
  return more == 0 ? kWent : more;
}

// Passes what follows a record of a pipe.
int Lane::PassTail() {
  if (outer_.left() == 0) {
    const int more = outer_.More();
    return more == 0 ? End() : more;
  }
  if (giving_tail_) return kStop;
  const size_t now = std::min<uint64_t>(outer_.left(), tail_left_);
  if (tail_is_tracing_) {
    const int failed =
        facts_->Append(PERFC_FEATURE_TRACING_DATA, {outer_.at(), now});
    if (failed) return failed;
  }
  outer_.Pass(now);
  tail_left_ -= now;
  return kWent;
}

// There are no more bytes.
int Lane::End() {
  const uint64_t end = outer_.position() + outer_.left();
  const bool whole = end == outer_.limit();
  if (whole && outer_.left() > 0) {
    return Break(outer_.position(), "a record reaches beyond the data section");
  }
  const bool within_record = outer_.left() > 0 || tail_left_ > 0 ||
                             (content_ != nullptr && content_->left() > 0);
  const bool within_section = outer_.limit() != UINT64_MAX && !whole;
  ended_ = true;
  if (within_record || within_section || unfinished_ || end > input_->size()) {
    cut_at_ = std::min(end, input_->size());
  }
  return kStop;
}

// The next bytes behind a record of a pipe are there, or never will be.
int Lane::GiveTail(perfc_stream_record* out) {
  const size_t now = std::min<uint64_t>({outer_.left(), tail_left_, kMostTail});
  if (tail_is_tracing_ && now > 0) {
    const int failed =
        facts_->Append(PERFC_FEATURE_TRACING_DATA, {outer_.at(), now});
    if (failed) return failed;
  }
  *out = {};
  out->record = View(blocks_.at(tail_place_));
  out->position = tail_position_;
  out->flags = PERFC_STREAM_RECORD_TIME_GUESSED;
  out->tail = now > 0 ? outer_.at() : nullptr;
  out->tail_size = now;
  outer_.Pass(now);
  tail_left_ -= now;
  if (tail_left_ > 0 && !ended_) {
    out->flags |= PERFC_STREAM_RECORD_MORE;
  } else {
    tail_left_ = 0;
    giving_tail_ = false;
    gave_tail_ = true;
  }
  return 0;
}

}  // namespace perfc::profile::file
