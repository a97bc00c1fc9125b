// Sentences for the rules that explain a failure.
#ifndef PERFC_IMPL_EXPLAIN_RULE_TEXT_H_
#define PERFC_IMPL_EXPLAIN_RULE_TEXT_H_

#include "absl/strings/string_view.h"
#include "impl/base/text_writer.h"
#include "perfc/error.h"

namespace perfc::explain {

// Writes the sentence for the error's rule. False, and nothing is written, if the
// rule has none: then the detail is the sentence.
bool WriteRule(const perfc_error& error, absl::string_view detail,
               base::TextWriter* out);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_RULE_TEXT_H_
