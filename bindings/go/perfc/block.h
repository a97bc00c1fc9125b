// Records by the block: one call from Go takes up to GO_BLOCK_RECORDS of them. Samples
// of a stream are decoded, those of an event if the caller wants it.
#ifndef BINDINGS_GO_PERFC_BLOCK_H_
#define BINDINGS_GO_PERFC_BLOCK_H_

#include <perfc/perfc.h>
#include <stdbool.h>

#define GO_BLOCK_RECORDS 64

// Records lie apart from samples, which are much larger: readers of bytes touch the
// records alone.
struct go_block {
  struct perfc_record records[GO_BLOCK_RECORDS];      // of an event
  struct perfc_stream_record rows[GO_BLOCK_RECORDS];  // of a stream
  bool decoded;  // each record of type SAMPLE has a status and a sample
  int32_t status[GO_BLOCK_RECORDS];
  struct perfc_sample samples[GO_BLOCK_RECORDS];
  uint8_t *bytes;  // copies of a stream's records
  size_t capacity;
};

// Each returns how many records were taken, or if the first can't be had, why. An
// event's records stay in its ring until the next call. A stream's are copied, for
// an event whose ring they lie in may be closed meanwhile.
int go_block_fill_event(struct go_block *block, perfc_event *event,
                        bool decodes);
int go_block_fill_stream(struct go_block *block, perfc_stream *stream);

#endif  // BINDINGS_GO_PERFC_BLOCK_H_
