// Attrs of any length, version and byte order, and records of any bytes: every
// decode function, every accessor.
#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <vector>

#include "perfc/decode.h"
#include "test/fuzz/case.h"
#include "test/fuzz/fuzz.h"
#include "test/vectors/decode.h"
#include "test/vectors/sink.h"

namespace {

using encoder::Order;
using fuzz::Demand;
using vectors::Told;

template <typename Out>
void DemandRefused(int (*decode)(const perfc_plan*, const perfc_record*, Out*,
                                 size_t),
                   std::initializer_list<uint32_t> types,
                   const perfc_plan* plan, const perfc_record& record) {
  Out out;
  const int result = decode(plan, &record, &out, sizeof out);
  const bool own =
      std::find(types.begin(), types.end(), record.type) != types.end();
  Demand(own ? result <= 0 : result == -EINVAL,
         "a record of another type is refused");
}

void TryEveryFunction(const perfc_plan* plan, const perfc_record& record) {
#define PERFC_TRY(FUNCTION, TYPE) \
  DemandRefused(perfc_decode_##FUNCTION, {PERFC_RECORD_##TYPE}, plan, record);
#define PERFC_TRY_TWO(FUNCTION, TYPE, OTHER) \
  DemandRefused(perfc_decode_##FUNCTION,     \
                {PERFC_RECORD_##TYPE, PERFC_RECORD_##OTHER}, plan, record);
  PERFC_TRY(sample, SAMPLE)
  PERFC_TRY_TWO(mmap, MMAP, MMAP2)
  PERFC_TRY(lost, LOST)
  PERFC_TRY(comm, COMM)
  PERFC_TRY_TWO(task, EXIT, FORK)
  PERFC_TRY_TWO(throttle, THROTTLE, UNTHROTTLE)
  PERFC_TRY(read, READ)
  PERFC_TRY(aux, AUX)
  PERFC_TRY(itrace_start, ITRACE_START)
  PERFC_TRY(lost_samples, LOST_SAMPLES)
  PERFC_TRY_TWO(switch, SWITCH, SWITCH_CPU_WIDE)
  PERFC_TRY(namespaces, NAMESPACES)
  PERFC_TRY(ksymbol, KSYMBOL)
  PERFC_TRY(bpf_event, BPF_EVENT)
  PERFC_TRY(cgroup, CGROUP)
  PERFC_TRY(text_poke, TEXT_POKE)
  PERFC_TRY(aux_output_hw_id, AUX_OUTPUT_HW_ID)
  PERFC_TRY(callchain_deferred, CALLCHAIN_DEFERRED)
#undef PERFC_TRY
#undef PERFC_TRY_TWO
}

// Each record that could be viewed, as one of this machine: the same is told of
// it, whatever order it came in.
void DemandSame(const perfc_plan* native, const std::string& record,
                const std::string& told, vectors::Sink* sink) {
  const fuzz::Alone bytes(record);
  perfc_record view;
  Demand(perfc_plan_view_record(native, bytes.data(), bytes.size(), nullptr, 0,
                                &view) == 1,
         "a record in this machine's order is viewed as it is");
  TryEveryFunction(native, view);
  const Told again = vectors::TellTyped(native, Order::kLittle, bytes.data(),
                                        bytes.size(), sink, nullptr);
  Demand(again.records.size() == 1 && again.records[0] == told,
         "the byte order changes nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const fuzz::Case made(&input);
  const vectors::Plan plan = made.MakePlan();
  if (plan == nullptr) return 0;
  perfc_error error;
  perfc_plan_tells_apart(plan.get(), &error);
  const vectors::Plan native =
      vectors::MakeNative(plan.get(), made.ids(), made.default_attr());
  Demand(native != nullptr, "a plan's attrs make a plan");
  const fuzz::Alone records = fuzz::Case::TakeRecords(&input);
  vectors::FlatSink sink;
  std::vector<std::string> viewed;
  const Told told = vectors::TellTyped(plan.get(), made.order(), records.data(),
                                       records.size(), &sink, &viewed);
  for (size_t i = 0; i < viewed.size(); ++i) {
    if (!viewed[i].empty()) {
      DemandSame(native.get(), viewed[i], told.records[i], &sink);
    }
  }
  return 0;
}
