"""C: the list of exports, a program that compiles where the compiler's layouts are right, and the
library's own table of record types."""
from .clang import INCLUDE
from .libraries import CORE, PROFILE
from .texts import ORIGIN, of_library, other_records

HEAD = f"""/* Compiles where the public structs are laid out as bindings/abi.json says.
 * Written by {ORIGIN}. */
/* clang-format off */
#include <stddef.h>

{INCLUDE}
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

// ONE(NAME) for each struct perfc_record_NAME, which perfc_decode_NAME fills.
%s
// ONE(NAME, TYPE) for each type: PERFC_RECORD_TYPE decodes to perfc_record_NAME.
%s
#endif  // PERFC_IMPL_RECORD_TYPES_H_
"""


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


def macro(name, calls):
    """A macro that calls its argument ONE with each of these."""
    lines = [f"#define {name}(ONE)", *(f"  ONE({', '.join(call)})" for call in calls)]
    width = max(map(len, lines[:-1]))
    return "".join(f"{line:{width}} \\\n" for line in lines[:-1]) + lines[-1] + "\n"


def record_types(abi):
    records = [(record["struct"].removeprefix("perfc_record_"), record["types"])
               for record in other_records(abi)]
    structs = [(name,) for name, _ in records]
    types = [(name, kind.removeprefix("PERFC_RECORD_")) for name, kinds in records
             for kind in kinds]
    return TYPES % (macro("PERFC_RECORD_STRUCTS", structs), macro("PERFC_RECORD_TYPES", types))


def write(abi):
    return {"test/linkage/exports.txt": exports(of_library(abi, CORE.name)),
            "test/linkage/profile_exports.txt": exports(of_library(abi, PROFILE.name)),
            "test/linkage/layouts.c": layouts(abi), "impl/record/types.h": record_types(abi)}
