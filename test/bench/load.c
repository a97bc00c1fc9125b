/* Prints how long it takes to load and to unload a library, in microseconds: warm, and cold, where
 * the kernel has to read the file anew.
 *
 * load LIBRARY [ROUNDS] */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Takes the file out of the page cache. */
static int Evict(const char *path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  const int failed = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  close(fd);
  return failed;
}

static int Ascending(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

static void Print(const char *what, double *times, int rounds) {
  qsort(times, (size_t)rounds, sizeof(*times), Ascending);
  printf("%-14s minimum %8.1f us, median %8.1f us\n", what, times[0],
         times[rounds / 2]);
}

static int Measure(const char *path, int cold, int rounds) {
  double *loads = calloc((size_t)rounds, sizeof(*loads));
  double *unloads = calloc((size_t)rounds, sizeof(*unloads));
  int done = 0;
  while (loads && unloads && done < rounds) {
    if (cold && Evict(path) != 0) break;
    const double start = Now();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const double loaded = Now();
    if (library == NULL || dlclose(library) != 0) break;
    loads[done] = loaded - start;
    unloads[done++] = Now() - loaded;
  }
  if (done == rounds) {
    Print(cold ? "dlopen, cold" : "dlopen, warm", loads, rounds);
    Print(cold ? "dlclose, cold" : "dlclose, warm", unloads, rounds);
  } else {
    fprintf(stderr, "load: can't load %s\n", path);
  }
  free(loads);
  free(unloads);
  return done == rounds ? 0 : -1;
}

int main(int argc, char **argv) {
  const int rounds = argc > 2 ? atoi(argv[2]) : 1000;
  if (argc < 2 || rounds < 1) {
    fprintf(stderr, "usage: load LIBRARY [ROUNDS]\n");
    return 2;
  }
  return Measure(argv[1], 0, rounds) == 0 && Measure(argv[1], 1, rounds) == 0
             ? 0
             : 1;
}
