// A procfs and a sysfs in a temporary directory, and the host that has them.
#ifndef PERFC_TEST_PROFILE_SYNTHESIZE_FAKE_TREE_H_
#define PERFC_TEST_PROFILE_SYNTHESIZE_FAKE_TREE_H_

#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "perfc/host.h"

namespace perfc::profile::synthesize {

class FakeTree {
 public:
  FakeTree() {
    root_ = testing::TempDir() + "/treeXXXXXX";
    EXPECT_NE(mkdtemp(root_.data()), nullptr);
    // As the kernel names it.
    root_ = std::filesystem::canonical(root_).string();
    Directory("proc");
    Directory("sys");
    const std::string sysfs = root_ + "/sys";
    const std::string procfs = root_ + "/proc";
    perfc_host_options options = {};
    options.size = sizeof options;
    options.sysfs = sysfs.c_str();
    options.procfs = procfs.c_str();
    EXPECT_EQ(perfc_host_create(&options, &host_, nullptr), 0);
  }
  ~FakeTree() {
    perfc_host_destroy(host_);
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FakeTree(const FakeTree&) = delete;
  FakeTree& operator=(const FakeTree&) = delete;

  const perfc_host* host() const { return host_; }
  std::string Path(const std::string& path) const { return root_ + "/" + path; }

  void Directory(const std::string& path) {
    std::filesystem::create_directories(Path(path));
  }
  void Write(const std::string& path, const std::string& content) {
    std::filesystem::create_directories(
        std::filesystem::path(Path(path)).parent_path());
    std::ofstream(Path(path), std::ios::binary) << content;
  }
  void Link(const std::string& path, const std::string& target) {
    std::filesystem::create_directories(
        std::filesystem::path(Path(path)).parent_path());
    std::filesystem::create_symlink(target, Path(path));
  }
  void Remove(const std::string& path) {
    std::filesystem::remove_all(Path(path));
  }

  // The files of a thread.
  void Thread(int pid, int tid, int parent, const std::string& comm) {
    const std::string task =
        "proc/" + std::to_string(pid) + "/task/" + std::to_string(tid) + "/";
    Write(task + "status",
          "Name:\t" + comm + "\nUmask:\t0022\nState:\tS\nTgid:\t" +
              std::to_string(pid) + "\nNgid:\t0\nPid:\t" + std::to_string(tid) +
              "\nPPid:\t" + std::to_string(parent) + "\nThreads:\t1\n");
    Write(task + "comm", comm + "\n");
  }
  void Maps(int pid, const std::string& maps) {
    Write("proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) +
              "/maps",
          maps);
  }

 private:
  std::string root_;
  perfc_host* host_ = nullptr;
};

// Device and inode of a file as the kernel writes them into /proc/PID/maps.
inline std::string MapsIdentity(const std::string& path) {
  struct stat facts = {};
  EXPECT_EQ(stat(path.c_str(), &facts), 0) << path;
  char text[64];
  snprintf(text, sizeof text, "%02x:%02x %llu", major(facts.st_dev),
           minor(facts.st_dev), static_cast<unsigned long long>(facts.st_ino));
  return text;
}

// The notes of a build id of 20 equal bytes, in this machine's byte order.
inline std::string BuildIdNotes(char byte) {
  const uint32_t head[] = {4, 20, 3};
  return std::string(reinterpret_cast<const char*>(head), sizeof head) +
         std::string("GNU\0", 4) + std::string(20, byte);
}

// A 64-bit ELF file with such notes.
inline std::string ElfFile(char byte) {
  const std::string notes = BuildIdNotes(byte);
  std::string file(64 + 56, '\0');
  const auto put = [&file](size_t at, uint64_t value, size_t size) {
    file.replace(at, size, reinterpret_cast<const char*>(&value), size);
  };
  file.replace(0, 7,
               std::string("\x7f"
                           "ELF\x02\x01\x01",
                           7));
  put(32, 64, 8);                 // e_phoff
  put(54, 56, 2);                 // e_phentsize
  put(56, 1, 2);                  // e_phnum
  put(64, 4, 4);                  // p_type: PT_NOTE
  put(64 + 8, 120, 8);            // p_offset
  put(64 + 32, notes.size(), 8);  // p_filesz
  put(64 + 48, 4, 8);             // p_align
  return file + notes;
}

}  // namespace perfc::profile::synthesize

#endif  // PERFC_TEST_PROFILE_SYNTHESIZE_FAKE_TREE_H_
