"""What libperfc is built from, for the WORKSPACE of whoever builds it."""

load(":system.bzl", "system_archive")

def _unless_there(name, **attributes):
    if not native.existing_rule(name):
        system_archive(name = name, **attributes)

def perfc_deps():
    """Repositories that the library needs. What the WORKSPACE declared before has precedence."""
    _unless_there(
        name = "rules_cc",
        patches = [Label("//bazel:rules_cc.patch")],  # Bazel 4 has no use_cpp_toolchain.
        sha256 = "af6cc82d87db94585bceeda2561cb8a9d55ad435318ccb4ddfee18a43580fb5d",
        strip_prefix = "rules_cc-0.0.4",
        system = "/usr/share/bazel/rules/cc",
        url = "https://github.com/bazelbuild/rules_cc/releases/download/0.0.4/rules_cc-0.0.4.tar.gz",
    )

    # Not ours: Bazel 4 loads it to register its Java toolchains.
    _unless_there(
        name = "rules_java",
        sha256 = "34b41ec683e67253043ab1a3d1e8b7c61e4e8edefbcad485381328c934d072fe",
        system = "/usr/share/bazel/rules/java",
        url = "https://github.com/bazelbuild/rules_java/releases/download/4.0.0/rules_java-4.0.0.tar.gz",
    )

    # Always from source: Debian's libabsl_*.a are not position-independent. tools/setup
    # unpacks it with Debian's patches.
    _unless_there(
        name = "com_google_absl",
        patches = [Label("//bazel:absl.patch")],
        sha256 = "91ac87d30cc6d79f9ab974c51874a704de9c2647c40f6932597329a282217ba8",
        strip_prefix = "abseil-cpp-20220623.1",
        # As Debian does. By default abseil's types depend on the standard that a file is
        # compiled for, and Bazel's own default for other files than ours is C++11.
        settings = {
            "absl/base/options.h": "s/(OPTION_USE_STD_[A-Z_]+) 2/\\1 0/; s/(OPTION_HARDENED) 0/\\1 1/",
        },
        system = ".distdir/abseil",
        url = "https://github.com/abseil/abseil-cpp/archive/refs/tags/20220623.1.tar.gz",
    )

    # Compiled from source, because releases are built for other C libraries than Debian's
    # libzstd.a. tools/setup unpacks it with Debian's patches.
    _unless_there(
        name = "zstd",
        build_file = Label("//bazel:zstd.BUILD"),
        sha256 = "0f470992aedad543126d06efab344dc5f3e171893810455787d38347343a4424",
        strip_prefix = "zstd-1.5.4",
        system = ".distdir/zstd",
        url = "https://github.com/facebook/zstd/releases/download/v1.5.4/zstd-1.5.4.tar.gz",
    )
