"""C++: the function and the types of each decoded struct, and views of a sample's parts."""
from .texts import ORIGIN, about_table, any_of, comment, members_of, table_name, without_form

WIDTH = 80
TYPES = {"char": "char", **{f"uint{bits}_t": f"std::uint{bits}_t" for bits in (8, 16, 32, 64)}}
HEAD = f"""// The C function and the record types of each decoded struct, and views of the
// variable parts of a sample.
// Written by {ORIGIN}.
#ifndef PERFC_RECORDS_HPP_
#define PERFC_RECORDS_HPP_

#include <cstdint>

#include "perfc/decode.h"
#include "perfc/record.hpp"
#include "perfc/span.hpp"
#include "perfc/uapi.h"

// clang-format off
namespace perfc {{
"""
TAIL = """
}  // namespace perfc
// clang-format on

#endif  // PERFC_RECORDS_HPP_
"""
TRAITS = """
template <>
struct record_traits<{struct}>
    : internal::RecordTraits<{function},
                             {types}> {{}};
"""
TABLES = f"""// The kinds of tables, each with the struct of its rows.
// Written by {ORIGIN}.
#ifndef PERFC_PROFILE_TABLES_HPP_
#define PERFC_PROFILE_TABLES_HPP_

#include <cstdint>

#include "perfc/profile.h"

// clang-format off
namespace perfc::profile {{

// A kind of tables whose rows are of a type.
template <typename Row>
struct TableKind {{
  std::uint32_t number;
}};

namespace tables {{

%s
}}  // namespace tables
}}  // namespace perfc::profile
// clang-format on

#endif  // PERFC_PROFILE_TABLES_HPP_
"""
PART = """inline Span<const {type}> {name}(
    const perfc_record& record, const perfc_sample& sample) {{
  return internal::part<{type}>(
      record, sample.{mask} & {bits}, sample.{name});
}}
"""


def traits(abi):
    for record in abi["records"]:
        if record["types"]:
            types = (",\n" + " " * 29).join(record["types"])
            yield TRAITS.format(struct=record["struct"], function=record["function"], types=types)


def parts(abi):
    yield "\n// They are empty where absent, and live as long as the record.\n"
    for member in members_of(abi, "perfc_sample"):
        if "element" in member:
            yield "\n" + comment("//", without_form(member), WIDTH)
            yield PART.format(type=TYPES.get(member["element"], member["element"]),
                              name=member["name"], mask=member["with"],
                              bits=any_of(member["bits"]))


def tables(abi):
    for table in abi["tables"]:
        yield comment("//", about_table(abi, table), WIDTH)
        yield (f"inline constexpr TableKind<{table['struct']}> {table_name(table)}{{\n"
               f"    {table['kind']}}};\n")


def write(abi):
    return {"bindings/cpp/perfc/records.hpp": HEAD + "".join((*traits(abi), *parts(abi))) + TAIL,
            "bindings/cpp/perfc/profile_tables.hpp": TABLES % "".join(tables(abi))}
