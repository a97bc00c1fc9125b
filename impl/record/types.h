// Every record type of the kernel but SAMPLE.
// Written by tools/generate from bindings/abi.json.
#ifndef PERFC_IMPL_RECORD_TYPES_H_
#define PERFC_IMPL_RECORD_TYPES_H_

// ONE(NAME, TYPE): struct perfc_record_NAME is what PERFC_RECORD_TYPE decodes to,
// and perfc_decode_NAME decodes it. TWO(NAME, TYPE, OTHER): both types do.
#define PERFC_RECORD_TYPES(ONE, TWO)      \
  TWO(mmap, MMAP, MMAP2)                  \
  ONE(lost, LOST)                         \
  ONE(comm, COMM)                         \
  TWO(task, EXIT, FORK)                   \
  TWO(throttle, THROTTLE, UNTHROTTLE)     \
  ONE(read, READ)                         \
  ONE(aux, AUX)                           \
  ONE(itrace_start, ITRACE_START)         \
  ONE(lost_samples, LOST_SAMPLES)         \
  TWO(switch, SWITCH, SWITCH_CPU_WIDE)    \
  ONE(namespaces, NAMESPACES)             \
  ONE(ksymbol, KSYMBOL)                   \
  ONE(bpf_event, BPF_EVENT)               \
  ONE(cgroup, CGROUP)                     \
  ONE(text_poke, TEXT_POKE)               \
  ONE(aux_output_hw_id, AUX_OUTPUT_HW_ID) \
  ONE(callchain_deferred, CALLCHAIN_DEFERRED)

#endif  // PERFC_IMPL_RECORD_TYPES_H_
