"""A fuzz target: libFuzzer's with --config=fuzz, else a test that replays what is kept."""

load("@rules_cc//cc:defs.bzl", "cc_test")
load("//bazel:copts.bzl", "WARNINGS")

def fuzz_target(name, deps):
    kept = ["corpus/" + name, "crashes/" + name]
    cc_test(
        name = name,
        size = "small",
        srcs = [
            name + ".cc",
        ] + select({
            ":fuzzing": [],
            "//conditions:default": ["replay.cc"],
        }),
        args = ["test/fuzz/" + directory for directory in kept],
        copts = WARNINGS,
        data = native.glob([directory + "/*" for directory in kept]),
        linkopts = select({
            ":fuzzing": ["-fsanitize=fuzzer"],
            "//conditions:default": [],
        }),
        tags = ["fuzz"],
        deps = deps + [
            ":fuzz",
            "//:headers",
            "//impl/capi",
        ],
    )
