// The text of a failure.
#ifndef PERFC_IMPL_EXPLAIN_TEXT_H_
#define PERFC_IMPL_EXPLAIN_TEXT_H_

#include "impl/base/text_writer.h"
#include "perfc/error.h"

namespace perfc::explain {

// Writes one paragraph: the failed call, the reason, and a remedy to try.
void WriteText(perfc_error error, base::TextWriter* out);

// Why alone; nothing where the errno says it all.
void WriteReason(const perfc_error& error, base::TextWriter* out);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_TEXT_H_
