"""zig's C++ compiler for other C libraries than this machine's, of PyPI's package ziglang."""

VERSION = "0.17.1"

# By the name of a suite, then of a --cpu.
TARGETS = {
    "glibc": {
        "k8": "x86_64-linux-gnu.2.28",
        "aarch64": "aarch64-linux-gnu.2.28",
    },
    "musl": {
        "k8": "x86_64-linux-musl",
        "aarch64": "aarch64-linux-musl",
    },
}

def _zig_impl(ctx):
    script = ctx.path(Label("@perfc//:bindings/zig/zig.sh"))
    told = ctx.execute([script, "env"], environment = {"PERFC_ZIG": VERSION})
    if told.return_code:
        fail("no zig %s: %s" % (VERSION, told.stdout + told.stderr))

    # Lines like: .lib_dir = "/path",
    words = told.stdout.split("\"")
    env = {words[i].split(".")[-1].strip(" ="): words[i + 1] for i in range(0, len(words) - 1, 2)}
    for suite in TARGETS.values():
        for target in suite.values():
            ctx.template(target + "/c++", Label("@perfc//bazel/zig:cxx.sh"), {
                "@CACHE@": env["global_cache_dir"],
                "@TARGET@": target,
                "@ZIG@": env["zig_exe"],
            })
    ctx.file("ld.lld", "#!/bin/sh\nexec '%s' ld.lld \"$@\"\n" % env["zig_exe"])
    ctx.template("BUILD.bazel", Label("@perfc//bazel/zig:zig.BUILD"), {"@LIB@": env["lib_dir"]})

zig_repository = repository_rule(
    implementation = _zig_impl,
    environ = ["HOME", "XDG_CACHE_HOME"],
)
