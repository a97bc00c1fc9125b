// Explains mistakes in the function or file that a probe's event names, as
// sentences.
#ifndef PERFC_IMPL_EXPLAIN_PROBE_H_
#define PERFC_IMPL_EXPLAIN_PROBE_H_

#include "impl/explain/report.h"
#include "perfc/attr.h"

namespace perfc::explain {

// ENOENT of a kprobe.
Words NoKprobeFunction(const perfc_attr& attr);
// ENOENT of a uprobe.
Words NoUprobeFile(const perfc_attr& attr);
// EINVAL of a uprobe.
Words BadUprobe(const perfc_attr& attr);
// Any errno, where sysfs doesn't tell whether the event is a probe's.
Words UnknownPmu(const perfc_attr& attr);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_PROBE_H_
