#include "block.h"

#include <stdlib.h>
#include <string.h>

static void decode(struct go_block *block, int number, const perfc_plan *plan,
                   const struct perfc_record *record) {
  if (record->type != PERFC_RECORD_SAMPLE) return;
  struct perfc_sample *sample = &block->samples[number];
  block->status[number] =
      perfc_decode_sample(plan, record, sample, sizeof *sample);
}

int go_block_fill_event(struct go_block *block, perfc_event *event,
                        bool decodes) {
  int count = perfc_next_records(event, block->records, GO_BLOCK_RECORDS);
  block->decoded = decodes;
  if (!decodes) return count;
  const perfc_plan *plan = perfc_event_plan(event);
  for (int i = 0; i < count; ++i) decode(block, i, plan, &block->records[i]);
  return count;
}

static size_t padded(size_t size) { return (size + 7) & ~(size_t)7; }

// Copies the records of all rows. Without memory they stay where they are: taken
// records can't be given back.
static void copy_records(struct go_block *block, int count) {
  size_t wanted = 0;
  for (int i = 0; i < count; ++i) wanted += padded(block->rows[i].record.size);
  if (wanted > block->capacity) {
    uint8_t *larger = realloc(block->bytes, wanted);
    if (larger == NULL) return;
    block->bytes = larger;
    block->capacity = wanted;
  }
  uint8_t *to = block->bytes;
  for (int i = 0; i < count; ++i) {
    struct perfc_record *record = &block->rows[i].record;
    memcpy(to, record->data, record->size);
    record->data = to;
    to += padded(record->size);
  }
}

int go_block_fill_stream(struct go_block *block, perfc_stream *stream) {
  int count = perfc_stream_next_records(stream, block->rows, GO_BLOCK_RECORDS);
  block->decoded = true;
  for (int i = 0; i < count; ++i) {
    decode(block, i, block->rows[i].plan, &block->rows[i].record);
  }
  copy_records(block, count);
  return count;
}
