// Files are built byte by byte from the ELF specification, not from <elf.h>'s structs.
#include "impl/profile/elf/build_id.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace perfc::profile::elf {
namespace {

constexpr char kId[] =
    "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a"
    "\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14";

// Writes numbers of one class and byte order.
class Writer {
 public:
  Writer(bool wide, bool big) : wide_(wide), big_(big) {}

  bool wide() const { return wide_; }
  bool big() const { return big_; }
  std::string& bytes() { return bytes_; }

  void Number(uint64_t value, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      const size_t shift = 8 * (big_ ? size - 1 - i : i);
      bytes_ += static_cast<char>(value >> shift);
    }
  }
  void Half(uint64_t value) { Number(value, 2); }
  void Word(uint64_t value) { Number(value, 4); }
  // An address or offset.
  void Address(uint64_t value) { Number(value, wide_ ? 8 : 4); }

  void Pad(size_t align) {
    while (bytes_.size() % align) bytes_ += '\0';
  }

 private:
  const bool wide_;
  const bool big_;
  std::string bytes_;
};

std::string Note(bool big, uint32_t type, const std::string& name,
                 const std::string& content, size_t align = 4) {
  Writer out(false, big);
  out.Word(name.size());
  out.Word(content.size());
  out.Word(type);
  out.bytes() += name;
  out.Pad(align);
  out.bytes() += content;
  out.Pad(align);
  return out.bytes();
}

std::string BuildIdNote(bool big, size_t size = 20, size_t align = 4) {
  return Note(big, 3, std::string("GNU\0", 4), std::string(kId, size), align);
}

struct Shape {
  bool wide = true;
  bool big = false;
  bool segments = true;  // else sections
  std::string notes;
  size_t align = 4;
};

size_t FileHeaderSize(bool wide) { return wide ? 64 : 52; }

void FileHeader(Writer* out, uint64_t segments, uint64_t sections) {
  out->bytes() +=
      "\x7f"
      "ELF";
  out->Number(out->wide() ? 2 : 1, 1);
  out->Number(out->big() ? 2 : 1, 1);
  out->Number(1, 1);
  out->bytes() += std::string(9, '\0');
  out->Half(segments ? 3 : 1);
  out->Half(62);
  out->Word(1);
  out->Address(0);
  out->Address(segments ? FileHeaderSize(out->wide()) : 0);
  out->Address(sections ? FileHeaderSize(out->wide()) : 0);
  out->Word(0);
  out->Half(FileHeaderSize(out->wide()));
  out->Half(out->wide() ? 56 : 32);
  out->Half(segments);
  out->Half(out->wide() ? 64 : 40);
  out->Half(sections);
  out->Half(0);
}

void Segment(Writer* out, uint32_t type, uint64_t offset, uint64_t size,
             uint64_t align) {
  out->Word(type);
  if (out->wide()) out->Word(4);
  out->Address(offset);
  out->Address(offset);
  out->Address(offset);
  out->Address(size);
  out->Address(size);
  if (!out->wide()) out->Word(4);
  out->Address(align);
}

void Section(Writer* out, uint32_t type, uint64_t offset, uint64_t size,
             uint64_t align) {
  out->Word(1);
  out->Word(type);
  out->Address(2);
  out->Address(0);
  out->Address(offset);
  out->Address(size);
  out->Word(0);
  out->Word(0);
  out->Address(align);
  out->Address(0);
}

// A file with a segment or section of code before that of notes.
std::string File(const Shape& shape) {
  Writer out(shape.wide, shape.big);
  const size_t count = 2;
  FileHeader(&out, shape.segments ? count : 0, shape.segments ? 0 : count);
  const size_t header =
      shape.segments ? (shape.wide ? 56 : 32) : (shape.wide ? 64 : 40);
  const size_t at = FileHeaderSize(shape.wide) + count * header;
  if (shape.segments) {
    Segment(&out, 1, 0, at, 4096);
    Segment(&out, 4, at, shape.notes.size(), shape.align);
  } else {
    Section(&out, 1, 0, at, 16);
    Section(&out, 7, at, shape.notes.size(), shape.align);
  }
  return out.bytes() + shape.notes;
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    std::string path = testing::TempDir() + "/elfXXXXXX";
    fd_ = mkstemp(&path[0]);
    unlink(path.c_str());
    EXPECT_EQ(write(fd_, content.data(), content.size()),
              static_cast<ssize_t>(content.size()));
  }
  ~TemporaryFile() { close(fd_); }
  int fd() const { return fd_; }

 private:
  int fd_;
};

