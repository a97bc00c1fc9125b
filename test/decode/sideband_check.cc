#include "test/decode/sideband_check.h"

#include <string>

#include "gtest/gtest.h"

namespace decode_test {
namespace {

template <typename T>
T Decoded(int (*decode)(const perfc_plan *, const perfc_record *, T *, size_t),
          const Plan &plan, const perfc_record &record) {
  auto out = Poisoned<T>();
  EXPECT_EQ(decode(plan.get(), &record, &out, sizeof(out)), 0);
  return out;
}

template <typename Body>
void ExpectTask(const perfc_record_task &out, const Body &body) {
  EXPECT_EQ(out.pid, body.pid);
  EXPECT_EQ(out.ppid, body.ppid);
  EXPECT_EQ(out.tid, body.tid);
  EXPECT_EQ(out.ptid, body.ptid);
  EXPECT_EQ(out.time, body.time);
}

template <typename Body>
void ExpectRate(const perfc_record_throttle &out, const Body &body) {
  EXPECT_EQ(out.time, body.time);
  EXPECT_EQ(out.id, body.id);
  EXPECT_EQ(out.stream_id, body.stream_id);
}

template <typename Body>
void ExpectMapping(const perfc_record_mmap &out, const Body &body) {
  EXPECT_EQ(out.pid, body.pid);
  EXPECT_EQ(out.tid, body.tid);
  EXPECT_EQ(out.addr, body.addr);
  EXPECT_EQ(out.len, body.len);
  EXPECT_EQ(out.pgoff, body.pgoff);
}

void ExpectNoInode(const perfc_record_mmap &out) {
  EXPECT_EQ(out.maj, 0u);
  EXPECT_EQ(out.min, 0u);
  EXPECT_EQ(out.ino, 0u);
  EXPECT_EQ(out.ino_generation, 0u);
}

void ExpectNoBuildId(const perfc_record_mmap &out) {
  EXPECT_EQ(out.build_id_size, 0u);
  for (uint8_t byte : out.build_id) EXPECT_EQ(byte, 0);
}

// Misc of the two SWITCH records.
void ExpectSwitchMisc(const perfc_record &record,
                      const perfc_record_switch &out) {
  EXPECT_EQ(out.out, record.misc >> 13 & 1u);
  EXPECT_EQ(out.preempted, record.misc >> 14 & 1u);
}

}  // namespace

void ExpectSampleId(const Plan &plan, const perfc_record &record,
                    const encoder::Attr &attr, const encoder::SampleId &id) {
  const auto out = Decoded(perfc_decode_sample_id, plan, record);
  const uint64_t all = encoder::kTid | encoder::kTime | encoder::kId |
                       encoder::kStreamId | encoder::kCpu |
                       encoder::kIdentifier;
  const bool trailer = attr.flags & encoder::kFlagSampleIdAll;
  ASSERT_EQ(out.present, trailer ? attr.sample_type & all : 0);
  const auto there = [&](uint64_t bit) { return out.present & bit; };
  if (there(encoder::kTid)) {
    EXPECT_EQ(out.pid, id.pid);
    EXPECT_EQ(out.tid, id.tid);
  } else {
    EXPECT_TRUE(Untouched(out.pid) && Untouched(out.tid));
  }
#define PERFC_EXPECT_FIELD(BIT, FIELD) \
  if (there(encoder::BIT)) {           \
    EXPECT_EQ(out.FIELD, id.FIELD);    \
  } else {                             \
    EXPECT_TRUE(Untouched(out.FIELD)); \
  }
  PERFC_EXPECT_FIELD(kTime, time)
  PERFC_EXPECT_FIELD(kId, id)
  PERFC_EXPECT_FIELD(kStreamId, stream_id)
  PERFC_EXPECT_FIELD(kCpu, cpu)
  PERFC_EXPECT_FIELD(kIdentifier, identifier)
#undef PERFC_EXPECT_FIELD
}

void ExpectRead(const perfc_record &record, const perfc_read_part &part,
                const encoder::ReadFormat &read) {
  const uint64_t format = part.read_format;
  if (format & encoder::kFormatEnabled) {
    EXPECT_EQ(part.time_enabled, read.time_enabled);
  }
  if (format & encoder::kFormatRunning) {
    EXPECT_EQ(part.time_running, read.time_running);
  }
  ASSERT_EQ(part.nr, read.counters.size());
  for (uint32_t i = 0; i < part.nr; ++i) {
    auto value = Poisoned<perfc_read_value>();
    ASSERT_EQ(perfc_record_read_value(&record, &part, i, &value, sizeof(value)),
              0);
    const encoder::Counter &counter = read.counters[i];
    EXPECT_EQ(value.value, counter.value);
    EXPECT_EQ(value.id, format & encoder::kFormatId ? counter.id : 0);
    EXPECT_EQ(value.lost, format & encoder::kFormatLost ? counter.lost : 0);
  }
  perfc_read_value value;
  EXPECT_EQ(
      perfc_record_read_value(&record, &part, part.nr, &value, sizeof(value)),
      -EINVAL);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Mmap &body) {
  const auto out = Decoded(perfc_decode_mmap, plan, record);
  ExpectMapping(out, body);
  EXPECT_EQ(out.fields, 0u);
  ExpectNoInode(out);
  ExpectNoBuildId(out);
  EXPECT_EQ(out.prot, 0u);
  EXPECT_EQ(out.flags, 0u);
  EXPECT_EQ(Text(record, out.filename), body.filename);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Lost &body) {
  const auto out = Decoded(perfc_decode_lost, plan, record);
  EXPECT_EQ(out.id, body.id);
  EXPECT_EQ(out.lost, body.lost);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Comm &body) {
  const auto out = Decoded(perfc_decode_comm, plan, record);
  EXPECT_EQ(out.pid, body.pid);
  EXPECT_EQ(out.tid, body.tid);
  EXPECT_EQ(Text(record, out.comm), body.comm);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Exit &body) {
  ExpectTask(Decoded(perfc_decode_task, plan, record), body);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Throttle &body) {
  ExpectRate(Decoded(perfc_decode_throttle, plan, record), body);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Unthrottle &body) {
  ExpectRate(Decoded(perfc_decode_throttle, plan, record), body);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Fork &body) {
  ExpectTask(Decoded(perfc_decode_task, plan, record), body);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Read &body) {
  const auto out = Decoded(perfc_decode_read, plan, record);
  EXPECT_EQ(out.pid, body.pid);
  EXPECT_EQ(out.tid, body.tid);
  ExpectRead(record, out.read, body.read);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Mmap2 &body) {
  const auto out = Decoded(perfc_decode_mmap, plan, record);
  ExpectMapping(out, body);
  EXPECT_EQ(out.fields,
            PERFC_MMAP_HAS_PROT | (body.has_build_id ? PERFC_MMAP_HAS_BUILD_ID
                                                     : PERFC_MMAP_HAS_INODE));
  if (body.has_build_id) {
    ExpectNoInode(out);
    EXPECT_EQ(out.build_id_size, body.build_id_size);
    for (int i = 0; i < body.build_id_size; ++i) {
      EXPECT_EQ(out.build_id[i], body.build_id[i]);
    }
  } else {
    ExpectNoBuildId(out);
    EXPECT_EQ(out.maj, body.maj);
    EXPECT_EQ(out.min, body.min);
    EXPECT_EQ(out.ino, body.ino);
    EXPECT_EQ(out.ino_generation, body.ino_generation);
  }
  EXPECT_EQ(out.prot, body.prot);
  EXPECT_EQ(out.flags, body.flags);
  EXPECT_EQ(Text(record, out.filename), body.filename);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Aux &body) {
  const auto out = Decoded(perfc_decode_aux, plan, record);
  EXPECT_EQ(out.aux_offset, body.aux_offset);
  EXPECT_EQ(out.aux_size, body.aux_size);
  EXPECT_EQ(out.flags, body.flags);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::ItraceStart &body) {
  const auto out = Decoded(perfc_decode_itrace_start, plan, record);
  EXPECT_EQ(out.pid, body.pid);
  EXPECT_EQ(out.tid, body.tid);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::LostSamples &body) {
  EXPECT_EQ(Decoded(perfc_decode_lost_samples, plan, record).lost, body.lost);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Switch &) {
  const auto out = Decoded(perfc_decode_switch, plan, record);
  ExpectSwitchMisc(record, out);
  EXPECT_EQ(out.has_other, 0u);
  EXPECT_EQ(out.next_prev_pid, 0u);
  EXPECT_EQ(out.next_prev_tid, 0u);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::SwitchCpuWide &body) {
  const auto out = Decoded(perfc_decode_switch, plan, record);
  ExpectSwitchMisc(record, out);
  EXPECT_EQ(out.has_other, 1u);
  EXPECT_EQ(out.next_prev_pid, body.next_prev_pid);
  EXPECT_EQ(out.next_prev_tid, body.next_prev_tid);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Namespaces &body) {
  const auto out = Decoded(perfc_decode_namespaces, plan, record);
  EXPECT_EQ(out.pid, body.pid);
  EXPECT_EQ(out.tid, body.tid);
  ASSERT_EQ(out.namespaces.count, body.links.size());
  const auto *links = static_cast<const perfc_namespace *>(
      perfc_record_range(&record, &out.namespaces, sizeof(perfc_namespace)));
  for (size_t i = 0; i < body.links.size(); ++i) {
    EXPECT_EQ(links[i].dev, body.links[i].first);
    EXPECT_EQ(links[i].ino, body.links[i].second);
  }
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Ksymbol &body) {
  const auto out = Decoded(perfc_decode_ksymbol, plan, record);
  EXPECT_EQ(out.addr, body.addr);
  EXPECT_EQ(out.len, body.len);
  EXPECT_EQ(out.ksym_type, body.ksym_type);
  EXPECT_EQ(out.flags, body.flags);
  EXPECT_EQ(Text(record, out.name), body.name);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::BpfEvent &body) {
  const auto out = Decoded(perfc_decode_bpf_event, plan, record);
  EXPECT_EQ(out.type, body.type);
  EXPECT_EQ(out.flags, body.flags);
  EXPECT_EQ(out.id, body.id);
  for (size_t i = 0; i < body.tag.size(); ++i) {
    EXPECT_EQ(out.tag[i], body.tag[i]);
  }
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::Cgroup &body) {
  const auto out = Decoded(perfc_decode_cgroup, plan, record);
  EXPECT_EQ(out.id, body.id);
  EXPECT_EQ(Text(record, out.path), body.path);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::TextPoke &body) {
  const auto out = Decoded(perfc_decode_text_poke, plan, record);
  EXPECT_EQ(out.addr, body.addr);
  EXPECT_EQ(BytesOf(record, out.old_bytes), body.old_bytes);
  EXPECT_EQ(BytesOf(record, out.new_bytes), body.new_bytes);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::AuxOutputHwId &body) {
  EXPECT_EQ(Decoded(perfc_decode_aux_output_hw_id, plan, record).hw_id,
            body.hw_id);
}

void ExpectBody(const Plan &plan, const perfc_record &record,
                const encoder::CallchainDeferred &body) {
  const auto out = Decoded(perfc_decode_callchain_deferred, plan, record);
  EXPECT_EQ(out.cookie, body.cookie);
  EXPECT_EQ(WordsOf(record, out.callchain), body.ips);
}

}  // namespace decode_test
