/* What is measured: a ring read by the two calls, through the shared library.
 */
#ifndef TEST_BENCH_DRAIN_H_
#define TEST_BENCH_DRAIN_H_

#include "perfc/event.h"
#include "perfc/stream.h"
#include "test/bench/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

struct bench_sum drain_plain(perfc_event *event);
/* As drain_plain, out of all rings of the stream. */
struct bench_sum drain_stream_plain(perfc_stream *stream);
struct bench_sum drain_chain(perfc_event *event);
struct bench_sum drain_stack(perfc_event *event);

#ifdef __cplusplus
}
#endif

#endif /* TEST_BENCH_DRAIN_H_ */
