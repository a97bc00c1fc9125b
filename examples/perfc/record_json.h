// Records as JSON lines.
#ifndef PERFC_EXAMPLES_PERFC_RECORD_JSON_H_
#define PERFC_EXAMPLES_PERFC_RECORD_JSON_H_

#include <string>

#include "examples/perfc/json_line.h"
#include "perfc/perfc.h"

namespace tool {

// A line: "type" by its name without PERF_RECORD_, "misc", the record's fields in
// the form of test/vectors/README.md, and "from", which tells where in which file
// the record stands. A record that can't be decoded has "error" and "body" instead
// of its fields.
std::string RecordJson(const perfc_stream_record& record);

// Adds the fields of one of the perf tool's own records (type 64 and above) to the
// object that was begun. Of types without a description here it adds "body".
// -EBADMSG: the record is too short.
int AddOwnRecord(const perfc_stream_record& record, JsonLine* line);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_RECORD_JSON_H_
