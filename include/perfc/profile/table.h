/* perfc/profile/table.h - an answer: rows of one struct, and the text that they name.
 *
 *   perfc_file_create_table(file, PERFC_ROWS_EVENTS, &table, &error);
 *   perfc_table_get_rows(table, sizeof(struct perfc_event_row), &rows, sizeof rows);
 *   const struct perfc_event_row *events = rows.rows;
 *   printf("%s\n", rows.text + events[0].name.offset);
 *
 * Every list that this library gives has this form. A table is a copy: it stays as it
 * is when its source goes on, and outlives its source.
 *
 * Threads: one at a time while perfc_table_get_rows is called with a new row size,
 * then any number.
 */
#ifndef PERFC_PROFILE_TABLE_H_
#define PERFC_PROFILE_TABLE_H_

#include <stddef.h>
#include <stdint.h>

#include "perfc/error.h"
#include "perfc/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows of one struct, and their text. */
typedef struct perfc_table perfc_table;

/* The kinds of tables. The comment names the struct of a row, and the functions that
 * give the table. */

/* struct perfc_fact_row, by perfc_file_create_table: facts about the recording and its
 * machine, such as HOSTNAME and each argument of CMDLINE. */
#define PERFC_ROWS_FACTS 0x1
/* struct perfc_event_row, by perfc_file_create_table: the events, by the index of their
 * attrs. */
#define PERFC_ROWS_EVENTS 0x2
/* struct perfc_build_id_row, by perfc_file_create_table: build ids of object files. */
#define PERFC_ROWS_BUILD_IDS 0x3
/* struct perfc_cpu_row, by perfc_file_create_table: CPUs and their topology. */
#define PERFC_ROWS_CPUS 0x4
/* struct perfc_node_row, by perfc_file_create_table: NUMA nodes. */
#define PERFC_ROWS_NODES 0x5
/* struct perfc_pmu_row, by perfc_file_create_table: PMUs, their capabilities and their
 * CPUs. */
#define PERFC_ROWS_PMUS 0x6
/* struct perfc_cache_row, by perfc_file_create_table: CPU caches. */
#define PERFC_ROWS_CACHES 0x7
/* struct perfc_event_row, by perfc_file_create_table, grouped: the groups of events,
 * the leader first. */
#define PERFC_ROWS_GROUPS 0x8
/* struct perfc_bpf_row, by perfc_file_create_table: BPF programs and their BTF. */
#define PERFC_ROWS_BPF 0x9
/* struct perfc_clock_row, by perfc_file_create_table: how the times of records relate
 * to other clocks. */
#define PERFC_ROWS_CLOCKS 0xa
/* struct perfc_feature_row, by perfc_file_create_table: every feature as bytes. */
#define PERFC_ROWS_FEATURES 0xb
/* struct perfc_tracepoint_row, by perfc_file_create_table: format files of tracepoints. */
#define PERFC_ROWS_TRACEPOINTS 0xc
/* struct perfc_domain_row, by perfc_file_create_table: the scheduler's domains of each
 * CPU. */
#define PERFC_ROWS_DOMAINS 0xd

/* Text of a row: bytes of perfc_rows.text, followed by a NUL. Equal texts of a table
 * have equal offsets. The bytes come from strangers, may contain NULs, and aren't
 * always UTF-8. The struct never grows. */
struct perfc_text {
  /* Bytes from the start of perfc_rows.text. */
  uint32_t offset;
  /* Bytes of the text, without its NUL. */
  uint32_t size;
};

/* The rows of a table. Result struct. Its pointers are borrowed until the table is
 * destroyed, or laid out for another row size. */
struct perfc_rows {
  /* `count` structs of exactly row_size bytes each. NULL if count is 0. */
  const void *rows;
  /* Number of rows. */
  uint64_t count;
  /* Group g is rows starts[g] to starts[g + 1] - 1. NULL: the rows aren't grouped. */
  const uint64_t *starts;
  /* Number of groups. */
  uint64_t groups;
  /* The text that the rows name. Never NULL. */
  const char *text;
  /* Bytes of the text. */
  uint64_t text_size;
};

/* Lays the rows out for the caller's row struct, and fills in *rows. row_size is the
 * struct's sizeof. Members that a longer struct has and this library lacks become 0.
 * A shorter struct gets only its own members. So programs can index the rows as an
 * array, although later versions add members at the end of row structs.
 *
 * The library copies rows only if the sizes differ.
 *
 *   -EINVAL  NULL, or row_size is below 8 or no multiple of 8
 *   -ENOMEM */
PERFC_API int perfc_table_get_rows(perfc_table *table, size_t row_size,
                                   struct perfc_rows *rows, size_t rows_size);

/* Returns the kind of the table's rows, PERFC_ROWS_*. -EINVAL: NULL. */
PERFC_API int perfc_table_kind(const perfc_table *table);

struct ArrowSchema;
struct ArrowArray;
/* Exports the table through the Arrow C Data Interface as a struct array, or as a list
 * of struct arrays if the rows are grouped. Text is of the type binary, because it
 * isn't always UTF-8. The caller releases both. They may outlive the table.
 *
 *   -EINVAL  NULL
 *   -ERANGE  the texts of one column are longer than 2 GiB if each row has its own
 *            copy; or a grouped table has more than 2^31 - 1 rows
 *   -ENOMEM */
PERFC_API int perfc_table_export_arrow(const perfc_table *table,
                                       struct ArrowSchema *schema,
                                       struct ArrowArray *array,
                                       struct perfc_error *error);

/* Frees the table. NULL is fine. */
PERFC_API void perfc_table_destroy(perfc_table *table);

#ifdef __cplusplus
}
#endif

#endif /* PERFC_PROFILE_TABLE_H_ */
