#include "impl/profile/elf/build_id.h"

#include <elf.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"

namespace perfc::profile::elf {
namespace {

// Headers and notes that are looked at in one file, whatever it claims to have.
constexpr int kMaxSteps = 10000;

constexpr uint8_t kOwnOrder =
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

struct Elf32 {
  using File = Elf32_Ehdr;
  using Segment = Elf32_Phdr;
  using Section = Elf32_Shdr;
};
struct Elf64 {
  using File = Elf64_Ehdr;
  using Segment = Elf64_Phdr;
  using Section = Elf64_Shdr;
};

// Headers of one kind, one behind the other.
struct Headers {
  uint64_t offset;
  uint64_t count;
  uint64_t size;  // of one
};

uint64_t AlignUp(uint64_t value, uint64_t align) {
  return (value + align - 1) & ~(align - 1);
}

class Search {
 public:
  Search(const Bytes& bytes, bool swapped, uint8_t* id, uint32_t* size)
      : bytes_(bytes), swapped_(swapped), id_(id), size_(size) {}

  template <typename Elf>
  int InFile();
  int InNotes(uint64_t offset, uint64_t size, uint64_t align);

 private:
  struct Note {
    Elf64_Nhdr header;  // that of 32 bits is the same
    char name[4];
  };

  template <typename T>
  T Fix(T value) const {
    return swapped_ ? base::Swap(value) : value;
  }
  // False: that's enough.
  bool Step() { return --steps_ >= 0; }

  template <typename Elf>
  int InSegments(const Headers& headers);
  template <typename Elf>
  int InSections(const Headers& headers);
  template <typename Elf>
  int CountSections(Headers* headers) const;
  template <typename Header>
  int ReadHeader(const Headers& headers, uint64_t index, Header* out) const;
  int Take(uint64_t offset, uint64_t size);

