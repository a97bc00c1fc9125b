// What a perfc_file is made of: a source of records with a header.
#ifndef PERFC_IMPL_PROFILE_SOURCE_SOURCE_H_
#define PERFC_IMPL_PROFILE_SOURCE_SOURCE_H_

#include <cstdint>

#include "impl/profile/table/table.h"
#include "perfc/error.h"
#include "perfc/profile/file.h"
#include "perfc/record.h"

namespace perfc::profile::source {

class Source {
 public:
  virtual ~Source() = default;
  // See the functions of file.h.
  virtual int NextRecords(perfc_stream_record* records, uint32_t capacity,
                          perfc_error* error) = 0;
  virtual void GetInfo(perfc_file_info* info) const = 0;
  virtual int FillTable(table::Table* table, perfc_error* error) const = 0;
};

}  // namespace perfc::profile::source

#endif  // PERFC_IMPL_PROFILE_SOURCE_SOURCE_H_
