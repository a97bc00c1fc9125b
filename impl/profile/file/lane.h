// One file of data: from its bytes to records that are ready to be handed out.
#ifndef PERFC_IMPL_PROFILE_FILE_LANE_H_
#define PERFC_IMPL_PROFILE_FILE_LANE_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/profile/file/blocks.h"
#include "impl/profile/file/budget.h"
#include "impl/profile/file/events.h"
#include "impl/profile/file/facts.h"
#include "impl/profile/file/feed.h"
#include "impl/profile/file/filter.h"
#include "impl/profile/file/order.h"
#include "perfc/error.h"
#include "perfc/record.h"

namespace perfc::profile::file {

// A record that is in this machine's byte order.
inline perfc_record View(const uint8_t* data) {
  perfc_record record;
  const auto header = base::Load<uint64_t>(data);
  record.data = data;
  record.type = static_cast<uint32_t>(header);
  record.misc = static_cast<uint16_t>(header >> 32);
  record.size = static_cast<uint16_t>(header >> 48);
  return record;
}

// A number of a record in the file's byte order; 0 if the record is too short.
template <typename T>
T Number(const uint8_t* data, size_t size, size_t at, bool foreign) {
  if (at + sizeof(T) > size) return 0;
  const T value = base::Load<T>(data + at);
  return foreign ? base::Swap(value) : value;
}

// What all lanes of a file share.
struct Shared {
  explicit Shared(uint64_t max_bytes) : budget(max_bytes), events(&budget) {}

  Budget budget;  // of the events and facts
  Events events;
  Filter filter;
  bool by_time = true;
  bool raw = false;
  bool tails = false;
  // For each lane.
  uint64_t lane_bytes = 0;
  uint64_t window_bytes = 0;
  size_t block_bytes = 0;
  uint32_t zstd_window_log = 0;
  // Counts of perfc_file_info.
  uint64_t compressed_bytes = 0;
  uint64_t unmatched = 0;
  uint64_t filtered = 0;
};

// Where the records of a lane are.
struct DataPlace {
  uint64_t offset;
  uint64_t limit;   // UINT64_MAX: up to the end of the file
  bool unfinished;  // the file is known to lack something at its end
};

class Lane {
 public:
  Lane(Shared* shared, Facts* facts, Input* input, const DataPlace& data);

  // What Fill found.
  enum class Found {
    kReady,   // order() has records
    kTail,    // GiveTail gives a record with a piece of what follows it
    kEnd,     // the end; cut_at() says whether something is missing
    kFailed,  // the errno is *code; the call may be repeated
    kBroken,  // the rest can't be read; Explain says why
  };
  // Reads until there are records. Those that were taken must have been dropped.
  Found Fill(int* code);

  Order& order() { return order_; }
  const Blocks& blocks() const { return blocks_; }
  Input* input() const { return input_; }

  // In a pipe: the record with the next bytes that follow it. 0 or -ENOMEM.
  int GiveTail(perfc_stream_record* out);

  // The first byte that is missing or can't be read; 0: none.
  uint64_t cut_at() const { return cut_at_; }
  uint64_t decompressed_bytes() const {
    return content_ != nullptr ? content_->bytes() : 0;
  }
  // Why it is broken; 0: it isn't.
  int Explain(perfc_error* error) const;

 private:
  // What became of a step; else a negative errno or kNoBudget, after which the step
  // may be tried again.
  enum Step {
    kMore = 0,  // the feed needs more bytes
    kWent = 1,  // it went on
    kStop = 2,  // there may be something to be handed out, or it is the end
  };

  // A record in the file.
  struct Head {
    const uint8_t* data;  // in the file's byte order
    uint32_t type;        // as the others, in this machine's order
    uint16_t misc;
    uint16_t size;
    Place place;
    uint64_t position;
  };

  // What is known of a record of the kernel.
  struct KernelFacts {
    uint32_t attr;  // or Events::kNoAttr
    bool has_time;
    uint64_t time;
  };

  const perfc_plan* plan() const { return shared_->events.plan(); }

  // lane.cc
  bool TakeWaiting();
  int Recover(int code);
  int Advance();
  int AdvanceContent();
  int PassTail();
  int End();
  int Break(uint64_t position, const char* rule);

  // walk.cc
  int Records(Feed* feed);
  void Run(Feed* feed);
  int One(Feed* feed);
  int TakeKernels(Feed* feed, const Head& head);
  int MakePlace(const Head& head, Place* place);
  const uint8_t* Aligned(const Head& head);
  KernelFacts Convert(const Head& head, uint8_t* to);
  KernelFacts Look(const Head& head, const uint8_t* data);
  void Add(const Head& head, const Place& place, uint64_t time, bool guessed);
  bool Keeps(const Head& head, const uint8_t* data, const KernelFacts& facts);

  // tools.cc
  int TakeTools(Feed* feed, const Head& head);
  int Keep(const Head& head);
  int FillPlace(const Head& head, const Place& place);
  int ConvertTools(const Head& head, uint8_t* to);
  int LearnAttr(const Head& head);
  int LearnIds(const Head& head, size_t attr_size);
  int Learn(const Head& head, const uint8_t* native);
  int TakeRound(Feed* feed, const Head& head);
  int TakeCompressed(Feed* feed, const Head& head);
  int OpenContent();

  // followed.cc
  int TakeFollowed(Feed* feed, const Head& head);
  int FollowedInFile(const Head& head, uint64_t size);
  int FollowedInPipe(const Head& head, uint64_t size);
  int StoreTracing(const Head& head, uint64_t size);

  Shared* const shared_;
  Facts* const facts_;
  Input* const input_;
  Budget budget_;
  Blocks blocks_;
  Order order_;
  Copies copies_;
  FileFeed outer_;
  const bool unfinished_;
  std::unique_ptr<CompressedFeed> content_;  // of compressed records
  bool in_content_ = false;
  base::Buffer<uint8_t> aligned_;

  uint64_t last_time_ = 0;  // of the record before
  // The attr of a HEADER_ATTR was added, but not all its ids, for lack of memory.
  bool attr_added_ = false;
  size_t ids_added_ = 0;

  // The bytes behind a record of a pipe.
  uint64_t tail_left_ = 0;
  bool tail_is_tracing_ = false;
  bool giving_tail_ = false;
  bool gave_tail_ = false;
  Place tail_place_ = {};
  uint64_t tail_position_ = 0;

  bool ended_ = false;
  uint64_t cut_at_ = 0;
  bool broken_ = false;
  perfc_error why_ = {};
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_LANE_H_
