// The terms that say which facts of the program each sample has: its stack and
// its branches.
#ifndef PERFC_IMPL_NAMES_SAMPLING_TERMS_H_
#define PERFC_IMPL_NAMES_SAMPLING_TERMS_H_

#include "impl/catalog/complaint.h"
#include "impl/names/draft.h"
#include "impl/names/terms.h"

namespace perfc::names {

// Each applies the term of its name to the draft. 0, or a negative errno if the
// value isn't one that the term takes.
int CallGraph(const catalog::Input& input, const Term& term, Draft* draft);
int StackSize(const catalog::Input& input, const Term& term, Draft* draft);
int MaxStack(const catalog::Input& input, const Term& term, Draft* draft);
int BranchType(const catalog::Input& input, const Term& term, Draft* draft);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_SAMPLING_TERMS_H_
