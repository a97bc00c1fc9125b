// perfc.hpp - libperfc for C++17: the C ABI of perfc/perfc.h with ownership,
// results and views. The layer is header-only, and needs neither exceptions nor
// RTTI.
//
//   open -> ioctl -> mmap -> next -> decode
//
// The comment of the C function of the same name describes a function's effect,
// its errnos and its thread rule. Two things differ. Every call on a handle
// that was closed or moved from fails with EINVAL. Views (Span,
// std::string_view, Record) borrow the memory that the C pointers borrow.
#ifndef PERFC_HPP_
#define PERFC_HPP_

#include "perfc/attr.hpp"
#include "perfc/aux_area.hpp"
#include "perfc/batch.hpp"
#include "perfc/clock.hpp"
#include "perfc/column.hpp"
#include "perfc/counts.hpp"
#include "perfc/decode.hpp"
#include "perfc/event.hpp"
#include "perfc/flight.hpp"
#include "perfc/host.hpp"
#include "perfc/names.hpp"
#include "perfc/perfc.h"
#include "perfc/plan.hpp"
#include "perfc/range.hpp"
#include "perfc/record.hpp"
#include "perfc/records.hpp"
#include "perfc/report.hpp"
#include "perfc/result.hpp"
#include "perfc/set.hpp"
#include "perfc/span.hpp"
#include "perfc/stitch.hpp"
#include "perfc/stream.hpp"
#include "perfc/tracepoint.hpp"
#include "perfc/version.hpp"

#endif  // PERFC_HPP_
