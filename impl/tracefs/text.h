// Fields as text for people.
#ifndef PERFC_IMPL_TRACEFS_TEXT_H_
#define PERFC_IMPL_TRACEFS_TEXT_H_

#include <cstddef>

#include "impl/tracefs/tracepoint.h"

namespace perfc::tracefs {

// Both write at most `size` bytes including a NUL, and return the length of the
// whole text, or -EBADMSG. They allocate nothing.
int FormatField(const Tracepoint& tracepoint, const Raw& raw,
                const Field& field, char* buffer, size_t size);
// "name=value name=value", without the common fields.
int FormatRecord(const Tracepoint& tracepoint, const Raw& raw, char* buffer,
                 size_t size);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_TEXT_H_
