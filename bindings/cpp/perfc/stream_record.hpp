// A record with everything that is needed to use it apart from its source.
#ifndef PERFC_STREAM_RECORD_HPP_
#define PERFC_STREAM_RECORD_HPP_

#include "perfc/plan.hpp"
#include "perfc/record.hpp"
#include "perfc/result.hpp"

namespace perfc {

// Of a stream or flight recorder it is borrowed until the next call with that, of
// a batch until the next fill.
struct StreamRecord : perfc_stream_record {
  Record view() const { return Record{record}; }
  template <typename T>
  Result<T> decode() const {
    return PlanView(plan).decode<T>(record);
  }
};

}  // namespace perfc

#endif  // PERFC_STREAM_RECORD_HPP_