int IdOf(const std::string& file, std::string* id) {
  const TemporaryFile made(file);
  uint8_t bytes[20];
  memset(bytes, 0xee, sizeof bytes);
  uint32_t size = 0;
  const int result = ReadBuildId(made.fd(), bytes, &size);
  if (result == 0) id->assign(reinterpret_cast<char*>(bytes), size);
  return result;
}

const bool kBoth[] = {false, true};

TEST(BuildId, IsFoundInBothClassesOrdersAndPlaces) {
  for (bool wide : kBoth) {
    for (bool big : kBoth) {
      for (bool segments : kBoth) {
        std::string id;
        EXPECT_EQ(IdOf(File({wide, big, segments, BuildIdNote(big)}), &id), 0);
        EXPECT_EQ(id, std::string(kId, 20)) << wide << big << segments;
      }
    }
  }
}

TEST(BuildId, StandsBehindOtherNotes) {
  const std::string other = Note(false, 1, "stapsdt", "probe of some kind");
  const std::string same_type = Note(false, 3, "Xen", "abc");
  const std::string same_name = Note(false, 1, std::string("GNU\0", 4), "abi");
  std::string id;
  EXPECT_EQ(IdOf(File({true, false, true,
                       other + same_type + same_name + BuildIdNote(false)}),
                 &id),
            0);
  EXPECT_EQ(id, std::string(kId, 20));
}

TEST(BuildId, NotesAreAlignedTo8IfTheSegmentSaysSo) {
  const std::string property =
      Note(false, 5, std::string("GNU\0", 4), std::string(13, 'p'), 8);
  for (bool segments : kBoth) {
    std::string id;
    EXPECT_EQ(IdOf(File({true, false, segments,
                         property + BuildIdNote(false, 20, 8), 8}),
                   &id),
              0);
    EXPECT_EQ(id, std::string(kId, 20));
  }
}

TEST(BuildId, HasItsOwnSize) {
  std::string id;
  EXPECT_EQ(IdOf(File({true, false, true, BuildIdNote(false, 8)}), &id), 0);
  EXPECT_EQ(id, std::string(kId, 8));
}

TEST(BuildId, ALongOneIsCut) {
  const std::string note =
      Note(false, 3, std::string("GNU\0", 4), std::string(64, 'x'));
  std::string id;
  EXPECT_EQ(IdOf(File({true, false, true, note}), &id), 0);
  EXPECT_EQ(id, std::string(20, 'x'));
}

TEST(BuildId, AnEmptyOneIsNone) {
  const std::string note = Note(false, 3, std::string("GNU\0", 4), "");
  std::string id;
  EXPECT_EQ(IdOf(File({true, false, true, note}), &id), -ENODATA);
}

TEST(BuildId, AFileWithoutNotesHasNone) {
  std::string id;
  EXPECT_EQ(IdOf(File({true, false, true, ""}), &id), -ENODATA);
  EXPECT_EQ(IdOf(File({false, true, false, ""}), &id), -ENODATA);
}

TEST(BuildId, OtherFilesHaveNone) {
  std::string id;
  EXPECT_EQ(IdOf("", &id), -EBADMSG);
  EXPECT_EQ(IdOf("#!/bin/sh\necho no object file\n", &id), -EBADMSG);
  EXPECT_EQ(IdOf(std::string(4096, '\0'), &id), -EBADMSG);
}

TEST(BuildId, AFileCutAnywhereGivesNoWrongOne) {
  for (bool wide : kBoth) {
    for (bool segments : kBoth) {
      const std::string whole =
          File({wide, false, segments,
                Note(false, 1, "stapsdt", "other") + BuildIdNote(false)});
      for (size_t size = 0; size < whole.size(); ++size) {
        std::string id;
        EXPECT_EQ(IdOf(whole.substr(0, size), &id), -EBADMSG) << size;
      }
    }
  }
}

TEST(BuildId, AnyByteMayBeWrong) {
  for (bool wide : kBoth) {
    for (bool segments : kBoth) {
      const std::string whole =
          File({wide, false, segments,
                Note(false, 1, "stapsdt", "other") + BuildIdNote(false)});
      for (size_t at = 0; at < whole.size(); ++at) {
        for (char byte : {'\0', '\x7f', '\xff'}) {
          std::string changed = whole;
          changed[at] = byte;
          std::string id;
          const int result = IdOf(changed, &id);
          EXPECT_TRUE(result == 0 || result == -EBADMSG || result == -ENODATA)
              << at << " " << result;
          EXPECT_LE(id.size(), 20u);
        }
      }
    }
  }
}

