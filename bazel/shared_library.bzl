"""libperfc.so.0: a library that needs no C++ library and shows nothing but the ABI."""

load("@rules_cc//cc:defs.bzl", "cc_binary")
load(":copts.bzl", "EXTERNAL")

def shared_library(name, deps, map = "//impl/capi:perfc.map", needs = [], **attributes):
    """A shared library whose soname is its name, and which exports what its map says.

    Args:
      name: its file name.
      deps: what becomes part of it.
      map: the linker's map.
      needs: shared libraries of ours that it loads.
      **attributes: of cc_binary.
    """
    cc_binary(
        name = name,
        additional_linker_inputs = [
            map,
            "//impl/static:libstdc++.so",
        ] + needs,
        # The .so and the programs that load it stay dynamically linked.
        features = ["-fully_static_link"],
        linkopts = [
            "-Wl,-soname," + name,
            "-Wl,--version-script,$(location %s)" % map,
            "-Wl,-z,defs",
            "-Wl,-z,relro,-z,now",
            "-Wl,-z,noexecstack",
            # Ahead of the compiler's own directories: see impl/static/BUILD.bazel.
            "-L%simpl/static" % (EXTERNAL + "/" if EXTERNAL else ""),
            "-static-libgcc",
            # By their paths: with cc_import in deps, bazel would add a search path of its own.
        ] + ["$(location %s)" % library for library in needs],
        linkshared = True,
        deps = deps,
        **attributes
    )
