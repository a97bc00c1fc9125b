// The features of HostFeature, by their subject. Each function appends to *out and
// returns as HostFeature does; memory that runs out in *out is looked at later.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_HOST_PARTS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_HOST_PARTS_H_

#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/synthesize/files.h"

namespace perfc::profile::synthesize {

// identity.cc
int Hostname(const Roots& roots, format::Builder* out);
int OsRelease(const Roots& roots, format::Builder* out);
int Arch(const Roots& roots, format::Builder* out);
int Version(const Roots& roots, format::Builder* out);
int Cmdline(const Roots& roots, format::Builder* out);
int TotalMem(const Roots& roots, format::Builder* out);

// cpu.cc
int NrCpus(const Roots& roots, format::Builder* out);
int CpuDesc(const Roots& roots, format::Builder* out);
int CpuId(const Roots& roots, format::Builder* out);
int EMachine(const Roots& roots, format::Builder* out);
int ClnSize(const Roots& roots, format::Builder* out);
int OnlineCpus(const Roots& roots, base::Buffer<uint32_t>* cpus);
// CPUs that are there, on line or not: their highest number + 1.
int PresentCpus(const Roots& roots, uint32_t* count);

// topology.cc
int CpuTopology(const Roots& roots, format::Builder* out);
int NumaTopology(const Roots& roots, format::Builder* out);
int MemTopology(const Roots& roots, format::Builder* out);

// cache.cc
int Cache(const Roots& roots, format::Builder* out);

// pmus.cc
int PmuMappings(const Roots& roots, format::Builder* out);
int CpuPmuCaps(const Roots& roots, format::Builder* out);
int PmuCaps(const Roots& roots, format::Builder* out);
int HybridTopology(const Roots& roots, format::Builder* out);

// domains.cc
int CpuDomainInfo(const Roots& roots, format::Builder* out);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_HOST_PARTS_H_
