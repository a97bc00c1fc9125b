"""Compiler flags of our own code."""

# Tests, tools and examples.
WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Werror",
]

# The library: whatever becomes part of libperfc.so and libperfc.a.
PERFC_COPTS = WARNINGS + [
    "-fno-exceptions",
    "-fno-rtti",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-fstack-protector-strong",
] + select({
    # Only here, because it warns without optimisation.
    "//bazel:opt": [
        "-U_FORTIFY_SOURCE",
        "-D_FORTIFY_SOURCE=2",
    ],
    "//conditions:default": [],
})
