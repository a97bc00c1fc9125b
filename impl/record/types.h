// Every record type of the kernel but SAMPLE.
// Written by tools/generate from bindings/abi.json.
#ifndef PERFC_IMPL_RECORD_TYPES_H_
#define PERFC_IMPL_RECORD_TYPES_H_

// ONE(NAME) for each struct perfc_record_NAME, which perfc_decode_NAME fills.
#define PERFC_RECORD_STRUCTS(ONE) \
  ONE(mmap)                       \
  ONE(lost)                       \
  ONE(comm)                       \
  ONE(task)                       \
  ONE(throttle)                   \
  ONE(read)                       \
  ONE(aux)                        \
  ONE(itrace_start)               \
  ONE(lost_samples)               \
  ONE(switch)                     \
  ONE(namespaces)                 \
  ONE(ksymbol)                    \
  ONE(bpf_event)                  \
  ONE(cgroup)                     \
  ONE(text_poke)                  \
  ONE(aux_output_hw_id)           \
  ONE(callchain_deferred)

// ONE(NAME, TYPE) for each type: PERFC_RECORD_TYPE decodes to perfc_record_NAME.
#define PERFC_RECORD_TYPES(ONE)           \
  ONE(mmap, MMAP)                         \
  ONE(mmap, MMAP2)                        \
  ONE(lost, LOST)                         \
  ONE(comm, COMM)                         \
  ONE(task, EXIT)                         \
  ONE(task, FORK)                         \
  ONE(throttle, THROTTLE)                 \
  ONE(throttle, UNTHROTTLE)               \
  ONE(read, READ)                         \
  ONE(aux, AUX)                           \
  ONE(itrace_start, ITRACE_START)         \
  ONE(lost_samples, LOST_SAMPLES)         \
  ONE(switch, SWITCH)                     \
  ONE(switch, SWITCH_CPU_WIDE)            \
  ONE(namespaces, NAMESPACES)             \
  ONE(ksymbol, KSYMBOL)                   \
  ONE(bpf_event, BPF_EVENT)               \
  ONE(cgroup, CGROUP)                     \
  ONE(text_poke, TEXT_POKE)               \
  ONE(aux_output_hw_id, AUX_OUTPUT_HW_ID) \
  ONE(callchain_deferred, CALLCHAIN_DEFERRED)

#endif  // PERFC_IMPL_RECORD_TYPES_H_
