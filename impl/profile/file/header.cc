#include "impl/profile/file/header.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/file/fail.h"
#include "perfc/profile/file.h"

namespace perfc::profile::file {
namespace {

// perf before 2.6.33 had no features.
constexpr uint64_t kSizeWithoutFeatures = 72;
constexpr size_t kLeastAttr = 64;   // PERF_ATTR_SIZE_VER0
constexpr size_t kMostAttr = 4096;  // as in the kernel
constexpr size_t kAttrSizeAt = 4;   // perf_event_attr.size

// Reads exactly `size` bytes. `rule` is broken if there are less. Waits for those of a
// pipe: what was read of it can't be read again.
int ReadExactly(Input* input, void* out, size_t size, uint64_t offset,
                absl::string_view rule, perfc_error* error) {
  for (size_t done = 0; done < size;) {
    const ssize_t got = input->Read(static_cast<uint8_t*>(out) + done,
                                    size - done, offset + done);
    if (got == -EINTR || got == -EAGAIN) {
      if (const int failed = input->Wait()) {
        return ReadFailed(error, kOpen, failed);
      }
      continue;
    }
    if (got < 0) return ReadFailed(error, kOpen, static_cast<int>(got));
    if (got == 0) return BadContent(error, kOpen, offset + done, rule);
    done += static_cast<size_t>(got);
  }
  return 0;
}

// What the magic says; false if it is none. Version 1 wrote the same bytes in either
// byte order, and its order follows from the header's size.
bool TakeMagic(const uint8_t* magic, uint64_t size, Header* header) {
  uint64_t word = base::Load<uint64_t>(magic);
  const auto version_2 = base::Load<uint64_t>(format::kMagic2);
  header->version = word == base::Load<uint64_t>(format::kMagic1) ? 1 : 2;
  if (header->version == 1) {
    header->foreign = size > UINT32_MAX;
    return true;
  }
  header->foreign = word != version_2;
  return !header->foreign || base::Swap(word) == version_2;
}

bool HasFeature(const uint64_t (&words)[format::kFeatureWords],
                uint32_t feature) {
  return words[feature / 64] >> feature % 64 & 1;
}

// perf wrote the bits in words of `unsigned long`, whose size on a 32-bit machine of
// the other byte order is 4. Every perf since 3.2 writes HOSTNAME, so its bit tells
// which size it was.
void SwapFeatures(uint64_t (&words)[format::kFeatureWords]) {
  uint64_t wide[format::kFeatureWords];
  uint64_t narrow[format::kFeatureWords];
  for (size_t i = 0; i < format::kFeatureWords; ++i) {
    wide[i] = base::Swap(words[i]);
    narrow[i] = wide[i] >> 32 | wide[i] << 32;
  }
  // Without HOSTNAME there are but the first features, which lie in the low half.
  const bool use_narrow = !HasFeature(wide, PERFC_FEATURE_HOSTNAME) &&
                          (HasFeature(narrow, PERFC_FEATURE_HOSTNAME) ||
                           static_cast<uint32_t>(wide[0]) == 0);
  memcpy(words, use_narrow ? narrow : wide, sizeof words);
}

void SwapSection(format::Section* section) {
  section->offset = base::Swap(section->offset);
  section->size = base::Swap(section->size);
}

// All but `size`, which told the byte order.
void SwapHeader(format::FileHeader* file) {
  file->attr_size = base::Swap(file->attr_size);
  SwapSection(&file->attrs);
  SwapSection(&file->data);
  SwapSection(&file->event_types);
  SwapFeatures(file->features);
}

// Whether a section ends at or before 2^64.
bool Fits(const format::Section& section) {
  return section.size <= UINT64_MAX - section.offset;
}

int CheckSections(const format::FileHeader& file, perfc_error* error) {
  if (!Fits(file.attrs)) {
    return BadContent(error, kOpen, offsetof(format::FileHeader, attrs),
                      "the section of attrs ends beyond 2^64");
  }
  if (!Fits(file.data)) {
    return BadContent(error, kOpen, offsetof(format::FileHeader, data),
                      "the data section ends beyond 2^64");
  }
  if (file.data.offset < file.size) {
    return BadContent(error, kOpen, offsetof(format::FileHeader, data),
                      "the data section begins within the header");
  }
  const uint64_t least = kLeastAttr + sizeof(format::Section);
  if (file.attr_size < least || file.attr_size > kMostAttr + least) {
    return BadContent(error, kOpen, offsetof(format::FileHeader, attr_size),
                      "the size of an attr with its section of ids is wrong");
  }
  return 0;
}

// Reads all but the 16 bytes that pipes have too.
int ReadRest(Input* input, Header* header, perfc_error* error) {
  format::FileHeader& file = header->file;
  if (!input->seekable()) {
    return BadContent(error, kOpen, offsetof(format::FileHeader, size),
                      "only a file in pipe mode can be read from a pipe");
  }
  if (file.size != sizeof file && file.size != kSizeWithoutFeatures) {
    return BadContent(error, kOpen, offsetof(format::FileHeader, size),
                      "the header's size isn't 16, 72 or 104");
  }
  constexpr size_t kDone = sizeof(format::PipeHeader);
  if (const int failed = ReadExactly(
          input, reinterpret_cast<uint8_t*>(&file) + kDone, file.size - kDone,
          kDone, "the file ends within the header", error)) {
    return failed;
  }
  if (header->foreign) SwapHeader(&file);
  return CheckSections(file, error);
}

// The ids of one attr. All attrs together may have as many as the file has room for:
// more means that their sections overlap.
int ReadIds(Input* input, const format::Section& ids, uint64_t* room,
            Events* events, perfc_error* error) {
  uint8_t piece[8 * Events::kIdsAtOnce];
  if (!Fits(ids) || ids.offset + ids.size > input->size()) {
    return BadContent(error, kOpen, ids.offset,
                      "a section of ids lies beyond the end of the file");
  }
  if (ids.size / 8 > *room) {
    return BadContent(error, kOpen, ids.offset, "sections of ids overlap");
  }
  *room -= ids.size / 8;
  for (uint64_t done = 0; ids.size - done >= 8;) {
    const size_t now = std::min<uint64_t>(sizeof piece, ids.size - done) / 8;
    const uint64_t offset = ids.offset + done;
    if (const int failed = ReadExactly(input, piece, now * 8, offset,
                                       "the file ends within ids", error)) {
      return failed;
    }
    if (const int failed = events->AddIds(piece, now, offset, kOpen, error)) {
      return failed;
    }
    done += now * 8;
  }
  return 0;
}

// Bytes of the attr in an entry. An old perf wrote no size.
size_t AttrSize(const uint8_t* entry, size_t entry_size, bool foreign) {
  auto size = base::Load<uint32_t>(entry + kAttrSizeAt);
  if (foreign) size = base::Swap(size);
  return size == 0 ? entry_size - sizeof(format::Section) : size;
}

int ReadAttr(Input* input, const Header& header, uint64_t offset,
             uint64_t* room, Events* events, perfc_error* error) {
  uint8_t entry[kMostAttr + kLeastAttr + sizeof(format::Section)];
  const auto entry_size = static_cast<size_t>(header.file.attr_size);
  if (const int failed = ReadExactly(input, entry, entry_size, offset,
                                     "the file ends within attrs", error)) {
    return failed;
  }
  const size_t size = AttrSize(entry, entry_size, header.foreign);
  if (size > entry_size - sizeof(format::Section)) {
    return BadContent(error, kOpen, offset + kAttrSizeAt,
                      "the attr is longer than its place");
  }
  if (const int failed = events->AddAttr(entry, size, offset, kOpen, error)) {
    return failed;
  }
  auto ids =
      base::Load<format::Section>(entry + entry_size - sizeof(format::Section));
  if (header.foreign) SwapSection(&ids);
  return ReadIds(input, ids, room, events, error);
}

}  // namespace

int ReadHeader(Input* input, Header* header, perfc_error* error) {
  *header = {};
  format::FileHeader& file = header->file;
  constexpr char kShort[] = "the file is shorter than a header";
  if (const int failed = ReadExactly(input, &file, sizeof(format::PipeHeader),
                                     0, kShort, error)) {
    return failed;
  }
  if (!TakeMagic(reinterpret_cast<const uint8_t*>(file.magic), file.size,
                 header)) {
    return BadContent(error, kOpen, 0, "the file doesn't begin with PERFILE2");
  }
  if (header->foreign) file.size = base::Swap(file.size);
  header->pipe = file.size == sizeof(format::PipeHeader);
  return header->pipe ? 0 : ReadRest(input, header, error);
}

int ReadAttrs(Input* input, const Header& header, Events* events,
              perfc_error* error) {
  const format::Section& attrs = header.file.attrs;
  uint64_t room = input->size() / 8;
  for (uint64_t done = 0; attrs.size - done >= header.file.attr_size;
       done += header.file.attr_size) {
    if (const int failed = ReadAttr(input, header, attrs.offset + done, &room,
                                    events, error)) {
      return failed;
    }
  }
  return 0;
}

namespace {

// Reads the place of one feature at `offset`. 1; 0: the file ends here.
int ReadPlace(Input* input, const Header& header, uint64_t offset,
              format::Section* section, perfc_error* error) {
  const ssize_t got = input->Read(section, sizeof *section, offset);
  if (got < 0) return ReadFailed(error, kOpen, static_cast<int>(got));
  if (header.foreign) SwapSection(section);
  return got == static_cast<ssize_t>(sizeof *section);
}

}  // namespace

int ReadFeaturePlaces(Input* input, const Header& header,
                      base::Buffer<FeaturePlace>* places, uint64_t* end,
                      bool* finished, perfc_error* error) {
  const format::Section& data = header.file.data;
  uint64_t offset = data.offset + data.size;
  uint32_t missing = 0;
  for (uint32_t feature = 0; feature < format::kMaxFeatures; ++feature) {
    if (!HasFeature(header.file.features, feature)) continue;
    FeaturePlace place = {feature, {}};
    const int got = ReadPlace(input, header, offset, &place.section, error);
    if (got < 0) return got;
    offset += sizeof place.section;
    *end = std::max(*end, offset);
    ++missing;
    if (got == 0 || !Fits(place.section)) continue;
    const uint64_t behind = place.section.offset + place.section.size;
    *end = std::max(*end, behind);
    if (behind > input->size()) continue;
    if (!places->Append(place)) {
      return base::NoMemory(error, kOpen, sizeof place);
    }
    --missing;
  }
  *finished = data.size != 0 || (places->size() > 0 && missing == 0 &&
                                 (*places)[0].section.offset == offset);
  if (!*finished) {
    places->Clear();
    *end = 0;
  }
  return 0;
}

}  // namespace perfc::profile::file
