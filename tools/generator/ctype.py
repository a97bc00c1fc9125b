"""C's types, as clang spells them, taken apart."""
import re

# Name: kind, and of integers whether they have a sign. All have the same width on every target.
SCALARS = {
    "void": ("void", None),
    "char": ("character", None),
    "int": ("integer", True),
    "size_t": ("integer", False),
    "double": ("float", None),
    **{f"int{bits}_t": ("integer", True) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}_t": ("integer", False) for bits in (8, 16, 32, 64)},
}
SPELLING = re.compile(r"(const )?(?:struct )?(\w+)((?: ?\*(?:const)?)*) ?(?:\[(\d+)\])?")


def parse(spelling, names):
    """The parts of a type whose base is a scalar or one of the names; None if it is another.

    "const char *const *" is char, behind a pointer to const behind a pointer to const.
    """
    found = SPELLING.fullmatch(spelling)
    if not found or not (found[2] in SCALARS or found[2] in names):
        return None
    constant, base, stars, length = found.groups()
    parts = {"type": spelling, "base": base}
    # What each pointer points to is const where the level before it is.
    levels = [bool(constant), *("const" in star for star in re.findall(r"\*(?:const)?", stars))]
    if len(levels) > 1:
        parts["pointers"] = ["const" if level else "mutable" for level in levels[:-1]]
    if length:
        parts["length"] = int(length)
    return parts
