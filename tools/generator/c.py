"""C: the list of exports, and a program that compiles where the compiler's layouts are right."""
from .texts import ORIGIN

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


def write(abi):
    return {"test/linkage/exports.txt": exports(abi), "test/linkage/layouts.c": layouts(abi)}
