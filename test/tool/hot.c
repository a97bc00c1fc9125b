// A program whose profile is known.
//
//   hot run SECONDS     heavy() does three times the work of light(); in a
//                       process, a thread of it, and a forked child.
//                       $SECRET lies on their stacks
//   hot touch PAGES     a forked child touches that many new pages
//   hot spawn COUNT     forks and execs itself that many times in a row
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double end;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// A chain of multiplications takes the same time wherever its code lies.
__attribute__((always_inline)) static inline void spin(uint64_t count) {
  uint64_t product = count;
  for (uint64_t i = 0; i < count; ++i) {
    product = product * 6364136223846793005 + i;
    // With the frame's address a frame must be there, even in a leaf.
    __asm__ volatile("" : "+r"(product) : "r"(__builtin_frame_address(0)));
  }
}

__attribute__((noinline)) void heavy(void) { spin(300000); }
__attribute__((noinline)) void light(void) { spin(100000); }

__attribute__((noinline)) void both(void) {
  heavy();
  light();
  __asm__ volatile("");  // Keeps light() from becoming a jump.
}

// Has the secret on its stack, near to its end.
static void run(void) {
  char secret[64] = "";
  if (getenv("SECRET") != NULL) {
    strncpy(secret, getenv("SECRET"), sizeof secret - 1);
  }
  while (now() < end) {
    both();
    __asm__ volatile("" : : "r"(secret) : "memory");
  }
}

static void *thread(void *unused) {
  prctl(PR_SET_NAME, "hot-thread");
  run();
  return unused;
}

static int run_everywhere(double seconds) {
  pthread_t second;
  end = now() + seconds;
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    prctl(PR_SET_NAME, "hot-child");
    run();
    _exit(0);
  }
  if (pthread_create(&second, NULL, thread, NULL) != 0) return 1;
  run();
  pthread_join(second, NULL);
  return waitpid(child, NULL, 0) == child ? 0 : 1;
}

static int touch(size_t pages) {
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    size_t size = pages * 4096;
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) _exit(1);
    madvise(memory, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < size; i += 4096) memory[i] = 1;
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status;
}

static int spawn(const char *self, int count) {
  for (int i = 0; i < count; ++i) {
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      execl(self, "hot", "one", (char *)NULL);
      _exit(1);
    }
    if (waitpid(child, NULL, 0) != child) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "one") == 0) {
    both();
    return 0;
  }
  if (argc != 3) return 2;
  if (strcmp(what, "run") == 0) return run_everywhere(atof(argv[2]));
  if (strcmp(what, "touch") == 0) return touch((size_t)atol(argv[2]));
  if (strcmp(what, "spawn") == 0) return spawn(argv[0], atoi(argv[2]));
  return 2;
}
