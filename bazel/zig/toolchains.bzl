"""The toolchains of the repository that zig_repository makes."""

load("@bazel_tools//tools/cpp:unix_cc_toolchain_config.bzl", "cc_toolchain_config")
load("@rules_cc//cc:defs.bzl", "cc_toolchain", "cc_toolchain_suite")
load(":repository.bzl", "TARGETS")

def _zig_toolchain(target, cpu, library):
    native.filegroup(
        name = target + "_tools",
        srcs = ["ld.lld", target + "/c++"],
    )
    cc_toolchain(
        name = target,
        all_files = target + "_tools",
        compiler_files = target + "_tools",
        dwp_files = target + "_tools",
        linker_files = target + "_tools",
        objcopy_files = target + "_tools",
        strip_files = target + "_tools",
        toolchain_config = target + "_config",
    )
    cc_toolchain_config(
        name = target + "_config",
        abi_libc_version = target,
        abi_version = target,
        compile_flags = [
            "-fno-omit-frame-pointer",
            "-Wno-deprecated-builtins",  # In headers of abseil, which is older.
        ],
        compiler = "clang",
        cpu = cpu,
        cxx_builtin_include_directories = [library],
        dbg_compile_flags = ["-g"],
        host_system_name = "local",
        link_flags = ["-Wl,-z,relro,-z,now", "-Wl,--build-id=sha1"],
        opt_compile_flags = [
            "-O2",
            "-DNDEBUG",
            "-ffunction-sections",
            "-fdata-sections",
        ],
        opt_link_flags = ["-Wl,--gc-sections"],
        target_libc = target,
        target_system_name = target,
        tool_paths = {
            "ar": "/usr/bin/llvm-ar-14",
            "cpp": target + "/c++",
            "dwp": "/usr/bin/llvm-dwp-14",
            "gcc": target + "/c++",
            "gcov": "/usr/bin/llvm-cov-14",
            "ld": "ld.lld",
            "llvm-cov": "/usr/bin/llvm-cov-14",
            "nm": "/usr/bin/llvm-nm-14",
            "objcopy": "/usr/bin/llvm-objcopy-14",
            "objdump": "/usr/bin/llvm-objdump-14",
            "strip": "/usr/bin/llvm-strip-14",
        },
        toolchain_identifier = "zig-" + target,
        unfiltered_compile_flags = [
            "-U_FORTIFY_SOURCE",  # musl lacks its functions, and libperfc.a goes there, too.
            "-Wno-builtin-macro-redefined",
            "-D__DATE__=\"redacted\"",
            "-D__TIMESTAMP__=\"redacted\"",
            "-D__TIME__=\"redacted\"",
        ],
    )

def zig_toolchains(library):
    """A suite for each C library.

    Args:
      library: the directory of zig's own headers.
    """
    for suite, targets in TARGETS.items():
        for cpu, target in targets.items():
            _zig_toolchain(target, cpu, library)
        cc_toolchain_suite(
            name = suite,
            tags = ["manual"],
            toolchains = targets,
            visibility = ["//visibility:public"],
        )
