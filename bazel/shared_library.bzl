"""libperfc.so.0: a library that needs no C++ library and shows nothing but the ABI."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load(":copts.bzl", "EXTERNAL")

def shared_library(name, deps, **attributes):
    """A shared library whose soname is its name."""
    cc_binary(
        name = name,
        additional_linker_inputs = [
            "//impl/capi:perfc.map",
            "//impl/static:libstdc++.so",
        ],
        # The .so and the programs that load it stay dynamically linked.
        features = ["-fully_static_link"],
        linkopts = [
            "-Wl,-soname," + name,
            "-Wl,--version-script,$(location //impl/capi:perfc.map)",
            "-Wl,-z,defs",
            "-Wl,-z,relro,-z,now",
            "-Wl,-z,noexecstack",
            # Ahead of the compiler's own directories: see impl/static/BUILD.bazel.
            "-L%simpl/static" % (EXTERNAL + "/" if EXTERNAL else ""),
            "-static-libgcc",
        ],
        linkshared = True,
        deps = deps,
        **attributes
    )
