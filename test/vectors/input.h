// What goes into the encoder: attrs and records as values. The canonical form
// of a record is made from here, never from what the library reads.
#ifndef PERFC_TEST_VECTORS_INPUT_H_
#define PERFC_TEST_VECTORS_INPUT_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "perfc/decode.h"
#include "test/encoder/attr.h"
#include "test/encoder/sample.h"
#include "test/encoder/sideband.h"
#include "test/encoder/writer.h"
#include "test/vectors/sink.h"

namespace vectors {

// A record type that nobody knows yet.
struct Unknown {
  uint32_t type = 0;
  encoder::Bytes body;
};

// A record that no encoder makes: cut short, or with a count that can't be.
struct Broken {
  encoder::Bytes bytes;
};

struct Record {
  uint32_t attr = 0;  // which of the case's
  uint16_t misc = 0;  // of a sample it is Sample::misc
  encoder::SampleId id;
  const char* error = nullptr;  // what decoding must answer instead
  std::variant<encoder::Sample, encoder::Mmap, encoder::Lost, encoder::Comm,
               encoder::Exit, encoder::Throttle, encoder::Unthrottle,
               encoder::Fork, encoder::Read, encoder::Mmap2, encoder::Aux,
               encoder::ItraceStart, encoder::LostSamples, encoder::Switch,
               encoder::SwitchCpuWide, encoder::Namespaces, encoder::Ksymbol,
               encoder::BpfEvent, encoder::Cgroup, encoder::TextPoke,
               encoder::AuxOutputHwId, encoder::CallchainDeferred, Unknown,
               Broken>
      body;
};

struct AttrWithIds {
  encoder::Attr attr;
  std::vector<uint64_t> ids;
};

// Records that one plan decodes.
struct Case {
  std::string name;
  std::vector<AttrWithIds> attrs;
  std::vector<Record> records;
  uint32_t default_attr = PERFC_PLAN_NO_DEFAULT;  // whose records have id 0
};

// True if a part of the record stays undecoded, so that in the other byte order
// it stays as it was.
bool IsPartial(const Case& from, const Record& record);

encoder::Bytes Encode(const Case& from, const Record& record,
                      encoder::Order order);

// The order matters for what a decoder leaves alone.
void Describe(const Case& from, const Record& record, encoder::Order order,
              Sink* out);

}  // namespace vectors

#endif  // PERFC_TEST_VECTORS_INPUT_H_
