// A file as a source of records.
#ifndef PERFC_IMPL_PROFILE_FILE_READER_H_
#define PERFC_IMPL_PROFILE_FILE_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "impl/base/buffer.h"
#include "impl/profile/file/facts.h"
#include "impl/profile/file/given.h"
#include "impl/profile/file/header.h"
#include "impl/profile/file/header_records.h"
#include "impl/profile/file/input.h"
#include "impl/profile/file/lane.h"
#include "impl/profile/file/tail.h"
#include "impl/profile/source/source.h"
#include "perfc/error.h"
#include "perfc/profile/file.h"
#include "perfc/record.h"

namespace perfc::profile::file {

// Options whose defaults were filled in and which were checked.
struct ReaderOptions {
  uint64_t max_bytes;  // 0: as much as the window and the data files need
  uint64_t window_bytes;
  const perfc_filter* filter;  // or null
  bool by_time;
  bool raw;
  bool tails;
};

class Reader final : public source::Source {
 public:
  // The first of the inputs has the header. A directory's others are raw records.
  Reader(uint64_t shared_bytes, std::unique_ptr<Input[]> inputs,
         uint32_t input_count)
      : inputs_(std::move(inputs)),
        input_count_(input_count),
        shared_(shared_bytes),
        facts_(&shared_.budget, &shared_.events, &inputs_[0]),
        tail_(&shared_.budget) {}

  // Reads the header. `lanes_bytes` are those of all lanes.
  int Open(const ReaderOptions& options, uint64_t lanes_bytes,
           perfc_error* error);

  // source::Source
  int NextRecords(perfc_stream_record* records, uint32_t capacity,
                  perfc_error* error) override;
  void GetInfo(perfc_file_info* info) const override;
  int FillTable(table::Table* table, perfc_error* error) const override;

 private:
  // A lane that has records, in the heap of many.
  struct Top {
    uint64_t time;
    uint32_t lane;
  };
  static bool Later(const Top& a, const Top& b) {
    return a.time != b.time ? a.time > b.time : a.lane > b.lane;
  }

  // reader.cc
  int OpenHeader(DataPlace* data, perfc_error* error);
  int OpenLanes(const DataPlace& first, perfc_error* error);
  void TakeSampleTime();
  uint64_t MissingFeatures() const;

  // give.cc
  int NextOfHeader(perfc_stream_record* out, perfc_error* error);
  int NextOfOne(uint32_t number, perfc_stream_record* records,
                uint32_t capacity, perfc_error* error);
  int NextOfMany(perfc_stream_record* records, uint32_t capacity,
                 perfc_error* error);
  uint64_t UpToNext() const;
  int FillAll(perfc_error* error);
  int TakeReady(uint32_t number, perfc_stream_record* records,
                uint32_t capacity, uint64_t up_to, perfc_error* error);
  int TakeTail(uint32_t number, perfc_stream_record* out, perfc_error* error);
  int NoRecords(uint32_t number, Lane::Found found, int code,
                perfc_stream_record* out, perfc_error* error);
  int End(perfc_error* error) const;
  void Show(const Entry& entry, const Blocks& blocks, uint64_t latest,
            perfc_stream_record* out) const;
  bool IsFollowed(const perfc_stream_record& out) const {
    return shared_.tails && out.tail_size > 0;
  }

  std::unique_ptr<Input[]> inputs_;
  const uint32_t input_count_;
  Shared shared_;
  mutable Facts facts_;
  Header header_ = {};
  uint64_t features_end_ = 0;  // the byte behind the last feature
  std::unique_ptr<HeaderRecords> header_records_;  // while there are some
  std::unique_ptr<std::unique_ptr<Lane>[]> lanes_;
  base::Buffer<Top> heap_;
  Tail tail_;
  bool ended_ = false;

  Given given_;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_READER_H_
