/* perfc/profile/writer.h - perf.data files from records of any source.
 *
 *   struct perfc_writer_options options = {.size = sizeof options, .path = "perf.data"};
 *   perfc_writer_create(NULL, &options, &writer, &error);
 *   while ((n = perfc_file_next_records(file, records, 256, &error)) > 0)
 *     perfc_writer_write(writer, records, n, &error);
 *   perfc_writer_finish(writer, 0, &result, sizeof result, &error);
 *
 * perf opens such a file, and so do the tools that read perf's files.
 *
 * Records are collected in memory. perfc_writer_write writes them to the file when
 * 128 KiB wait (with zstd 512 KiB), or when the times of the records are 100 ms later
 * than at the last write. If the program is killed at any time, all records that were
 * written to the file stay readable. Only the features are missing then: facts about
 * the host, names of events, build ids.
 *
 * A recording gives away what the program had on its stacks (PERF_SAMPLE_STACK_USER,
 * registers), command lines, thread names, paths, and facts about the host. Files
 * therefore get mode 0600, and perfc_writer_options.strip leaves such data out.
 *
 * Threads: one at a time per writer.
 */
#ifndef PERFC_PROFILE_WRITER_H_
#define PERFC_PROFILE_WRITER_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/host.h"
#include "perfc/record.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes perf.data files. */
typedef struct perfc_writer perfc_writer;

/* perfc_writer_options.flags */
/* Write to perfc_writer_options.fd, which the caller keeps. A regular file is written from
 * its start, and must be empty unless PERFC_WRITER_OVERWRITE is set. Everything else
 * (a pipe, a socket, a terminal, a file with O_APPEND) gets a file in pipe mode. The
 * kernel raises SIGPIPE if the reader of a pipe is gone. */
#define PERFC_WRITER_FD 0x1
/* Replace a file that is there. Without this flag that is -EEXIST. A regular file is
 * replaced by a new one: programs that read the old one aren't disturbed. What isn't a
 * regular file (a symbolic link, a device, a fifo) is written in place. */
#define PERFC_WRITER_OVERWRITE 0x2
/* Write pipe mode into a file too. In pipe mode features that don't fit into a record, or
 * that perf 6.1 doesn't know, are left out: perf refuses the whole file otherwise. */
#define PERFC_WRITER_PIPE 0x4
/* Number the files, so that PERFC_FINISH_NEXT can begin the next one. Each of
 * rotate_bytes, rotate_ns and rotate_keep implies it. */
#define PERFC_WRITER_ROTATE 0x8

/* perfc_writer_options.strip */
/* Leave out stack bytes and registers (REGS_USER, REGS_INTR). Their sizes and masks
 * become 0. A sample that can't be decoded is left out. */
#define PERFC_STRIP_STACKS 0x1
/* Leave out the command line of the recording, and names of threads: they become ":TID".
 * Fields of tracepoints (PERF_SAMPLE_RAW) stay, and may have names. */
#define PERFC_STRIP_COMMANDS 0x2
/* Leave out host name, release, CPU, memory, topology and PMUs. The architecture
 * stays, and so does a release in the path of a kernel module: PERFC_STRIP_PATHS. */
#define PERFC_STRIP_HOST 0x4
/* Leave out the directories of mapped files. Base names and build ids stay. */
#define PERFC_STRIP_PATHS 0x8

/* Input struct: set size to sizeof. */
struct perfc_writer_options {
  /* sizeof the struct. */
  uint32_t size;
  /* PERFC_WRITER_*. */
  uint32_t flags;
  /* The file; copied. With rotation the files are PATH.00001, PATH.00002 and so on. */
  const char *path;
  /* With PERFC_WRITER_FD: the fd. */
  int32_t fd;
  /* 0: not compressed. 1 to 22: zstd's level. */
  uint32_t zstd_level;
  /* Begin the next file when a file has so many bytes of records. The next call of
   * perfc_writer_write begins it, so a file may be longer by one call. 0: never. */
  uint64_t rotate_bytes;
  /* Begin the next file when the records cover so many nanoseconds. 0: never. */
  uint64_t rotate_ns;
  /* Delete the oldest file when there are more, with the one that is being written.
   * 0: keep all. */
  uint32_t rotate_keep;
  /* PERFC_STRIP_*. */
  uint32_t strip;
};

