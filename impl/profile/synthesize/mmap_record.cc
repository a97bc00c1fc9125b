#include "impl/profile/synthesize/mmap_record.h"

#include <sys/mman.h>

#include "perfc/profile/file.h"
#include "perfc/uapi.h"

namespace perfc::profile::synthesize {
namespace {

// As perf does: no process, and thread 0.
constexpr int32_t kKernelPid = -1;
constexpr int32_t kKernelTid = 0;

void AppendPlace(int32_t pid, int32_t tid, uint64_t start, uint64_t length,
                 uint64_t pgoff, Block* block) {
  block->U32(static_cast<uint32_t>(pid));
  block->U32(static_cast<uint32_t>(tid));
  block->U64(start);
  block->U64(length);
  block->U64(pgoff);
}

void AppendBuildId(const BuildId& id, Block* block) {
  block->U32(id.size);  // A byte, and three that are 0.
  block->Bytes(id.bytes, sizeof id.bytes);
}

void AppendInode(const Mapping& mapping, Block* block) {
  block->U32(mapping.maj);
  block->U32(mapping.min);
  block->U64(mapping.ino);
  block->U64(0);  // /proc doesn't tell the generation.
}

uint16_t WithId(uint16_t misc, const BuildId& id) {
  return id.size ? misc | PERFC_RECORD_MISC_MMAP_BUILD_ID : misc;
}

}  // namespace

int KernelMmap(const Job& job, uint64_t start, uint64_t length, uint64_t pgoff,
               absl::string_view name, Block* block, perfc_record* record) {
  BuildId id;
  MappedFile file;
  file.path = name;
  file.kernel = true;
  if (int failed = FindBuildId(job, file, &id)) return failed;
  block->Begin(id.size ? PERFC_RECORD_MMAP2 : PERFC_RECORD_MMAP,
               WithId(PERFC_RECORD_MISC_KERNEL, id));
  AppendPlace(kKernelPid, kKernelTid, start, length, pgoff, block);
  if (id.size) {
    AppendBuildId(id, block);
    block->U32(0);
    block->U32(0);
  }
  block->Text(name);
  *record = block->Finish(job.places, kKernelPid, kKernelTid);
  return 1;
}

int FindBuildId(const Job& job, const MappedFile& file, BuildId* id) {
  id->size = 0;
  if (!(job.flags & PERFC_SYNTHESIZE_BUILD_IDS)) return 0;
  const int failed = MappedBuildId(job.host, file, id->bytes, &id->size);
  if (failed) id->size = 0;
  return IsShortage(failed) ? failed : 0;
}

perfc_record UserMmap(const Job& job, int32_t pid, const Mapping& mapping,
                      absl::string_view name, const BuildId& id, Block* block) {
  uint16_t misc = PERFC_RECORD_MISC_USER;
  if (!(mapping.prot & PROT_EXEC)) misc |= PERFC_RECORD_MISC_MMAP_DATA;
  block->Begin(PERFC_RECORD_MMAP2, WithId(misc, id));
  AppendPlace(pid, pid, mapping.start, mapping.end - mapping.start,
              mapping.pgoff, block);
  if (id.size) {
    AppendBuildId(id, block);
  } else {
    AppendInode(mapping, block);
  }
  block->U32(mapping.prot);
  block->U32(mapping.flags);
  block->Text(name);
  return block->Finish(job.places, pid, pid);
}

}  // namespace perfc::profile::synthesize
