// Records by the block: one call from Go takes up to GO_BLOCK_RECORDS of them,
// samples decoded.
#ifndef BINDINGS_GO_PERFC_BLOCK_H_
#define BINDINGS_GO_PERFC_BLOCK_H_

#include <perfc/perfc.h>

#define GO_BLOCK_RECORDS 64
#define GO_BLOCK_BYTES 0x4000
// Larger records stay where they are, and end the block: what borrows from a
// ring lives until the next is taken.
#define GO_BLOCK_COPY 0x400

struct go_entry {
  const uint8_t *data;
  uint32_t type;
  uint16_t misc;
  uint16_t size;
  int32_t status;  // of the decoding; 1: not a sample
  uint32_t source;
  uint64_t time;
  uint64_t sequence;
  struct perfc_sample sample;
};

struct go_block {
  struct go_entry entries[GO_BLOCK_RECORDS];
  uint64_t bytes[GO_BLOCK_BYTES / 8];
};

// Each returns how many records were taken, or if the first can't be had, why.
int go_block_fill_event(struct go_block *block, perfc_event *event);
int go_block_fill_stream(struct go_block *block, perfc_stream *stream);
int go_block_fill_flight(struct go_block *block, perfc_flight *flight);

#endif  // BINDINGS_GO_PERFC_BLOCK_H_
