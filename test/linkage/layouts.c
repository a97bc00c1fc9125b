/* Compiles where the public structs are laid out as bindings/abi.json says.
 * Written by tools/generate from bindings/abi.json. */
/* clang-format off */
#include <stddef.h>

#include "perfc/perfc.h"
#include "perfc/profile.h"

#define WHOLE(name, size, alignment) \
  _Static_assert(sizeof(struct name) == size, #name); \
  _Static_assert(_Alignof(struct name) == alignment, #name)
#define MEMBER(name, member, offset, size) \
  _Static_assert(offsetof(struct name, member) == offset, #name "." #member); \
  _Static_assert(sizeof(((struct name *)0)->member) == size, #name "." #member)

WHOLE(perfc_attr, 144, 8);
MEMBER(perfc_attr, type, 0, 4);
MEMBER(perfc_attr, size, 4, 4);
MEMBER(perfc_attr, config, 8, 8);
MEMBER(perfc_attr, sample_period, 16, 8);
MEMBER(perfc_attr, sample_type, 24, 8);
MEMBER(perfc_attr, read_format, 32, 8);
MEMBER(perfc_attr, flags, 40, 8);
MEMBER(perfc_attr, wakeup_events, 48, 4);
MEMBER(perfc_attr, bp_type, 52, 4);
MEMBER(perfc_attr, config1, 56, 8);
MEMBER(perfc_attr, config2, 64, 8);
MEMBER(perfc_attr, branch_sample_type, 72, 8);
MEMBER(perfc_attr, sample_regs_user, 80, 8);
MEMBER(perfc_attr, sample_stack_user, 88, 4);
MEMBER(perfc_attr, clockid, 92, 4);
MEMBER(perfc_attr, sample_regs_intr, 96, 8);
MEMBER(perfc_attr, aux_watermark, 104, 4);
MEMBER(perfc_attr, sample_max_stack, 108, 2);
MEMBER(perfc_attr, reserved_2, 110, 2);
MEMBER(perfc_attr, aux_sample_size, 112, 4);
MEMBER(perfc_attr, aux_action, 116, 4);
MEMBER(perfc_attr, sig_data, 120, 8);
MEMBER(perfc_attr, config3, 128, 8);
MEMBER(perfc_attr, config4, 136, 8);

WHOLE(perfc_mmap_page, 1088, 8);
MEMBER(perfc_mmap_page, version, 0, 4);
MEMBER(perfc_mmap_page, compat_version, 4, 4);
MEMBER(perfc_mmap_page, lock, 8, 4);
MEMBER(perfc_mmap_page, index, 12, 4);
MEMBER(perfc_mmap_page, offset, 16, 8);
MEMBER(perfc_mmap_page, time_enabled, 24, 8);
MEMBER(perfc_mmap_page, time_running, 32, 8);
MEMBER(perfc_mmap_page, capabilities, 40, 8);
MEMBER(perfc_mmap_page, pmc_width, 48, 2);
MEMBER(perfc_mmap_page, time_shift, 50, 2);
MEMBER(perfc_mmap_page, time_mult, 52, 4);
MEMBER(perfc_mmap_page, time_offset, 56, 8);
MEMBER(perfc_mmap_page, time_zero, 64, 8);
MEMBER(perfc_mmap_page, size, 72, 4);
MEMBER(perfc_mmap_page, reserved_1, 76, 4);
MEMBER(perfc_mmap_page, time_cycles, 80, 8);
MEMBER(perfc_mmap_page, time_mask, 88, 8);
MEMBER(perfc_mmap_page, reserved, 96, 928);
MEMBER(perfc_mmap_page, data_head, 1024, 8);
MEMBER(perfc_mmap_page, data_tail, 1032, 8);
MEMBER(perfc_mmap_page, data_offset, 1040, 8);
MEMBER(perfc_mmap_page, data_size, 1048, 8);
MEMBER(perfc_mmap_page, aux_head, 1056, 8);
MEMBER(perfc_mmap_page, aux_tail, 1064, 8);
MEMBER(perfc_mmap_page, aux_offset, 1072, 8);
MEMBER(perfc_mmap_page, aux_size, 1080, 8);

WHOLE(perfc_error, 512, 8);
MEMBER(perfc_error, code, 0, 4);
MEMBER(perfc_error, call, 4, 4);
MEMBER(perfc_error, rule, 8, 4);
MEMBER(perfc_error, paranoid, 12, 4);
MEMBER(perfc_error, number, 16, 64);
MEMBER(perfc_error, operation, 80, 48);
MEMBER(perfc_error, detail, 128, 384);

WHOLE(perfc_host_options, 32, 8);
MEMBER(perfc_host_options, size, 0, 4);
MEMBER(perfc_host_options, reserved, 4, 4);
MEMBER(perfc_host_options, sysfs, 8, 8);
MEMBER(perfc_host_options, procfs, 16, 8);
MEMBER(perfc_host_options, tracefs, 24, 8);

WHOLE(perfc_record, 16, 8);
MEMBER(perfc_record, data, 0, 8);
MEMBER(perfc_record, type, 8, 4);
MEMBER(perfc_record, misc, 12, 2);
MEMBER(perfc_record, size, 14, 2);

WHOLE(perfc_range, 4, 2);
MEMBER(perfc_range, offset, 0, 2);
MEMBER(perfc_range, count, 2, 2);

WHOLE(perfc_read_part, 24, 8);
MEMBER(perfc_read_part, time_enabled, 0, 8);
MEMBER(perfc_read_part, time_running, 8, 8);
MEMBER(perfc_read_part, read_format, 16, 4);
MEMBER(perfc_read_part, offset, 20, 2);
MEMBER(perfc_read_part, nr, 22, 2);

WHOLE(perfc_read_value, 24, 8);
MEMBER(perfc_read_value, value, 0, 8);
MEMBER(perfc_read_value, id, 8, 8);
MEMBER(perfc_read_value, lost, 16, 8);

WHOLE(perfc_stream_record, 72, 8);
MEMBER(perfc_stream_record, record, 0, 16);
MEMBER(perfc_stream_record, plan, 16, 8);
MEMBER(perfc_stream_record, time, 24, 8);
MEMBER(perfc_stream_record, sequence, 32, 8);
MEMBER(perfc_stream_record, position, 40, 8);
MEMBER(perfc_stream_record, tail, 48, 8);
MEMBER(perfc_stream_record, tail_size, 56, 8);
MEMBER(perfc_stream_record, source, 64, 4);
MEMBER(perfc_stream_record, flags, 68, 4);

WHOLE(perfc_aux_data, 40, 8);
MEMBER(perfc_aux_data, data, 0, 8);
MEMBER(perfc_aux_data, size, 8, 8);
MEMBER(perfc_aux_data, rest, 16, 8);
MEMBER(perfc_aux_data, rest_size, 24, 8);
MEMBER(perfc_aux_data, offset, 32, 8);

WHOLE(perfc_record_places, 24, 4);
MEMBER(perfc_record_places, sample_id, 0, 2);
MEMBER(perfc_record_places, sample_tid, 2, 2);
MEMBER(perfc_record_places, sample_time, 4, 2);
MEMBER(perfc_record_places, sample_cpu, 6, 2);
MEMBER(perfc_record_places, trailer_id, 8, 2);
MEMBER(perfc_record_places, trailer_tid, 10, 2);
MEMBER(perfc_record_places, trailer_time, 12, 2);
MEMBER(perfc_record_places, trailer_cpu, 14, 2);
MEMBER(perfc_record_places, trailer_size, 16, 2);
MEMBER(perfc_record_places, sample_size, 18, 2);
MEMBER(perfc_record_places, reserved, 20, 4);

WHOLE(perfc_sample, 248, 8);
MEMBER(perfc_sample, present, 0, 8);
MEMBER(perfc_sample, parts, 8, 4);
MEMBER(perfc_sample, attr_index, 12, 4);
MEMBER(perfc_sample, identifier, 16, 8);
MEMBER(perfc_sample, ip, 24, 8);
MEMBER(perfc_sample, pid, 32, 4);
MEMBER(perfc_sample, tid, 36, 4);
MEMBER(perfc_sample, time, 40, 8);
MEMBER(perfc_sample, addr, 48, 8);
MEMBER(perfc_sample, id, 56, 8);
MEMBER(perfc_sample, stream_id, 64, 8);
MEMBER(perfc_sample, cpu, 72, 4);
MEMBER(perfc_sample, cpu_reserved, 76, 4);
MEMBER(perfc_sample, period, 80, 8);
MEMBER(perfc_sample, read, 88, 24);
MEMBER(perfc_sample, callchain, 112, 4);
MEMBER(perfc_sample, raw, 116, 4);
MEMBER(perfc_sample, branches, 120, 4);
MEMBER(perfc_sample, branch_counters, 124, 4);
MEMBER(perfc_sample, branch_hw_idx, 128, 8);
MEMBER(perfc_sample, user_abi, 136, 8);
MEMBER(perfc_sample, user_regs, 144, 4);
MEMBER(perfc_sample, stack, 148, 4);
MEMBER(perfc_sample, stack_dyn_size, 152, 8);
MEMBER(perfc_sample, weight, 160, 8);
MEMBER(perfc_sample, weight_var1_dw, 168, 4);
MEMBER(perfc_sample, weight_var2_w, 172, 2);
MEMBER(perfc_sample, weight_var3_w, 174, 2);
MEMBER(perfc_sample, data_src, 176, 8);
MEMBER(perfc_sample, transaction, 184, 8);
MEMBER(perfc_sample, intr_abi, 192, 8);
MEMBER(perfc_sample, intr_regs, 200, 4);
MEMBER(perfc_sample, aux, 204, 4);
MEMBER(perfc_sample, phys_addr, 208, 8);
MEMBER(perfc_sample, cgroup, 216, 8);
MEMBER(perfc_sample, data_page_size, 224, 8);
MEMBER(perfc_sample, code_page_size, 232, 8);
MEMBER(perfc_sample, rest, 240, 4);
MEMBER(perfc_sample, reserved, 244, 4);

WHOLE(perfc_branch_entry, 24, 8);
MEMBER(perfc_branch_entry, from, 0, 8);
MEMBER(perfc_branch_entry, to, 8, 8);
MEMBER(perfc_branch_entry, flags, 16, 8);

WHOLE(perfc_branch, 10, 2);
MEMBER(perfc_branch, mispred, 0, 1);
MEMBER(perfc_branch, predicted, 1, 1);
MEMBER(perfc_branch, in_tx, 2, 1);
MEMBER(perfc_branch, abort, 3, 1);
MEMBER(perfc_branch, cycles, 4, 2);
MEMBER(perfc_branch, type, 6, 1);
MEMBER(perfc_branch, spec, 7, 1);
MEMBER(perfc_branch, new_type, 8, 1);
MEMBER(perfc_branch, priv, 9, 1);

WHOLE(perfc_data_src, 22, 2);
MEMBER(perfc_data_src, op, 0, 2);
MEMBER(perfc_data_src, lvl, 2, 2);
MEMBER(perfc_data_src, snoop, 4, 2);
MEMBER(perfc_data_src, lock, 6, 2);
MEMBER(perfc_data_src, dtlb, 8, 2);
MEMBER(perfc_data_src, lvl_num, 10, 2);
MEMBER(perfc_data_src, remote, 12, 2);
MEMBER(perfc_data_src, snoopx, 14, 2);
MEMBER(perfc_data_src, blk, 16, 2);
MEMBER(perfc_data_src, hops, 18, 2);
MEMBER(perfc_data_src, region, 20, 2);

WHOLE(perfc_sample_id, 56, 8);
MEMBER(perfc_sample_id, present, 0, 8);
MEMBER(perfc_sample_id, attr_index, 8, 4);
MEMBER(perfc_sample_id, cpu, 12, 4);
MEMBER(perfc_sample_id, pid, 16, 4);
MEMBER(perfc_sample_id, tid, 20, 4);
MEMBER(perfc_sample_id, time, 24, 8);
MEMBER(perfc_sample_id, id, 32, 8);
MEMBER(perfc_sample_id, stream_id, 40, 8);
MEMBER(perfc_sample_id, identifier, 48, 8);

WHOLE(perfc_record_mmap, 96, 8);
MEMBER(perfc_record_mmap, pid, 0, 4);
MEMBER(perfc_record_mmap, tid, 4, 4);
MEMBER(perfc_record_mmap, addr, 8, 8);
MEMBER(perfc_record_mmap, len, 16, 8);
MEMBER(perfc_record_mmap, pgoff, 24, 8);
MEMBER(perfc_record_mmap, filename, 32, 4);
MEMBER(perfc_record_mmap, fields, 36, 4);
MEMBER(perfc_record_mmap, prot, 40, 4);
MEMBER(perfc_record_mmap, flags, 44, 4);
MEMBER(perfc_record_mmap, maj, 48, 4);
MEMBER(perfc_record_mmap, min, 52, 4);
MEMBER(perfc_record_mmap, ino, 56, 8);
MEMBER(perfc_record_mmap, ino_generation, 64, 8);
MEMBER(perfc_record_mmap, build_id_size, 72, 4);
MEMBER(perfc_record_mmap, build_id, 76, 20);

WHOLE(perfc_record_lost, 16, 8);
MEMBER(perfc_record_lost, id, 0, 8);
MEMBER(perfc_record_lost, lost, 8, 8);

WHOLE(perfc_record_comm, 12, 4);
MEMBER(perfc_record_comm, pid, 0, 4);
MEMBER(perfc_record_comm, tid, 4, 4);
MEMBER(perfc_record_comm, comm, 8, 4);

WHOLE(perfc_record_task, 24, 8);
MEMBER(perfc_record_task, pid, 0, 4);
MEMBER(perfc_record_task, ppid, 4, 4);
MEMBER(perfc_record_task, tid, 8, 4);
MEMBER(perfc_record_task, ptid, 12, 4);
MEMBER(perfc_record_task, time, 16, 8);

WHOLE(perfc_record_throttle, 24, 8);
MEMBER(perfc_record_throttle, time, 0, 8);
MEMBER(perfc_record_throttle, id, 8, 8);
MEMBER(perfc_record_throttle, stream_id, 16, 8);

WHOLE(perfc_record_read, 32, 8);
MEMBER(perfc_record_read, pid, 0, 4);
MEMBER(perfc_record_read, tid, 4, 4);
MEMBER(perfc_record_read, read, 8, 24);

WHOLE(perfc_record_aux, 24, 8);
MEMBER(perfc_record_aux, aux_offset, 0, 8);
MEMBER(perfc_record_aux, aux_size, 8, 8);
MEMBER(perfc_record_aux, flags, 16, 8);

WHOLE(perfc_record_itrace_start, 8, 4);
MEMBER(perfc_record_itrace_start, pid, 0, 4);
MEMBER(perfc_record_itrace_start, tid, 4, 4);

WHOLE(perfc_record_lost_samples, 8, 8);
MEMBER(perfc_record_lost_samples, lost, 0, 8);

WHOLE(perfc_record_switch, 20, 4);
MEMBER(perfc_record_switch, out, 0, 4);
MEMBER(perfc_record_switch, preempted, 4, 4);
MEMBER(perfc_record_switch, has_other, 8, 4);
MEMBER(perfc_record_switch, next_prev_pid, 12, 4);
MEMBER(perfc_record_switch, next_prev_tid, 16, 4);

WHOLE(perfc_namespace, 16, 8);
MEMBER(perfc_namespace, dev, 0, 8);
MEMBER(perfc_namespace, ino, 8, 8);

WHOLE(perfc_record_namespaces, 12, 4);
MEMBER(perfc_record_namespaces, pid, 0, 4);
MEMBER(perfc_record_namespaces, tid, 4, 4);
MEMBER(perfc_record_namespaces, namespaces, 8, 4);

WHOLE(perfc_record_ksymbol, 24, 8);
MEMBER(perfc_record_ksymbol, addr, 0, 8);
MEMBER(perfc_record_ksymbol, len, 8, 4);
MEMBER(perfc_record_ksymbol, ksym_type, 12, 2);
MEMBER(perfc_record_ksymbol, flags, 14, 2);
MEMBER(perfc_record_ksymbol, name, 16, 4);
MEMBER(perfc_record_ksymbol, reserved, 20, 4);

WHOLE(perfc_record_bpf_event, 16, 4);
MEMBER(perfc_record_bpf_event, type, 0, 2);
MEMBER(perfc_record_bpf_event, flags, 2, 2);
MEMBER(perfc_record_bpf_event, id, 4, 4);
MEMBER(perfc_record_bpf_event, tag, 8, 8);

WHOLE(perfc_record_cgroup, 16, 8);
MEMBER(perfc_record_cgroup, id, 0, 8);
MEMBER(perfc_record_cgroup, path, 8, 4);
MEMBER(perfc_record_cgroup, reserved, 12, 4);

WHOLE(perfc_record_text_poke, 16, 8);
MEMBER(perfc_record_text_poke, addr, 0, 8);
MEMBER(perfc_record_text_poke, old_bytes, 8, 4);
MEMBER(perfc_record_text_poke, new_bytes, 12, 4);

WHOLE(perfc_record_aux_output_hw_id, 8, 8);
MEMBER(perfc_record_aux_output_hw_id, hw_id, 0, 8);

WHOLE(perfc_record_callchain_deferred, 16, 8);
MEMBER(perfc_record_callchain_deferred, cookie, 0, 8);
MEMBER(perfc_record_callchain_deferred, callchain, 8, 4);
MEMBER(perfc_record_callchain_deferred, reserved, 12, 4);

WHOLE(perfc_batch_options, 24, 8);
MEMBER(perfc_batch_options, size, 0, 4);
MEMBER(perfc_batch_options, flags, 4, 4);
MEMBER(perfc_batch_options, sample_type, 8, 8);
MEMBER(perfc_batch_options, rows, 16, 4);
MEMBER(perfc_batch_options, reserved, 20, 4);

WHOLE(perfc_batch_info, 40, 8);
MEMBER(perfc_batch_info, samples, 0, 8);
MEMBER(perfc_batch_info, records, 8, 8);
MEMBER(perfc_batch_info, sequence, 16, 8);
MEMBER(perfc_batch_info, undecodable, 24, 8);
MEMBER(perfc_batch_info, full, 32, 4);
MEMBER(perfc_batch_info, overflow, 36, 4);

WHOLE(perfc_column, 64, 8);
MEMBER(perfc_column, values, 0, 8);
MEMBER(perfc_column, validity, 8, 8);
MEMBER(perfc_column, offsets, 16, 8);
MEMBER(perfc_column, sizes, 24, 8);
MEMBER(perfc_column, rows, 32, 8);
MEMBER(perfc_column, null_count, 40, 8);
MEMBER(perfc_column, value_count, 48, 8);
MEMBER(perfc_column, width, 56, 4);
MEMBER(perfc_column, reserved, 60, 4);

WHOLE(perfc_clock_relation, 32, 8);
MEMBER(perfc_clock_relation, time, 0, 8);
MEMBER(perfc_clock_relation, offset, 8, 8);
MEMBER(perfc_clock_relation, uncertainty, 16, 8);
MEMBER(perfc_clock_relation, clock, 24, 4);
MEMBER(perfc_clock_relation, how, 28, 4);

WHOLE(perfc_spec, 88, 8);
MEMBER(perfc_spec, leader, 0, 4);
MEMBER(perfc_spec, flags, 4, 4);
MEMBER(perfc_spec, attr, 8, 8);
MEMBER(perfc_spec, attr_size, 16, 4);
MEMBER(perfc_spec, cpu_count, 20, 4);
MEMBER(perfc_spec, name, 24, 8);
MEMBER(perfc_spec, pmu, 32, 8);
MEMBER(perfc_spec, unit, 40, 8);
MEMBER(perfc_spec, scale, 48, 8);
MEMBER(perfc_spec, cpu_list, 56, 8);
MEMBER(perfc_spec, filter, 64, 8);
MEMBER(perfc_spec, terms, 72, 4);
MEMBER(perfc_spec, reserved, 76, 4);
MEMBER(perfc_spec, max_events, 80, 8);

WHOLE(perfc_catalog_entry, 48, 8);
MEMBER(perfc_catalog_entry, kind, 0, 4);
MEMBER(perfc_catalog_entry, reserved, 4, 4);
MEMBER(perfc_catalog_entry, name, 8, 8);
MEMBER(perfc_catalog_entry, pmu, 16, 8);
MEMBER(perfc_catalog_entry, unit, 24, 8);
MEMBER(perfc_catalog_entry, description, 32, 8);
MEMBER(perfc_catalog_entry, scale, 40, 8);

WHOLE(perfc_losses, 72, 8);
MEMBER(perfc_losses, lost, 0, 8);
MEMBER(perfc_losses, lost_samples, 8, 8);
MEMBER(perfc_losses, throttled, 16, 8);
MEMBER(perfc_losses, overwritten, 24, 8);
MEMBER(perfc_losses, malformed, 32, 8);
MEMBER(perfc_losses, unknown, 40, 8);
MEMBER(perfc_losses, read_lost, 48, 8);
MEMBER(perfc_losses, read_lost_set, 56, 8);
MEMBER(perfc_losses, out_of_order, 64, 8);

WHOLE(perfc_stream_options, 16, 8);
MEMBER(perfc_stream_options, size, 0, 4);
MEMBER(perfc_stream_options, kind, 4, 4);
MEMBER(perfc_stream_options, round_bytes, 8, 8);

WHOLE(perfc_target, 48, 8);
MEMBER(perfc_target, size, 0, 4);
MEMBER(perfc_target, kind, 4, 4);
MEMBER(perfc_target, pid, 8, 4);
MEMBER(perfc_target, flags, 12, 4);
MEMBER(perfc_target, reserved, 16, 4);
MEMBER(perfc_target, cpu_count, 20, 4);
MEMBER(perfc_target, cpus, 24, 8);
MEMBER(perfc_target, cpu_list, 32, 8);
MEMBER(perfc_target, cgroup, 40, 8);

WHOLE(perfc_set_options, 24, 8);
MEMBER(perfc_set_options, size, 0, 4);
MEMBER(perfc_set_options, reserved, 4, 4);
MEMBER(perfc_set_options, flags, 8, 4);
MEMBER(perfc_set_options, fallbacks, 12, 4);
MEMBER(perfc_set_options, report, 16, 8);

WHOLE(perfc_member, 40, 8);
MEMBER(perfc_member, spec, 0, 4);
MEMBER(perfc_member, leader, 4, 4);
MEMBER(perfc_member, status, 8, 4);
MEMBER(perfc_member, cpu, 12, 4);
MEMBER(perfc_member, pid, 16, 4);
MEMBER(perfc_member, open_error, 20, 4);
MEMBER(perfc_member, event, 24, 8);
MEMBER(perfc_member, ring, 32, 8);

WHOLE(perfc_ring_budget, 48, 8);
MEMBER(perfc_ring_budget, rings, 0, 4);
MEMBER(perfc_ring_budget, data_pages, 4, 4);
MEMBER(perfc_ring_budget, bytes, 8, 8);
MEMBER(perfc_ring_budget, budget, 16, 8);
MEMBER(perfc_ring_budget, mlock_kb, 24, 8);
MEMBER(perfc_ring_budget, online_cpus, 32, 8);
MEMBER(perfc_ring_budget, rlimit_memlock, 40, 8);

WHOLE(perfc_report_entry, 616, 8);
MEMBER(perfc_report_entry, kind, 0, 4);
MEMBER(perfc_report_entry, step, 4, 4);
MEMBER(perfc_report_entry, spec, 8, 4);
MEMBER(perfc_report_entry, cpu, 12, 4);
MEMBER(perfc_report_entry, pid, 16, 4);
MEMBER(perfc_report_entry, reserved, 20, 4);
MEMBER(perfc_report_entry, before, 24, 8);
MEMBER(perfc_report_entry, after, 32, 8);
MEMBER(perfc_report_entry, event, 40, 64);
MEMBER(perfc_report_entry, error, 104, 512);

WHOLE(perfc_count, 64, 8);
MEMBER(perfc_count, raw, 0, 8);
MEMBER(perfc_count, scaled, 8, 8);
MEMBER(perfc_count, time_enabled, 16, 8);
MEMBER(perfc_count, time_running, 24, 8);
MEMBER(perfc_count, lost, 32, 8);
MEMBER(perfc_count, id, 40, 8);
MEMBER(perfc_count, fields, 48, 8);
MEMBER(perfc_count, quality, 56, 4);
MEMBER(perfc_count, origin, 60, 4);

WHOLE(perfc_sum_row, 20, 4);
MEMBER(perfc_sum_row, spec, 0, 4);
MEMBER(perfc_sum_row, cpu, 4, 4);
MEMBER(perfc_sum_row, pid, 8, 4);
MEMBER(perfc_sum_row, parts, 12, 4);
MEMBER(perfc_sum_row, missing, 16, 4);

WHOLE(perfc_stitch_options, 16, 8);
MEMBER(perfc_stitch_options, size, 0, 4);
MEMBER(perfc_stitch_options, reserved, 4, 4);
MEMBER(perfc_stitch_options, max_bytes, 8, 8);

WHOLE(perfc_stitched_record, 80, 8);
MEMBER(perfc_stitched_record, pushed, 0, 72);
MEMBER(perfc_stitched_record, state, 72, 4);
MEMBER(perfc_stitched_record, reserved, 76, 4);

WHOLE(perfc_stitch_info, 40, 8);
MEMBER(perfc_stitch_info, held, 0, 8);
MEMBER(perfc_stitch_info, matched, 8, 8);
MEMBER(perfc_stitch_info, unmatched, 16, 8);
MEMBER(perfc_stitch_info, oversized, 24, 8);
MEMBER(perfc_stitch_info, unclaimed, 32, 8);

WHOLE(perfc_tracepoint_info, 32, 8);
MEMBER(perfc_tracepoint_info, id, 0, 4);
MEMBER(perfc_tracepoint_info, field_count, 4, 4);
MEMBER(perfc_tracepoint_info, system, 8, 8);
MEMBER(perfc_tracepoint_info, name, 16, 8);
MEMBER(perfc_tracepoint_info, print_format, 24, 8);

WHOLE(perfc_tracepoint_field, 40, 8);
MEMBER(perfc_tracepoint_field, name, 0, 8);
MEMBER(perfc_tracepoint_field, type, 8, 8);
MEMBER(perfc_tracepoint_field, kind, 16, 4);
MEMBER(perfc_tracepoint_field, flags, 20, 4);
MEMBER(perfc_tracepoint_field, offset, 24, 4);
MEMBER(perfc_tracepoint_field, size, 28, 4);
MEMBER(perfc_tracepoint_field, element_size, 32, 4);
MEMBER(perfc_tracepoint_field, count, 36, 4);

WHOLE(perfc_tracepoint_rows, 32, 8);
MEMBER(perfc_tracepoint_rows, rows, 0, 8);
MEMBER(perfc_tracepoint_rows, present, 8, 8);
MEMBER(perfc_tracepoint_rows, others, 16, 8);
MEMBER(perfc_tracepoint_rows, malformed, 24, 8);

WHOLE(perfc_text, 8, 4);
MEMBER(perfc_text, offset, 0, 4);
MEMBER(perfc_text, size, 4, 4);

WHOLE(perfc_rows, 48, 8);
MEMBER(perfc_rows, rows, 0, 8);
MEMBER(perfc_rows, count, 8, 8);
MEMBER(perfc_rows, starts, 16, 8);
MEMBER(perfc_rows, groups, 24, 8);
MEMBER(perfc_rows, text, 32, 8);
MEMBER(perfc_rows, text_size, 40, 8);

WHOLE(perfc_filter, 72, 8);
MEMBER(perfc_filter, size, 0, 4);
MEMBER(perfc_filter, flags, 4, 4);
MEMBER(perfc_filter, from, 8, 8);
MEMBER(perfc_filter, to, 16, 8);
MEMBER(perfc_filter, pids, 24, 8);
MEMBER(perfc_filter, tids, 32, 8);
MEMBER(perfc_filter, cpus, 40, 8);
MEMBER(perfc_filter, events, 48, 8);
MEMBER(perfc_filter, pid_count, 56, 4);
MEMBER(perfc_filter, tid_count, 60, 4);
MEMBER(perfc_filter, cpu_count, 64, 4);
MEMBER(perfc_filter, event_count, 68, 4);

WHOLE(perfc_file_options, 64, 8);
MEMBER(perfc_file_options, size, 0, 4);
MEMBER(perfc_file_options, flags, 4, 4);
MEMBER(perfc_file_options, path, 8, 8);
MEMBER(perfc_file_options, data, 16, 8);
MEMBER(perfc_file_options, data_size, 24, 8);
MEMBER(perfc_file_options, fd, 32, 4);
MEMBER(perfc_file_options, order, 36, 4);
MEMBER(perfc_file_options, window_bytes, 40, 8);
MEMBER(perfc_file_options, max_bytes, 48, 8);
MEMBER(perfc_file_options, filter, 56, 8);

WHOLE(perfc_file_info, 128, 8);
MEMBER(perfc_file_info, plan, 0, 8);
MEMBER(perfc_file_info, features, 8, 8);
MEMBER(perfc_file_info, records, 16, 8);
MEMBER(perfc_file_info, bytes, 24, 8);
MEMBER(perfc_file_info, compressed_bytes, 32, 8);
MEMBER(perfc_file_info, decompressed_bytes, 40, 8);
MEMBER(perfc_file_info, out_of_order, 48, 8);
MEMBER(perfc_file_info, lost, 56, 8);
MEMBER(perfc_file_info, lost_samples, 64, 8);
MEMBER(perfc_file_info, unmatched, 72, 8);
MEMBER(perfc_file_info, filtered, 80, 8);
MEMBER(perfc_file_info, first_time, 88, 8);
MEMBER(perfc_file_info, last_time, 96, 8);
MEMBER(perfc_file_info, cut_at, 104, 8);
MEMBER(perfc_file_info, byte_order, 112, 4);
MEMBER(perfc_file_info, version, 116, 4);
MEMBER(perfc_file_info, pipe, 120, 4);
MEMBER(perfc_file_info, sources, 124, 4);

WHOLE(perfc_fact_row, 32, 8);
MEMBER(perfc_fact_row, name, 0, 8);
MEMBER(perfc_fact_row, value, 8, 8);
MEMBER(perfc_fact_row, number, 16, 8);
MEMBER(perfc_fact_row, feature, 24, 4);
MEMBER(perfc_fact_row, index, 28, 4);

WHOLE(perfc_event_row, 48, 8);
MEMBER(perfc_event_row, name, 0, 8);
MEMBER(perfc_event_row, unit, 8, 8);
MEMBER(perfc_event_row, group, 16, 8);
MEMBER(perfc_event_row, scale, 24, 8);
MEMBER(perfc_event_row, attr_index, 32, 4);
MEMBER(perfc_event_row, leader, 36, 4);
MEMBER(perfc_event_row, id_count, 40, 4);
MEMBER(perfc_event_row, reserved, 44, 4);

WHOLE(perfc_build_id_row, 40, 4);
MEMBER(perfc_build_id_row, path, 0, 8);
MEMBER(perfc_build_id_row, pid, 8, 4);
MEMBER(perfc_build_id_row, cpumode, 12, 4);
MEMBER(perfc_build_id_row, build_id_size, 16, 4);
MEMBER(perfc_build_id_row, build_id, 20, 20);

WHOLE(perfc_cpu_row, 16, 4);
MEMBER(perfc_cpu_row, cpu, 0, 4);
MEMBER(perfc_cpu_row, core, 4, 4);
MEMBER(perfc_cpu_row, die, 8, 4);
MEMBER(perfc_cpu_row, socket, 12, 4);

WHOLE(perfc_node_row, 48, 8);
MEMBER(perfc_node_row, node, 0, 4);
MEMBER(perfc_node_row, reserved, 4, 4);
MEMBER(perfc_node_row, total_bytes, 8, 8);
MEMBER(perfc_node_row, free_bytes, 16, 8);
MEMBER(perfc_node_row, block_bytes, 24, 8);
MEMBER(perfc_node_row, cpus, 32, 8);
MEMBER(perfc_node_row, blocks, 40, 8);

WHOLE(perfc_pmu_row, 40, 4);
MEMBER(perfc_pmu_row, type, 0, 4);
MEMBER(perfc_pmu_row, reserved, 4, 4);
MEMBER(perfc_pmu_row, name, 8, 8);
MEMBER(perfc_pmu_row, cpus, 16, 8);
MEMBER(perfc_pmu_row, cap, 24, 8);
MEMBER(perfc_pmu_row, value, 32, 8);

WHOLE(perfc_domain_row, 24, 4);
MEMBER(perfc_domain_row, cpu, 0, 4);
MEMBER(perfc_domain_row, domain, 4, 4);
MEMBER(perfc_domain_row, name, 8, 8);
MEMBER(perfc_domain_row, cpus, 16, 8);

WHOLE(perfc_cache_row, 40, 4);
MEMBER(perfc_cache_row, level, 0, 4);
MEMBER(perfc_cache_row, line_size, 4, 4);
MEMBER(perfc_cache_row, sets, 8, 4);
MEMBER(perfc_cache_row, ways, 12, 4);
MEMBER(perfc_cache_row, type, 16, 8);
MEMBER(perfc_cache_row, size, 24, 8);
MEMBER(perfc_cache_row, cpus, 32, 8);

WHOLE(perfc_bpf_row, 56, 8);
MEMBER(perfc_bpf_row, id, 0, 4);
MEMBER(perfc_bpf_row, kind, 4, 4);
MEMBER(perfc_bpf_row, program_type, 8, 4);
MEMBER(perfc_bpf_row, btf_id, 12, 4);
MEMBER(perfc_bpf_row, address, 16, 8);
MEMBER(perfc_bpf_row, size, 24, 8);
MEMBER(perfc_bpf_row, tag, 32, 8);
MEMBER(perfc_bpf_row, name, 40, 8);
MEMBER(perfc_bpf_row, data, 48, 8);

WHOLE(perfc_clock_row, 48, 8);
MEMBER(perfc_clock_row, time, 0, 8);
MEMBER(perfc_clock_row, offset, 8, 8);
MEMBER(perfc_clock_row, uncertainty, 16, 8);
MEMBER(perfc_clock_row, clock, 24, 4);
MEMBER(perfc_clock_row, how, 28, 4);
MEMBER(perfc_clock_row, record_clock, 32, 4);
MEMBER(perfc_clock_row, reserved, 36, 4);
MEMBER(perfc_clock_row, resolution, 40, 8);

WHOLE(perfc_feature_row, 40, 8);
MEMBER(perfc_feature_row, feature, 0, 4);
MEMBER(perfc_feature_row, reserved, 4, 4);
MEMBER(perfc_feature_row, position, 8, 8);
MEMBER(perfc_feature_row, size, 16, 8);
MEMBER(perfc_feature_row, name, 24, 8);
MEMBER(perfc_feature_row, data, 32, 8);

WHOLE(perfc_tracepoint_row, 32, 4);
MEMBER(perfc_tracepoint_row, id, 0, 4);
MEMBER(perfc_tracepoint_row, reserved, 4, 4);
MEMBER(perfc_tracepoint_row, system, 8, 8);
MEMBER(perfc_tracepoint_row, name, 16, 8);
MEMBER(perfc_tracepoint_row, format, 24, 8);

WHOLE(perfc_writer_options, 48, 8);
MEMBER(perfc_writer_options, size, 0, 4);
MEMBER(perfc_writer_options, flags, 4, 4);
MEMBER(perfc_writer_options, path, 8, 8);
MEMBER(perfc_writer_options, fd, 16, 4);
MEMBER(perfc_writer_options, zstd_level, 20, 4);
MEMBER(perfc_writer_options, rotate_bytes, 24, 8);
MEMBER(perfc_writer_options, rotate_ns, 32, 8);
MEMBER(perfc_writer_options, rotate_keep, 40, 4);
MEMBER(perfc_writer_options, strip, 44, 4);

WHOLE(perfc_writer_result, 56, 8);
MEMBER(perfc_writer_result, records, 0, 8);
MEMBER(perfc_writer_result, bytes, 8, 8);
MEMBER(perfc_writer_result, uncompressed_bytes, 16, 8);
MEMBER(perfc_writer_result, files, 24, 8);
MEMBER(perfc_writer_result, build_ids, 32, 8);
MEMBER(perfc_writer_result, build_ids_missing, 40, 8);
MEMBER(perfc_writer_result, tails_missing, 48, 8);
