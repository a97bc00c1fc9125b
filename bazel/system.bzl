"""Outside code: the copy that the system or tools/setup installed, else the pinned archive."""

def _system_archive_impl(ctx):
    # A relative path is one in this repository, also where that is @perfc of another.
    here = str(ctx.path(Label("//:WORKSPACE")).dirname)
    absolute = ctx.attr.system.startswith("/")
    system = ctx.path(ctx.attr.system if absolute else here + "/" + ctx.attr.system)
    if system.exists:
        # A copy, because patches and BUILD files must not reach through links.
        prefix = ctx.attr.system_prefix or "."
        copy = ctx.execute(["sh", "-c", 'mkdir -p "$2" && cp -RL "$1/." "$2"', "sh", str(system), prefix])
        if copy.return_code:
            fail(copy.stderr)
    else:
        ctx.download_and_extract(
            ctx.attr.url,
            sha256 = ctx.attr.sha256,
            stripPrefix = ctx.attr.strip_prefix,
        )
    if ctx.attr.build_file:
        ctx.delete("BUILD.bazel")
        ctx.symlink(ctx.attr.build_file, "BUILD.bazel")
    for patch in ctx.attr.patches:
        ctx.patch(patch, strip = 1)
    for file, command in ctx.attr.settings.items():
        edit = ctx.execute(["sed", "-E", "-i", command, file])
        if edit.return_code:
            fail(edit.stderr)

system_archive = repository_rule(
    implementation = _system_archive_impl,
    attrs = {
        "build_file": attr.label(doc = "Replaces the BUILD file of the code, if it has any."),
        "patches": attr.label_list(),
        "settings": attr.string_dict(doc = "For a file, the command of sed that edits it."),
        "sha256": attr.string(mandatory = True),
        "strip_prefix": attr.string(),
        "system": attr.string(mandatory = True, doc = "Directory to prefer when it exists."),
        "system_prefix": attr.string(doc = "Where the archive has what lies in `system`."),
        "url": attr.string(mandatory = True),
    },
)
