// libtraceevent as a second opinion.
#ifndef TEST_TRACEPOINTS_PEER_H_
#define TEST_TRACEPOINTS_PEER_H_

extern "C" {
#include <traceevent/event-parse.h>
}

#include <memory>
#include <string>
#include <vector>

#include "perfc/perfc.h"

namespace peer {

struct TepCloser {
  void operator()(tep_handle* tep) const { tep_free(tep); }
};
using Tep = std::unique_ptr<tep_handle, TepCloser>;
Tep Open();

struct TracepointCloser {
  void operator()(perfc_tracepoint* tracepoint) const {
    perfc_tracepoint_destroy(tracepoint);
  }
};
using Tracepoint = std::unique_ptr<perfc_tracepoint, TracepointCloser>;

// All "system:name" below tracefs, and the text of one's format file.
std::vector<std::string> AllTracepoints();
std::string FormatOf(const std::string& name);

// libtraceevent's reading of it; it belongs to the handle.
tep_event* Parse(tep_handle* tep, const std::string& name);
// Ours.
Tracepoint Read(const std::string& name);

// All fields in the format file's order.
std::vector<tep_format_field*> FieldsOf(tep_event* event);
std::vector<struct perfc_tracepoint_field> FieldsOf(
    const perfc_tracepoint* tracepoint);

}  // namespace peer

#endif  // TEST_TRACEPOINTS_PEER_H_
