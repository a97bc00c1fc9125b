/* What is measured: a ring read by batches, through the shared library. */
#ifndef TEST_BENCH_COLUMNS_H_
#define TEST_BENCH_COLUMNS_H_

#include "perfc/batch.h"
#include "perfc/event.h"
#include "test/bench/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Decodes only: no sum. */
struct bench_sum columns_fill(perfc_batch *batch, perfc_event *event);
/* And sums every column and list, as the floor does. */
struct bench_sum columns_sum(perfc_batch *batch, perfc_event *event);
/* The sum of every column and list of a batch that is filled. */
uint64_t columns_sum_batch(const perfc_batch *batch);

#ifdef __cplusplus
}
#endif

#endif /* TEST_BENCH_COLUMNS_H_ */
