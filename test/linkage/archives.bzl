"""The archives that a library of this repository is linked of."""

load("@rules_cc//cc:defs.bzl", "CcInfo")

def _archives_impl(ctx):
    archives = []
    for linked in ctx.attr.library[CcInfo].linking_context.linker_inputs.to_list():
        if not linked.owner.package.startswith(ctx.attr.below):
            continue
        for library in linked.libraries:
            archive = library.pic_static_library or library.static_library
            if archive:
                archives.append(archive)
    return [DefaultInfo(
        files = depset(archives),
        runfiles = ctx.runfiles(files = archives),
    )]

archives = rule(
    implementation = _archives_impl,
    doc = "Those of one library that are made below a folder.",
    attrs = {
        "below": attr.string(mandatory = True),
        "library": attr.label(mandatory = True, providers = [CcInfo]),
    },
)