TEST(BuildId, HugeNotesAreRefused) {
  std::string note = BuildIdNote(false);
  for (size_t at : {0, 4}) {
    std::string huge = note;
    huge.replace(at, 4, "\xff\xff\xff\xff");
    std::string id;
    EXPECT_EQ(IdOf(File({true, false, true, huge}), &id), -EBADMSG);
  }
}

TEST(BuildId, TheSearchEndsInAFileOfEmptyNotes) {
  // A hole of 1 GiB, which is full of notes without name and content.
  Writer out(true, false);
  FileHeader(&out, 1, 0);
  Segment(&out, 4, 4096, uint64_t{1} << 30, 4);
  const TemporaryFile made(out.bytes());
  ASSERT_EQ(ftruncate(made.fd(), 4096 + (off_t{1} << 30)), 0);
  uint8_t id[20];
  uint32_t size;
  EXPECT_EQ(ReadBuildId(made.fd(), id, &size), -EBADMSG);
}

TEST(BuildId, TheFirstSectionMayHaveTheirNumber) {
  Writer out(true, false);
  FileHeader(&out, 0, 1);
  out.bytes()[60] = 0;  // e_shnum
  const std::string note = BuildIdNote(false);
  Section(&out, 0, 0, 2, 0);
  Section(&out, 7, 64 + 2 * 64, note.size(), 4);
  std::string id;
  EXPECT_EQ(IdOf(out.bytes() + note, &id), 0);
  EXPECT_EQ(id, std::string(kId, 20));
}

TEST(BuildId, SectionsAreSearchedBehindDamagedSegments) {
  Writer out(true, false);
  FileHeader(&out, 1, 1);
  std::string bytes = out.bytes();
  const uint64_t far = uint64_t{1} << 40;
  memcpy(&bytes[32], &far, 8);  // e_phoff
  out.bytes() = bytes;
  const std::string note = BuildIdNote(false);
  Section(&out, 7, 64 + 64, note.size(), 4);
  std::string id;
  EXPECT_EQ(IdOf(out.bytes() + note, &id), 0);
}

TEST(BuildId, AClosedFdIsAnError) {
  uint8_t id[20];
  uint32_t size;
  EXPECT_EQ(ReadBuildId(-1, id, &size), -EBADF);
}

TEST(Notes, AreSearchedAlone) {
  const std::string notes =
      Note(false, 0x101, "Linux", std::string(4, 'v')) + BuildIdNote(false);
  for (size_t size = 0; size <= notes.size(); ++size) {
    // A copy of exactly this size, so that a sanitizer sees reads beyond it.
    const std::vector<uint8_t> part(notes.begin(), notes.begin() + size);
    uint8_t id[20];
    uint32_t id_size = 0;
    const int result = FindBuildId(part, id, &id_size);
    if (size == notes.size()) {
      ASSERT_EQ(result, 0);
      EXPECT_EQ(id_size, 20u);
      EXPECT_EQ(memcmp(id, kId, 20), 0);
    } else {
      EXPECT_TRUE(result == -EBADMSG || result == -ENODATA) << size;
    }
  }
}

// The build id of this program, from its memory.
int FindOwn(dl_phdr_info* info, size_t, void* out) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* at =
        reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    const std::string notes(at, segment.p_memsz);
    const size_t found = notes.find(std::string("\x03\0\0\0GNU\0", 8));
    if (found == std::string::npos) continue;
    uint32_t size;
    memcpy(&size, &notes[found - 4], 4);
    *static_cast<std::string*>(out) = notes.substr(found + 8, size);
  }
  return 1;  // The program itself comes first.
}

TEST(ThisProgram, HasTheBuildIdOfItsMemory) {
  std::string expected;
  dl_iterate_phdr(FindOwn, &expected);
  if (expected.empty()) GTEST_SKIP() << "linked without a build id";
  const int fd = open("/proc/self/exe", O_RDONLY);
  ASSERT_GE(fd, 0);
  uint8_t id[20];
  uint32_t size = 0;
  EXPECT_EQ(ReadBuildId(fd, id, &size), 0);
  EXPECT_EQ(std::string(reinterpret_cast<char*>(id), size), expected);
  Machine machine;
  EXPECT_EQ(ReadMachine(fd, &machine), 0);
  EXPECT_NE(machine.machine, 0u);
  close(fd);
}

}  // namespace
}  // namespace perfc::profile::elf