  const Bytes& bytes_;
  const bool swapped_;
  uint8_t* const id_;
  uint32_t* const size_;
  int steps_ = kMaxSteps;
};

template <typename Header>
int Search::ReadHeader(const Headers& headers, uint64_t index,
                       Header* out) const {
  // The products fit: the file has 16 bits for the size, and kMaxSteps bounds the
  // index.
  const uint64_t at = index * headers.size;
  if (headers.size < sizeof *out || at > UINT64_MAX - headers.offset) {
    return -EBADMSG;
  }
  return bytes_.Read(headers.offset + at, out, sizeof *out);
}

// Keeps the build id.
int Search::Take(uint64_t offset, uint64_t size) {
  const size_t kept = std::min<uint64_t>(size, kMaxBuildId);
  memset(id_, 0, kMaxBuildId);
  const int failed = bytes_.Read(offset, id_, kept);
  if (failed) return failed;
  *size_ = static_cast<uint32_t>(kept);
  return 0;
}

int Search::InNotes(uint64_t offset, uint64_t size, uint64_t align) {
  while (size >= sizeof(Elf64_Nhdr)) {
    if (!Step()) return -EBADMSG;
    Note note = {};
    const size_t head = std::min<uint64_t>(size, sizeof note);
    if (int failed = bytes_.Read(offset, &note, head)) return failed;
    const uint64_t name_size = Fix(note.header.n_namesz);
    const uint64_t id_size = Fix(note.header.n_descsz);
    const uint64_t id_at = AlignUp(sizeof note.header + name_size, align);
    if (id_at > size || id_size > size - id_at) return -EBADMSG;
    if (Fix(note.header.n_type) == NT_GNU_BUILD_ID && id_size > 0 &&
        name_size == sizeof note.name &&
        memcmp(note.name, ELF_NOTE_GNU, sizeof note.name) == 0) {
      return Take(offset + id_at, id_size);
    }
    const uint64_t next = std::min(AlignUp(id_at + id_size, align), size);
    offset += next;
    size -= next;
  }
  return -ENODATA;
}

// p_align and sh_addralign say how notes are aligned; all but 8 mean 4.
uint64_t NoteAlign(uint64_t align) { return align == 8 ? 8 : 4; }

template <typename Elf>
int Search::InSegments(const Headers& headers) {
  int worst = -ENODATA;
  for (uint64_t i = 0; i < headers.count; ++i) {
    typename Elf::Segment segment;
    if (!Step()) return -EBADMSG;
    if (int failed = ReadHeader(headers, i, &segment)) return failed;
    if (Fix(segment.p_type) != PT_NOTE) continue;
    const int result = InNotes(Fix(segment.p_offset), Fix(segment.p_filesz),
                               NoteAlign(Fix(segment.p_align)));
    if (result == 0) return 0;
    if (result != -ENODATA) worst = result;
  }
  return worst;
}

template <typename Elf>
int Search::InSections(const Headers& headers) {
  int worst = -ENODATA;
  for (uint64_t i = 0; i < headers.count; ++i) {
    typename Elf::Section section;
    if (!Step()) return -EBADMSG;
    if (int failed = ReadHeader(headers, i, &section)) return failed;
    if (Fix(section.sh_type) != SHT_NOTE) continue;
    const int result = InNotes(Fix(section.sh_offset), Fix(section.sh_size),
                               NoteAlign(Fix(section.sh_addralign)));
    if (result == 0) return 0;
    if (result != -ENODATA) worst = result;
  }
  return worst;
}

// A file with 0xff00 sections or more has their number in its first section's
// header.
template <typename Elf>
int Search::CountSections(Headers* headers) const {
  if (headers->count != 0 || headers->offset == 0) return 0;
  typename Elf::Section first;
  const int failed = ReadHeader(*headers, 0, &first);
  if (failed == 0) headers->count = Fix(first.sh_size);
  return failed;
}

// Kernel modules have no segments. A file may have both, and its sections may have
// been stripped.
template <typename Elf>
int Search::InFile() {
  typename Elf::File file;
  if (int failed = bytes_.Read(0, &file, sizeof file)) return failed;
  const int segments = InSegments<Elf>(
      {Fix(file.e_phoff), Fix(file.e_phnum), Fix(file.e_phentsize)});
  if (segments == 0) return 0;
  Headers headers = {Fix(file.e_shoff), Fix(file.e_shnum),
                     Fix(file.e_shentsize)};
  if (int failed = CountSections<Elf>(&headers)) return failed;
  const int sections = InSections<Elf>(headers);
  return sections == -ENODATA ? segments : sections;
}

int CheckIdent(const Bytes& elf, uint8_t (&ident)[EI_NIDENT]) {
  if (int failed = elf.Read(0, ident, sizeof ident)) return failed;
  const bool known =
      memcmp(ident, ELFMAG, SELFMAG) == 0 &&
      (ident[EI_CLASS] == ELFCLASS32 || ident[EI_CLASS] == ELFCLASS64) &&
      (ident[EI_DATA] == ELFDATA2LSB || ident[EI_DATA] == ELFDATA2MSB);
  return known ? 0 : -EBADMSG;
}

}  // namespace

int ReadBuildId(const Bytes& elf, uint8_t (&id)[kMaxBuildId], uint32_t* size) {
  uint8_t ident[EI_NIDENT];
  if (int failed = CheckIdent(elf, ident)) return failed;
  Search search(elf, ident[EI_DATA] != kOwnOrder, id, size);
  return ident[EI_CLASS] == ELFCLASS64 ? search.InFile<Elf64>()
                                       : search.InFile<Elf32>();
}

int ReadBuildId(int fd, uint8_t (&id)[kMaxBuildId], uint32_t* size) {
  return ReadBuildId(Bytes(fd), id, size);
}

int FindBuildId(absl::Span<const uint8_t> notes, uint8_t (&id)[kMaxBuildId],
                uint32_t* size) {
  const Bytes bytes(notes);
  return Search(bytes, false, id, size).InNotes(0, notes.size(), 4);
}

int ReadMachine(int fd, Machine* machine) {
  const Bytes elf(fd);
  uint8_t ident[EI_NIDENT];
  if (int failed = CheckIdent(elf, ident)) return failed;
  if (ident[EI_DATA] != kOwnOrder) return -EBADMSG;
  Elf64_Ehdr wide;
  if (ident[EI_CLASS] == ELFCLASS64) {
    const int failed = elf.Read(0, &wide, sizeof wide);
    *machine = {wide.e_machine, wide.e_flags};
    return failed;
  }
  Elf32_Ehdr narrow;
  const int failed = elf.Read(0, &narrow, sizeof narrow);
  *machine = {narrow.e_machine, narrow.e_flags};
  return failed;
}

}  // namespace perfc::profile::elf
