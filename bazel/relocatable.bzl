"""libperfc.a: a static library of one object which shows nothing but the ABI."""

load(":copts.bzl", "FOR_SIZE")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

def _linked_files(deps):
    files = []
    for dep in deps:
        for linker_input in dep[CcInfo].linking_context.linker_inputs.to_list():
            for library in linker_input.libraries:
                # An archive lets the linker leave out what nobody calls.
                files += library.pic_objects if library.alwayslink else [library.pic_static_library]
    return files

def _own_configuration_impl(_ctx):
    pass

own_configuration = rule(
    implementation = _own_configuration_impl,
    build_setting = config.bool(),
)

# With the name of our repository, where another workspace builds the library.
_FLAG = str(Label("//bazel:for_size"))

def _for_size_impl(settings, attr):
    if not attr.without:
        return settings
    return {
        "//command_line_option:compilation_mode": "opt",
        "//command_line_option:copt": settings["//command_line_option:copt"] + FOR_SIZE,
        _FLAG: True,
    }

_OPTIONS = [
    "//command_line_option:compilation_mode",
    "//command_line_option:copt",
    _FLAG,
]

_for_size = transition(
    implementation = _for_size_impl,
    inputs = _OPTIONS,
    outputs = _OPTIONS,
)

def _relocatable_archive_impl(ctx):
    files = _linked_files(ctx.attr.deps)
    toolchain = find_cpp_toolchain(ctx)
    ctx.actions.run(
        executable = ctx.executable._tool,
        arguments = [
            toolchain.compiler_executable,
            toolchain.ld_executable,
            toolchain.ar_executable,
            toolchain.nm_executable,
            toolchain.objcopy_executable,
            ctx.attr.prefix,
            ctx.file.without.path if ctx.file.without else "/dev/null",
            ctx.outputs.out.path,
        ] + [file.path for file in files],
        inputs = depset(files + ctx.files.without, transitive = [toolchain.all_files]),
        outputs = [ctx.outputs.out],
        mnemonic = "RelocatableArchive",
        use_default_shell_env = True,
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

relocatable_archive = rule(
    implementation = _relocatable_archive_impl,
    attrs = {
        "deps": attr.label_list(mandatory = True, providers = [CcInfo], cfg = _for_size),
        "prefix": attr.string(mandatory = True, doc = "Of the functions that stay global."),
        "out": attr.output(mandatory = True),
        "without": attr.label(
            allow_single_file = True,
            doc = "A list of functions to leave out. Given, the rest is compiled for size.",
        ),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_cc_toolchain": attr.label(default = Label("@bazel_tools//tools/cpp:current_cc_toolchain")),
        "_tool": attr.label(
            default = Label("//bazel:relocatable"),
            cfg = "exec",
            executable = True,
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
