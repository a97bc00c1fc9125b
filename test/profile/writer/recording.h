// A writer in a test: its options, and records to give it.
#ifndef PERFC_TEST_PROFILE_WRITER_RECORDING_H_
#define PERFC_TEST_PROFILE_WRITER_RECORDING_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "perfc/perfc.h"
#include "perfc/profile.h"
#include "test/encoder/attr.h"
#include "test/encoder/sample.h"
#include "test/encoder/sideband.h"
#include "test/profile/writer/perf_file.h"

namespace recording {

using encoder::Attr;
using perf_file::Bytes;

// An attr with IP, TID, TIME, CPU, PERIOD and IDENTIFIER, whose side-band records
// have all of these that they can have.
Attr UsualAttr(uint64_t config = 0);

// A plan of attrs with ids. Without `has_default` id 0 belongs to no event.
class Plan {
 public:
  struct Event {
    Attr attr;
    std::vector<uint64_t> ids;
  };
  explicit Plan(const std::vector<Event> &events, bool has_default = true);
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;
  ~Plan() { perfc_plan_destroy(plan_); }

  perfc_plan *get() const { return plan_; }
  const Attr &attr(size_t i = 0) const { return events_[i].attr; }

 private:
  std::vector<Event> events_;
  perfc_plan *plan_ = nullptr;
};

// Records that keep their bytes.
class Records {
 public:
  // `position`: PERFC_NO_POSITION makes it one of this machine.
  Records &Add(const Bytes &bytes, const perfc_plan *plan, uint64_t time,
               uint32_t flags = 0, uint64_t position = 64);
  // A tail of the record that was added last.
  Records &Tail(const Bytes &tail);
  Records &MissingTail(uint64_t size);

  // A sample with id, time, pid = tid = 7.
  Records &Sample(const Plan &plan, uint64_t id, uint64_t time,
                  size_t event = 0);
  template <typename Body>
  Records &Other(const Plan &plan, const Body &body, uint64_t id, uint64_t time,
                 uint16_t misc = 2, uint32_t flags = 0,
                 uint64_t position = 64) {
    encoder::SampleId trailer;
    trailer.pid = trailer.tid = 7;
    trailer.time = time;
    trailer.id = trailer.identifier = id;
    return Add(encoder::EncodeRecord(body, misc, trailer, plan.attr(),
                                     encoder::Order::kLittle),
               plan.get(), time, flags, position);
  }
  // A HEADER_FEATURE record.
  Records &Feature(const perfc_plan *plan, uint64_t feature,
                   const Bytes &content);

  const std::vector<perfc_stream_record> &all() const { return records_; }
  uint32_t count() const { return static_cast<uint32_t>(records_.size()); }
  const perfc_stream_record *data() const { return records_.data(); }
  perfc_stream_record &last() { return records_.back(); }

 private:
  const Bytes &Keep(const Bytes &bytes);

  std::deque<std::vector<uint64_t>> words_;  // aligned
  std::deque<Bytes> bytes_;
  std::vector<perfc_stream_record> records_;
};

// A record with a header and words.
Bytes ToolRecord(uint32_t type, const std::vector<uint64_t> &words,
                 uint16_t misc = 0);
// A string of a feature.
Bytes FeatureString(const std::string &text);

// A directory that goes away with its files.
class Directory {
 public:
  Directory();
  ~Directory();
  std::string operator/(const std::string &name) const {
    return path_ + "/" + name;
  }
  std::vector<std::string> Files() const;

 private:
  std::string path_;
};

// Writes, finishes and destroys. All calls succeed.
class Writer {
 public:
  explicit Writer(const std::string &path, uint32_t flags = 0,
                  uint32_t zstd_level = 0, uint32_t strip = 0);
  explicit Writer(const perfc_writer_options &options);
  Writer(const Writer &) = delete;
  Writer &operator=(const Writer &) = delete;
  ~Writer() { perfc_writer_destroy(writer_); }

  void Write(const Records &records);
  perfc_writer_result Finish(uint32_t flags = 0);
  perfc_writer *get() { return writer_; }

 private:
  perfc_writer *writer_ = nullptr;
};

}  // namespace recording

#endif  // PERFC_TEST_PROFILE_WRITER_RECORDING_H_
