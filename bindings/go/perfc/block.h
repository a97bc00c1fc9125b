// Records by the block: one call from Go takes up to GO_BLOCK_RECORDS of them. Samples
// of a stream are decoded, those of an event if the caller wants it.
#ifndef BINDINGS_GO_PERFC_BLOCK_H_
#define BINDINGS_GO_PERFC_BLOCK_H_

#include <perfc/perfc.h>
#include <stdbool.h>

#define GO_BLOCK_RECORDS 64

struct go_entry {
  const uint8_t *data;
  uint32_t type;
  uint16_t misc;
  uint16_t size;
  bool decoded;    // a sample, which `status` is about
  int32_t status;  // of the decoding
  uint32_t source;
  uint64_t time;
  uint64_t sequence;
  struct perfc_sample sample;
};

struct go_block {
  struct go_entry entries[GO_BLOCK_RECORDS];
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
