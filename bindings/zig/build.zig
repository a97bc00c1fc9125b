//! Builds the module `perfc`, and with `zig build test` its tests, with `zig
//! build examples` and `zig build vectors` the programs. A released package has
//! libperfc's sources, which zig compiles. With -fsys=perfc, and in a checkout,
//! libperfc is found by pkg-config; -Dperfc-prefix says where it is installed.
const std = @import("std");

/// The C++ files in vendor/, which package.sh writes.
const sources: []const []const u8 = @import("sources.zon");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const perfc = addPerfc(b, target, optimize);

    const tests = b.step("test", "Run the tests");
    const checks = [_][]const u8{ "test/memory.zig", "test/live.zig", "test/layout.zig" };
    for ([_][]const u8{"src/perfc.zig"} ++ checks) |path| {
        const module = if (path[0] == 's') perfc else addProgram(b, perfc, path, target, optimize);
        tests.dependOn(&b.addRunArtifact(b.addTest(.{ .root_module = module })).step);
    }

    const examples = b.step("examples", "Build the examples");
    for ([_][]const u8{ "count_function", "hot_functions", "trace_tracepoint" }) |name| {
        const path = b.fmt("examples/{s}.zig", .{name});
        install(b, examples, name, addProgram(b, perfc, path, target, optimize));
    }
    const vectors = b.step("vectors", "Build the program of the shared vectors");
    install(b, vectors, "vectors", addProgram(b, perfc, "vectors/main.zig", target, optimize));
}

fn addPerfc(
    b: *std.Build,
    target: std.Build.ResolvedTarget,
    optimize: std.builtin.OptimizeMode,
) *std.Build.Module {
    const prefix = b.option([]const u8, "perfc-prefix", "Where libperfc is installed");
    const installed = b.systemIntegrationOption("perfc", .{ .default = sources.len == 0 });

    const perfc = b.addModule("perfc", .{
        .root_source_file = b.path("src/perfc.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    perfc.addImport("c", b.createModule(.{
        .root_source_file = b.path("src/abi.zig"),
        .target = target,
        .optimize = optimize,
    }));
    if (prefix != null or installed) {
        linkInstalled(perfc, if (prefix) |p| b.fmt("{s}/lib", .{p}) else pkgConfigLibdir(b));
    } else {
        perfc.linkLibrary(compile(b, target));
    }
    return perfc;
}

fn linkInstalled(perfc: *std.Build.Module, folder: []const u8) void {
    const lib: std.Build.LazyPath = .{ .cwd_relative = folder };
    perfc.addLibraryPath(lib);
    perfc.linkSystemLibrary("perfc", .{ .use_pkg_config = .no });
    // Where the system's loader wouldn't look.
    if (!std.mem.startsWith(u8, folder, "/usr/lib")) perfc.addRPath(lib);
}

/// A decoder without optimisation would take the time of the program that it
/// measures, so libperfc is optimised in each mode of the program.
fn compile(b: *std.Build, target: std.Build.ResolvedTarget) *std.Build.Step.Compile {
    const module = b.createModule(.{
        .target = target,
        .optimize = .ReleaseFast,
        .link_libc = true,
        .link_libcpp = true,
    });
    for ([_][]const u8{ "vendor", "vendor/include", "vendor/abseil" }) |folder| {
        module.addIncludePath(b.path(folder));
    }
    module.addCSourceFiles(.{
        .root = b.path("vendor"),
        .files = sources,
        .flags = &.{
            "-std=c++17",
            "-fno-exceptions",
            "-fno-rtti",
            "-fvisibility=hidden",
            "-fvisibility-inlines-hidden",
        },
    });
    return b.addLibrary(.{ .name = "perfc", .root_module = module });
}

fn pkgConfigLibdir(b: *std.Build) []const u8 {
    // Its name in Zig 0.15, and since.
    const inherit = if (@import("builtin").zig_version.minor < 16) .Inherit else .inherit;
    var code: u8 = 0;
    const output = b.runAllowFail(
        &.{ "pkg-config", "--variable=libdir", "perfc" },
        &code,
        inherit,
    ) catch std.debug.panic(
        "pkg-config doesn't find perfc: set PKG_CONFIG_PATH, or give -Dperfc-prefix",
        .{},
    );
    return std.mem.trim(u8, output, " \n");
}

fn addProgram(
    b: *std.Build,
    perfc: *std.Build.Module,
    path: []const u8,
    target: std.Build.ResolvedTarget,
    optimize: std.builtin.OptimizeMode,
) *std.Build.Module {
    const module = b.createModule(.{
        .root_source_file = b.path(path),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    module.addImport("perfc", perfc);
    return module;
}

fn install(b: *std.Build, step: *std.Build.Step, name: []const u8, module: *std.Build.Module) void {
    const program = b.addExecutable(.{ .name = name, .root_module = module });
    program.rdynamic = true;
    step.dependOn(&b.addInstallArtifact(program, .{}).step);
}