/* Creates the file and writes its header. The caller owns *writer.
 *
 *   -EEXIST      the file is there, and PERFC_WRITER_OVERWRITE isn't set
 *   -EINVAL      NULL, none or both of path and PERFC_WRITER_FD, an empty path, an
 *                unknown flag, a level above 22, or rotation without a path
 *   -E2BIG       options has an unknown tail
 *   -EOPNOTSUPP  zstd_level isn't 0, and this build of the library has no zstd
 *   -ENOMEM
 *   open(2)'s, write(2)'s, fstat(2)'s, rename(2)'s, ftruncate(2)'s */
PERFC_API int perfc_writer_create(const perfc_host *host,
                                  const struct perfc_writer_options *options,
                                  perfc_writer **writer,
                                  struct perfc_error *error);

/* Writes `count` records, and returns count. Records of several sources may be written
 * in turn: a stream, files, synthesized records. Records with
 * PERFC_STREAM_RECORD_HEADER go into the header, and the first source of a feature
 * gives it. If a record has no position in a file (PERFC_NO_POSITION), it is of this
 * machine: facts about the host that no record gave, and build ids of mapped files, then
 * come from the writer's own host when the file is finished.
 *
 * Attrs and ids are those of the plans of the records. Equal attrs of several plans are
 * one event of the file. If an id of a plan belongs to another event already, the
 * writer gives it a new id, and changes the id in the plan's records. The plan of a
 * single event needs no ids; the writer takes them from the records.
 *
 * The writer makes these records itself, and drops them from the input: HEADER_ATTR,
 * FINISHED_ROUND, FINISHED_INIT, COMPRESSED, COMPRESSED2. An AUXTRACE record is written
 * with its tail. If its tail wasn't read, it is left out.
 *
 * Readers sort records in rounds. A round ends with a call, and has one or more calls.
 * So a record may be earlier than records of the call before it, but not earlier than
 * those of the call before that one. A source that is in the order of time always
 * satisfies that.
 *
 *   -ENOTUNIQ  the records can't be told from those of other plans in the file: all
 *            attrs need PERF_SAMPLE_IDENTIFIER, or PERF_SAMPLE_ID at the same place.
 *            No record of this call was written
 *   -ERANGE  there are more than 65,536 different events
 *   -EBADFD  the writer is finished
 *   -EINVAL  NULL, a record of the kernel without a plan, a plan without attrs, or a
 *            record whose header doesn't say what its struct says
 *   -ENOMEM  no record of this call was written
 *   -EEXIST  the call begins the next file, which is there already
 *   write(2)'s, such as -ENOSPC: no record of this call was written; those that were
 *            written to the file before stay readable, and those that still wait in
 *            memory are lost unless a later call succeeds. The call may be repeated, unless the output is in
 *            pipe mode: that can't be repaired, and all later calls fail too
 *   open(2)'s, fsync(2)'s: the call begins the next file */
PERFC_API int perfc_writer_write(perfc_writer *writer,
                                 const struct perfc_stream_record *records,
                                 uint32_t count, struct perfc_error *error);

/* flags of perfc_writer_finish */
/* Begin the next file of the rotation. It begins with records of the processes, maps and
 * symbols that are there. */
#define PERFC_FINISH_NEXT 0x1

/* What was written. Result struct. */
struct perfc_writer_result {
  /* Records written. */
  uint64_t records;
  /* Bytes written, to all files that are complete. */
  uint64_t bytes;
  /* Bytes that they would have been without zstd. */
  uint64_t uncompressed_bytes;
  /* Files begun. */
  uint64_t files;
  /* Object files whose build id was written. */
  uint64_t build_ids;
  /* Mapped object files that have no build id, or can't be read. */
  uint64_t build_ids_missing;
  /* AUXTRACE records that were left out because the source didn't read their tails. */
  uint64_t tails_missing;
};

/* Writes build ids and the other features, and completes the file. Afterwards only
 * perfc_writer_destroy is allowed, unless flags has PERFC_FINISH_NEXT. The last file is
 * written to the disk (fsync(2)). After a failure the file is as before, and the call
 * may be repeated. result may be NULL.
 *
 *   -EBADFD  the writer is finished
 *   -EINVAL  NULL writer, an unknown flag, or PERFC_FINISH_NEXT without rotation
 *   -ENOMEM
 *   write(2)'s, fsync(2)'s */
PERFC_API int perfc_writer_finish(perfc_writer *writer, uint32_t flags,
                                  struct perfc_writer_result *result,
                                  size_t size, struct perfc_error *error);

/* Frees the writer. NULL is fine. Without perfc_writer_finish the file stays as it would
 * if the program had been killed. */
PERFC_API void perfc_writer_destroy(perfc_writer *writer);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_PROFILE_WRITER_H_ */
