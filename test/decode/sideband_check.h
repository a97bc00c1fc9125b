// Expectations that a decoded record is what the encoder wrote.

#ifndef PERFC_TEST_DECODE_SIDEBAND_CHECK_H_
#define PERFC_TEST_DECODE_SIDEBAND_CHECK_H_

#include "perfc/decode.h"
#include "test/decode/support.h"
#include "test/encoder/sample.h"
#include "test/encoder/sideband.h"

namespace decode_test {

void ExpectSampleId(const Plan &plan, const perfc_record &record,
                    const encoder::Attr &attr, const encoder::SampleId &id);
void ExpectRead(const perfc_record &record, const perfc_read_part &part,
                const encoder::ReadFormat &read);

void ExpectBody(const Plan &, const perfc_record &, const encoder::Mmap &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Lost &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Comm &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Exit &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Throttle &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::Unthrottle &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Fork &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Read &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Mmap2 &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Aux &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::ItraceStart &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::LostSamples &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Switch &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::SwitchCpuWide &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::Namespaces &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Ksymbol &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::BpfEvent &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::Cgroup &);
void ExpectBody(const Plan &, const perfc_record &, const encoder::TextPoke &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::AuxOutputHwId &);
void ExpectBody(const Plan &, const perfc_record &,
                const encoder::CallchainDeferred &);

}  // namespace decode_test

#endif  // PERFC_TEST_DECODE_SIDEBAND_CHECK_H_
