// Calls back with one record of each type and the function that decodes it.

#ifndef PERFC_TEST_DECODE_EVERY_RECORD_H_
#define PERFC_TEST_DECODE_EVERY_RECORD_H_

#include "perfc/decode.h"
#include "test/encoder/random.h"
#include "test/encoder/sideband.h"

namespace decode_test {

// visit(bytes, decode), where decode is perfc_decode_X.
template <typename Visit>
void ForEverySidebandRecord(const encoder::Attr &attr, encoder::Order order,
                            Visit visit) {
  const encoder::SampleId id = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto record = [&](const auto &body, uint16_t misc = 0) {
    return encoder::EncodeRecord(body, misc, id, attr, order);
  };
  encoder::Mmap2 mmap2;
  mmap2.filename = "/bin/sh";
  visit(record(encoder::Mmap{1, 2, 3, 4, 5, "/bin/sh"}), perfc_decode_mmap);
  visit(record(encoder::Lost{1, 2}), perfc_decode_lost);
  visit(record(encoder::Comm{1, 2, "sh"}), perfc_decode_comm);
  visit(record(encoder::Exit{1, 2, 3, 4, 5}), perfc_decode_task);
  visit(record(encoder::Throttle{1, 2, 3}), perfc_decode_throttle);
  visit(record(encoder::Unthrottle{1, 2, 3}), perfc_decode_throttle);
  visit(record(encoder::Fork{1, 2, 3, 4, 5}), perfc_decode_task);
  visit(record(encoder::Read{1, 2, {}}), perfc_decode_read);
  visit(record(mmap2), perfc_decode_mmap);
  mmap2.has_build_id = true;
  mmap2.build_id_size = 20;
  visit(record(mmap2, 0x4000), perfc_decode_mmap);
  visit(record(encoder::Aux{1, 2, 3}), perfc_decode_aux);
  visit(record(encoder::ItraceStart{1, 2}), perfc_decode_itrace_start);
  visit(record(encoder::LostSamples{1}), perfc_decode_lost_samples);
  visit(record(encoder::Switch{}, 0x6000), perfc_decode_switch);
  visit(record(encoder::SwitchCpuWide{1, 2}), perfc_decode_switch);
  visit(record(encoder::Namespaces{1, 2, {{3, 4}}}), perfc_decode_namespaces);
  visit(record(encoder::Ksymbol{1, 2, 1, 0, "f"}), perfc_decode_ksymbol);
  visit(record(encoder::BpfEvent{1, 2, 3, {4}}), perfc_decode_bpf_event);
  visit(record(encoder::Cgroup{1, "/a"}), perfc_decode_cgroup);
  visit(record(encoder::TextPoke{1, {2}, {3, 4}}), perfc_decode_text_poke);
  visit(record(encoder::AuxOutputHwId{1}), perfc_decode_aux_output_hw_id);
  visit(record(encoder::CallchainDeferred{1, {2, 3}}),
        perfc_decode_callchain_deferred);
}

}  // namespace decode_test

#endif  // PERFC_TEST_DECODE_EVERY_RECORD_H_
