#include "impl/record/record.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

using perfc::record::HasMisc;

uint32_t perfc_record_cpumode(const perfc_record* record) {
  return record ? record->misc & PERFC_RECORD_MISC_CPUMODE_MASK : 0;
}

int perfc_record_exact_ip(const perfc_record* record) {
  return record && record->type == PERFC_RECORD_SAMPLE &&
         HasMisc(*record, PERFC_RECORD_MISC_EXACT_IP);
}

int perfc_record_executable(const perfc_record* record) {
  return record &&
         (record->type == PERFC_RECORD_MMAP ||
          record->type == PERFC_RECORD_MMAP2) &&
         !HasMisc(*record, PERFC_RECORD_MISC_MMAP_DATA);
}

int perfc_record_comm_exec(const perfc_record* record) {
  return record && record->type == PERFC_RECORD_COMM &&
         HasMisc(*record, PERFC_RECORD_MISC_COMM_EXEC);
}

static bool IsSwitch(const perfc_record* record) {
  return record && (record->type == PERFC_RECORD_SWITCH ||
                    record->type == PERFC_RECORD_SWITCH_CPU_WIDE);
}

int perfc_record_switch_out(const perfc_record* record) {
  return IsSwitch(record) && HasMisc(*record, PERFC_RECORD_MISC_SWITCH_OUT);
}

int perfc_record_switch_preempted(const perfc_record* record) {
  return IsSwitch(record) &&
         HasMisc(*record, PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT);
}

const char* perfc_record_type_name(uint32_t type) {
  return perfc::record::TypeName(type);
}
