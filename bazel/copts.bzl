"""Compiler flags of our own code."""

# Whether another workspace builds the library, as @perfc.
EXTERNAL = Label("//bazel:copts.bzl").workspace_root

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
    "-fstack-protector-strong",
] + select({
    # Only here, because it warns without optimisation.
    "//bazel:opt": [
        "-U_FORTIFY_SOURCE",
        "-D_FORTIFY_SOURCE=2",
    ],
    "//conditions:default": [],
})
