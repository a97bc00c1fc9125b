#include "block.h"

#include <stdlib.h>
#include <string.h>

static void keep(struct go_entry *entry, const perfc_plan *plan,
                 const struct perfc_record *record, bool decodes) {
  entry->data = record->data;
  entry->type = record->type;
  entry->misc = record->misc;
  entry->size = record->size;
  entry->decoded = decodes && record->type == PERFC_RECORD_SAMPLE;
  if (entry->decoded) {
    entry->status =
        perfc_decode_sample(plan, record, &entry->sample, sizeof entry->sample);
  }
}

int go_block_fill_event(struct go_block *block, perfc_event *event,
                        bool decodes) {
  const perfc_plan *plan = perfc_event_plan(event);
  struct perfc_record records[GO_BLOCK_RECORDS];
  int count = perfc_next_records(event, records, GO_BLOCK_RECORDS);
  for (int i = 0; i < count; ++i) {
    keep(&block->entries[i], plan, &records[i], decodes);
  }
  return count;
}

static size_t padded(size_t size) { return (size + 7) & ~(size_t)7; }

// Copies the records of all entries. Without memory they stay where they are:
// taken records can't be given back.
static void copy_records(struct go_block *block, int count) {
  size_t wanted = 0;
  for (int i = 0; i < count; ++i) wanted += padded(block->entries[i].size);
  if (wanted > block->capacity) {
    uint8_t *larger = realloc(block->bytes, wanted);
    if (larger == NULL) return;
    block->bytes = larger;
    block->capacity = wanted;
  }
  uint8_t *to = block->bytes;
  for (int i = 0; i < count; ++i) {
    struct go_entry *entry = &block->entries[i];
    memcpy(to, entry->data, entry->size);
    entry->data = to;
    to += padded(entry->size);
  }
}

int go_block_fill_stream(struct go_block *block, perfc_stream *stream) {
  struct perfc_stream_record records[GO_BLOCK_RECORDS];
  int count = perfc_stream_next_records(stream, records, GO_BLOCK_RECORDS);
  for (int i = 0; i < count; ++i) {
    struct go_entry *entry = &block->entries[i];
    entry->source = records[i].source;
    entry->time = records[i].time;
    entry->sequence = records[i].sequence;
    keep(entry, records[i].plan, &records[i].record, true);
  }
  copy_records(block, count);
  return count;
}
