#include "impl/profile/features/bpf_info.h"

#include <iterator>

namespace perfc::profile::features {
namespace {

using base::Foreign;

// Bytes up to this offset, in pieces of the width before it. 1: bytes.
constexpr struct {
  uint16_t end;
  uint8_t width;
} kPieces[] = {
    {8, 4},    // type, id
    {16, 1},   // tag
    {24, 4},   // jited_prog_len, xlated_prog_len
    {48, 8},   // jited_prog_insns, xlated_prog_insns, load_time
    {56, 4},   // created_by_uid, nr_map_ids
    {64, 8},   // map_ids
    {80, 1},   // name
    {84, 4},   // ifindex
    {88, 4},   // gpl_compatible, a bit
    {104, 8},  // netns_dev, netns_ino
    {112, 4},  // nr_jited_ksyms, nr_jited_func_lens
    {128, 8},  // jited_ksyms, jited_func_lens
    {136, 4},  // btf_id, func_info_rec_size
    {144, 8},  // func_info
    {152, 4},  // nr_func_info, nr_line_info
    {168, 8},  // line_info, jited_line_info
    {184,
     4},  // nr_jited_line_info, and the sizes of records up to nr_prog_tags
    {216, 8},  // prog_tags, run_time_ns, run_cnt, recursion_misses
    {228, 4},  // verified_insns, attach_btf_obj_id, attach_btf_id
};
constexpr size_t kBpfFlags = 84;

// The arrays whose numbers are swapped, by their bit in the mask: where the array's
// place, its number of elements and their size stand, or their size, and the width
// of the numbers. The other arrays are instructions and tags, which are bytes.
constexpr struct {
  uint8_t bit;
  uint8_t place;
  uint8_t count;
  uint8_t size_at;
  uint8_t size;
  uint8_t width;
} kArrays[] = {
    {2, 56, 52, 0, 4, 4},      // map_ids
    {3, 112, 104, 0, 8, 8},    // jited_ksyms
    {4, 120, 108, 0, 4, 4},    // jited_func_lens
    {5, 136, 144, 132, 0, 4},  // func_info
    {6, 152, 148, 172, 0, 4},  // line_info
    {7, 160, 168, 176, 0, 8},  // jited_line_info
};

void Swap(uint8_t* at, size_t width, size_t bytes) {
  if (width == 4) Foreign::Fix<uint32_t>(at, bytes / 4);
  if (width == 8) Foreign::Fix<uint64_t>(at, bytes / 8);
}

// The bit-field gpl_compatible is the word's lowest bit here, and its highest on
// big-endian machines.
void MirrorFlags(absl::Span<uint8_t> info) {
  if (info.size() < kBpfFlags + 4) return;
  uint8_t* flags = info.data() + kBpfFlags;
  base::Store(flags, base::Load<uint32_t>(flags) >> 31);
}

void MakeInfoNative(absl::Span<uint8_t> info) {
  size_t at = 0;
  for (const auto& piece : kPieces) {
    const size_t end = piece.end < info.size() ? piece.end : info.size();
    if (end > at) Swap(info.data() + at, piece.width, end - at);
    at = piece.end;
  }
  MirrorFlags(info);
}

}  // namespace

void MakeBpfNative(absl::Span<uint8_t> info, absl::Span<uint8_t> data,
                   uint64_t arrays) {
  MakeInfoNative(info);
  for (const auto& array : kArrays) {
    if (!(arrays >> array.bit & 1)) continue;
    const auto place = BpfField<uint64_t>(info, array.place);
    const uint64_t count = BpfField<uint32_t>(info, array.count);
    const uint64_t size =
        array.size ? array.size : BpfField<uint32_t>(info, array.size_at);
    // Both are below 2^32. An array that isn't inside the data stays as it is.
    const uint64_t bytes = count * size;
    if (place > data.size() || bytes > data.size() - place) continue;
    Swap(data.data() + place, array.width, static_cast<size_t>(bytes));
  }
}

}  // namespace perfc::profile::features
