"""Compiler flags of our own code."""

# Whether another workspace builds the library, as @perfc.
EXTERNAL = Label("//bazel:copts.bzl").workspace_root

# libperfc-minimal.a, abseil in it too. Without unwind tables and frame pointers no debugger sees
# through it.
FOR_SIZE = [
    "-Oz",
    "-fno-asynchronous-unwind-tables",
    "-fomit-frame-pointer",
    "-fno-stack-protector",
]

# Tests, tools and examples. What another compiler warns of must not stop a user's build.
WARNINGS = [
    "-Wall",
    "-Wextra",
] + ([] if EXTERNAL else ["-Werror"])

# The library: whatever becomes part of libperfc.so and libperfc.a.
PERFC_COPTS = WARNINGS + [
    "-std=c++17",  # A user's .bazelrc need not know.
    "-fno-exceptions",
    "-fno-rtti",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    # So that what isn't reached is left out, function by function.
    "-ffunction-sections",
    "-fdata-sections",
] + select({
    "//bazel:minimal": [],
    "//conditions:default": ["-fstack-protector-strong"],
}) + select({
    # Only here, because it warns without optimisation.
    "//bazel:opt": [
        "-U_FORTIFY_SOURCE",
        "-D_FORTIFY_SOURCE=2",
    ],
    "//conditions:default": [],
})
