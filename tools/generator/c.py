"""C: the list of exports, a program that compiles where the compiler's layouts are right, and the
library's own table of record types."""
from .clang import Fault
from .texts import ORIGIN, other_records

HEAD = f"""/* Compiles where the public structs are laid out as bindings/abi.json says.
 * Written by {ORIGIN}. */
/* clang-format off */
#include <stddef.h>

#include "perfc/perfc.h"

#define WHOLE(name, size, alignment) \\
  _Static_assert(sizeof(struct name) == size, #name); \\
  _Static_assert(_Alignof(struct name) == alignment, #name)
#define MEMBER(name, member, offset, size) \\
  _Static_assert(offsetof(struct name, member) == offset, #name "." #member); \\
  _Static_assert(sizeof(((struct name *)0)->member) == size, #name "." #member)
"""

TYPES = f"""// Every record type of the kernel but SAMPLE.
// Written by {ORIGIN}.
#ifndef PERFC_IMPL_RECORD_TYPES_H_
#define PERFC_IMPL_RECORD_TYPES_H_

// ONE(NAME, TYPE): struct perfc_record_NAME is what PERFC_RECORD_TYPE decodes to,
// and perfc_decode_NAME decodes it. TWO(NAME, TYPE, OTHER): both types do.
%s
#endif  // PERFC_IMPL_RECORD_TYPES_H_
"""
FORMS = {1: "ONE", 2: "TWO"}


def exports(abi):
    return "".join(f"{name}\n" for name in sorted(one["name"] for one in abi["functions"]))


def layouts(abi):
    out = [HEAD]
    for struct in abi["structs"]:
        name = struct["name"]
        out.append(f"\nWHOLE({name}, {struct['size']}, {struct['alignment']});\n")
        out += [f"MEMBER({name}, {member['name']}, {member['offset']}, {member['size']});\n"
                for member in struct["members"]]
    return "".join(out)


def record_types(abi):
    lines = ["#define PERFC_RECORD_TYPES(ONE, TWO)"]
    for record in other_records(abi):
        name = record["struct"].removeprefix("perfc_record_")
        types = [one.removeprefix("PERFC_RECORD_") for one in record["types"]]
        if len(types) not in FORMS:
            raise Fault(f"struct {record['struct']} is of {len(types)} types of records")
        lines.append(f"  {FORMS[len(types)]}({', '.join((name, *types))})")
    width = max(map(len, lines[:-1]))
    return TYPES % ("".join(f"{line:{width}} \\\n" for line in lines[:-1]) + lines[-1] + "\n")


def write(abi):
    return {"test/linkage/exports.txt": exports(abi), "test/linkage/layouts.c": layouts(abi),
            "impl/record/types.h": record_types(abi)}
