// Samples and counts as JSON, in the form that test/vectors/README.md describes.
#ifndef PERFC_EXAMPLES_PERFC_SAMPLE_JSON_H_
#define PERFC_EXAMPLES_PERFC_SAMPLE_JSON_H_

#include "examples/perfc/json_line.h"
#include "perfc/perfc.h"

namespace tool {

// Adds the members of a sample to the object that was begun. 0, or the errno of
// decoding it.
int AddSample(const perfc_plan* plan, const perfc_record& record,
              JsonLine* line);

// Adds an object of counts, "read".
void AddRead(const perfc_record& record, const perfc_read_part& read,
             JsonLine* line);

// Adds a list of 64-bit numbers of a record.
void AddWords(const char* key, const perfc_record& record,
              const perfc_range& range, JsonLine* line);

// Adds bytes of a record.
void AddBytes(const char* key, const perfc_record& record,
              const perfc_range& range, JsonLine* line);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SAMPLE_JSON_H_
