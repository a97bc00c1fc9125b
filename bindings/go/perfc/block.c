#include "block.h"

#include <string.h>

// Keeps the record as entry `count`, and returns 1 if it must be the last.
static int keep(struct go_block *block, int count, size_t *used,
                const perfc_plan *plan, const struct perfc_record *record) {
  struct go_entry *entry = &block->entries[count];
  entry->data = record->data;
  entry->type = record->type;
  entry->misc = record->misc;
  entry->size = record->size;
  entry->status = 1;
  if (record->type == PERFC_RECORD_SAMPLE) {
    entry->status =
        perfc_decode_sample(plan, record, &entry->sample, sizeof entry->sample);
  }
  if (record->size > GO_BLOCK_COPY) return 1;
  uint8_t *copy = (uint8_t *)block->bytes + *used;
  memcpy(copy, record->data, record->size);
  entry->data = copy;
  *used += ((size_t)record->size + 7) & ~(size_t)7;
  return *used > GO_BLOCK_BYTES - GO_BLOCK_COPY;
}

int go_block_fill_event(struct go_block *block, perfc_event *event) {
  const perfc_plan *plan = perfc_event_plan(event);
  struct perfc_record record;
  size_t used = 0;
  int count = 0;
  while (count < GO_BLOCK_RECORDS) {
    int result = perfc_next_record(event, &record);
    if (result != 1) return count ? count : result;
    if (keep(block, count++, &used, plan, &record)) break;
  }
  return count;
}

// The same for one of several rings.
static int keep_ordered(struct go_block *block, int count, size_t *used,
                        const struct perfc_stream_record *record) {
  struct go_entry *entry = &block->entries[count];
  entry->source = record->source;
  entry->time = record->time;
  entry->sequence = record->sequence;
  return keep(block, count, used, perfc_event_plan(record->event),
              &record->record);
}

int go_block_fill_stream(struct go_block *block, perfc_stream *stream) {
  struct perfc_stream_record record;
  size_t used = 0;
  int count = 0;
  while (count < GO_BLOCK_RECORDS) {
    int result = perfc_stream_next(stream, &record);
    if (result != 1) return count ? count : result;
    if (keep_ordered(block, count++, &used, &record)) break;
  }
  return count;
}

int go_block_fill_flight(struct go_block *block, perfc_flight *flight) {
  struct perfc_stream_record record;
  size_t used = 0;
  int count = 0;
  while (count < GO_BLOCK_RECORDS) {
    int result = perfc_flight_next(flight, &record);
    if (result != 1) return count ? count : result;
    if (keep_ordered(block, count++, &used, &record)) break;
  }
  return count;
}
