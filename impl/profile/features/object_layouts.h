// The layouts of features about object files and BPF, see layouts.h.
#ifndef PERFC_IMPL_PROFILE_FEATURES_OBJECT_LAYOUTS_H_
#define PERFC_IMPL_PROFILE_FEATURES_OBJECT_LAYOUTS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/order.h"
#include "impl/profile/features/bpf_info.h"
#include "impl/profile/features/reader.h"
#include "impl/profile/format/format.h"
#include "perfc/uapi.h"

namespace perfc::profile::features {

// BUILD_ID

struct BuildIdEntry {
  uint16_t misc;
  // An int32_t.
  uint32_t pid;
  uint8_t bytes[20];
  uint32_t size;
  absl::string_view path;
};

// perf 2.6.33 and 2.6.34 wrote entries without the pid. perf recognises them by the
// path of the kernel, whose first 4 bytes then stand where the pid's layout has the
// end of the build id.
inline constexpr size_t kOldBuildIdBytes = 24;
inline constexpr char kOldKernelPath[] = "nel.kallsyms]";
inline constexpr size_t kBuildIdHeader = 8;
inline constexpr size_t kLeastBuildId =
    kBuildIdHeader + sizeof(format::BuildId);

// One entry has the size that stands in its header; 0: it has none.
template <typename Order>
size_t BuildIdSize(const uint8_t* entry, size_t left) {
  if (left < kBuildIdHeader) return 0;
  auto size = base::Load<uint16_t>(entry + 6);
  if (!base::kIsNative<Order>) size = base::Swap(size);
  return size <= left ? size : 0;
}

// Reads the headers as they are, because they are read again.
template <typename Order>
bool HasOldBuildIds(const uint8_t* at, size_t left) {
  constexpr size_t kText = sizeof kOldKernelPath - 1;
  while (size_t size = BuildIdSize<Order>(at, left)) {
    if (size >= kLeastBuildId + kText &&
        memcmp(at + kLeastBuildId, kOldKernelPath, kText) == 0) {
      return true;
    }
    at += size;
    left -= size;
  }
  return false;
}

// perf takes the pid of such an entry from the CPU mode.
inline uint32_t PidOfOldEntry(uint16_t misc) {
  return misc == PERFC_RECORD_MISC_GUEST_KERNEL ||
                 misc == PERFC_RECORD_MISC_GUEST_USER
             ? 0
             : UINT32_MAX;
}

// The size of a build id is in its entry since perf 5.10, and a bit says so. Before,
// 20 was meant: ids of MD5 have 4 zeros at the end.
inline uint32_t SizeOfBuildId(uint16_t misc, uint8_t size) {
  constexpr uint8_t kWhole = sizeof format::BuildId::bytes;
  return misc & format::kMiscBuildIdSize && size < kWhole ? size : kWhole;
}

template <typename Order>
bool ReadBuildId(Reader<Order>& in, bool old, BuildIdEntry* entry) {
  const size_t size = BuildIdSize<Order>(in.here(), in.left());
  const size_t fixed = old ? kBuildIdHeader + kOldBuildIdBytes : kLeastBuildId;
  if (size < fixed) return in.Fail("an entry has a wrong size");
  uint32_t type;
  uint16_t size_again;
  if (!in.Numbers(&type, &entry->misc, &size_again)) return false;
  entry->pid = PidOfOldEntry(entry->misc);
  if (!old && !in.Numbers(&entry->pid)) return false;
  absl::Span<typename Order::Byte> id, path;
  if (!in.Bytes(kOldBuildIdBytes, &id)) return false;
  if (!in.Bytes(size - fixed, &path)) return false;
  entry->size = old ? sizeof entry->bytes
                    : SizeOfBuildId(entry->misc, id[sizeof entry->bytes]);
  memset(entry->bytes, 0, sizeof entry->bytes);
  memcpy(entry->bytes, id.data(), entry->size);
  const char* text = reinterpret_cast<const char*>(path.data());
  entry->path = {text, strnlen(text, path.size())};
  return true;
}

template <typename Order, typename Each>
bool ReadBuildIds(Reader<Order>& in, const Each& each) {
  const bool old = HasOldBuildIds<Order>(in.here(), in.left());
  while (in.left() > 0) {
    BuildIdEntry entry;
    if (!ReadBuildId(in, old, &entry) || !each(entry)) return false;
  }
  return true;
}

// BPF_PROG_INFO

struct BpfProgram {
  // struct bpf_prog_info, in which pointers are offsets in `data`.
  absl::Span<const uint8_t> info;
  // Its arrays.
  absl::Span<const uint8_t> data;
  // Bit n: array n of kBpfArrays is there.
  uint64_t arrays;
};

template <typename Order, typename Each>
bool ReadBpfPrograms(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(16, &count)) return false;
  return Times(count, [&] {
    BpfProgram program;
    uint32_t info_size, data_size;
    absl::Span<typename Order::Byte> info, data;
    if (!in.Numbers(&info_size, &data_size, &program.arrays)) return false;
    if (!in.Bytes(info_size, &info) || !in.Bytes(data_size, &data))
      return false;
    if constexpr (!base::kIsNative<Order>) {
      MakeBpfNative(info, data, program.arrays);
    }
    program.info = info;
    program.data = data;
    return each(program);
  });
}

// BPF_BTF. Its bytes begin with a magic number that says their byte order.

struct BpfBtf {
  uint32_t id;
  absl::Span<const uint8_t> bytes;
};

template <typename Order, typename Each>
bool ReadBpfBtfs(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(8, &count)) return false;
  return Times(count, [&] {
    BpfBtf btf;
    uint32_t size;
    absl::Span<typename Order::Byte> bytes;
    if (!in.Numbers(&btf.id, &size) || !in.Bytes(size, &bytes)) return false;
    btf.bytes = bytes;
    return each(btf);
  });
}

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_OBJECT_LAYOUTS_H_
