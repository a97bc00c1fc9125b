// A part of the synthesized records, made one by one.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_PRODUCER_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_PRODUCER_H_

#include <cstdint>

#include "impl/profile/synthesize/block.h"
#include "impl/profile/synthesize/files.h"
#include "perfc/decode.h"
#include "perfc/host.h"

namespace perfc::profile::synthesize {

// What all parts know.
struct Job {
  Job(const perfc_host* its_host, const perfc_plan* its_plan)
      : host(its_host), plan(its_plan), roots(its_host) {}

  const perfc_host* host;
  const perfc_plan* plan;
  Roots roots;
  uint32_t flags = 0;  // PERFC_SYNTHESIZE_*
  // Of the plan's first attr, to which all records belong.
  perfc_record_places places = {};
  // PERFC_ATTR_*: the bits that any attr of the plan has.
  uint64_t attr_flags = 0;
};

struct Made {
  perfc_record record;
  // Bytes that don't fit into the record, borrowed until the producer's next call.
  const uint8_t* tail;
  uint64_t tail_size;
  // PERFC_STREAM_RECORD_*
  uint32_t flags;
};

class Producer {
 public:
  virtual ~Producer() = default;
  // Makes a record in the block, which has room for it. 1; 0: there are no more; or
  // -ENOMEM, -EMFILE, -ENFILE: nothing was lost, and the call may be repeated.
  virtual int Next(Block* block, Made* made) = 0;
};

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_PRODUCER_H_
