//! Builds the modules `perfc` and `perfc_profile`. `zig build test` runs the tests of the
//! first, `zig build test-profile` those of the second; `zig build examples`, `zig build
//! file-examples` and `zig build vectors` make the programs. A released package has the
//! sources of libperfc and libperfc-profile, which zig compiles. With -fsys=perfc, and in a
//! checkout, they are found by pkg-config; -Dperfc-prefix says where they are installed.
const std = @import("std");

/// The C++ files in vendor/, which package.sh writes.
const sources: []const []const u8 = @import("sources.zon");
/// Those of the second library, and the C files of zstd.
const profile_sources: []const []const u8 = @import("profile_sources.zon");

pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const optimize = b.standardOptimizeOption(.{});
    const where = findLibraries(b);
    const abi = b.createModule(.{
        .root_source_file = b.path("src/abi.zig"),
        .target = target,
        .optimize = optimize,
    });
    const perfc = addPerfc(b, abi, where, target, optimize);
    const profile = addProfile(b, abi, perfc, where, target, optimize);

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
    const profile_tests = b.step("test-profile", "Run the tests of perfc_profile");
    const of_files = addProgram(b, perfc, "test/profile.zig", target, optimize);
    of_files.addImport("perfc_profile", profile);
    for ([_]*std.Build.Module{ profile, of_files }) |module| {
        profile_tests.dependOn(&b.addRunArtifact(b.addTest(.{ .root_module = module })).step);
    }
    const file_examples = b.step("file-examples", "Build the examples of perfc_profile");
    for ([_][]const u8{ "by_comm", "copy_file" }) |name| {
        const path = b.fmt("examples/{s}.zig", .{name});
        const program = addProgram(b, perfc, path, target, optimize);
        program.addImport("perfc_profile", profile);
        install(b, file_examples, name, program);
    }
    const vectors = b.step("vectors", "Build the program of the shared vectors");
    install(b, vectors, "vectors", addProgram(b, perfc, "vectors/main.zig", target, optimize));
}

/// Where the libraries are installed.
const Where = union(enum) { compiled, prefix: []const u8, by_pkg_config };

fn findLibraries(b: *std.Build) Where {
    const prefix = b.option([]const u8, "perfc-prefix", "Where libperfc is installed");
    const installed = b.systemIntegrationOption("perfc", .{ .default = sources.len == 0 });
    if (prefix) |path| return .{ .prefix = path };
    return if (installed) .by_pkg_config else .compiled;
}

/// The folder of a library; null if it is compiled.
fn folderOf(b: *std.Build, where: Where, name: []const u8) ?[]const u8 {
    return switch (where) {
        .compiled => null,
        .prefix => |path| b.fmt("{s}/lib", .{path}),
        .by_pkg_config => pkgConfigLibdir(b, name),
    };
}

fn addPerfc(
    b: *std.Build,
    abi: *std.Build.Module,
    where: Where,
    target: std.Build.ResolvedTarget,
    optimize: std.builtin.OptimizeMode,
) *std.Build.Module {
    const perfc = b.addModule("perfc", .{
        .root_source_file = b.path("src/perfc.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    perfc.addImport("c", abi);
    if (folderOf(b, where, "perfc")) |folder| {
        linkInstalled(perfc, "perfc", folder);
    } else {
        perfc.linkLibrary(compile(b, target, "perfc", sources));
    }
    return perfc;
}

/// perf.data files: a module of its own, for programs that use it need a second library.
fn addProfile(
    b: *std.Build,
    abi: *std.Build.Module,
    perfc: *std.Build.Module,
    where: Where,
    target: std.Build.ResolvedTarget,
    optimize: std.builtin.OptimizeMode,
) *std.Build.Module {
    const profile = b.addModule("perfc_profile", .{
        .root_source_file = b.path("src/profile/profile.zig"),
        .target = target,
        .optimize = optimize,
        .link_libc = true,
    });
    profile.addImport("c", abi);
    profile.addImport("perfc", perfc);
    if (folderOf(b, where, "perfc")) |folder| {
        linkInstalled(profile, "perfc-profile", folder);
    } else {
        profile.linkLibrary(compile(b, target, "perfc-profile", profile_sources));
    }
    return profile;
}

fn linkInstalled(module: *std.Build.Module, name: []const u8, folder: []const u8) void {
    const lib: std.Build.LazyPath = .{ .cwd_relative = folder };
    module.addLibraryPath(lib);
    module.linkSystemLibrary(name, .{ .use_pkg_config = .no });
    // Where the system's loader wouldn't look.
    if (!std.mem.startsWith(u8, folder, "/usr/lib")) module.addRPath(lib);
}

/// A decoder without optimisation would take the time of the program that it
/// measures, so libperfc is optimised in each mode of the program.
fn compile(
    b: *std.Build,
    target: std.Build.ResolvedTarget,
    name: []const u8,
    files: []const []const u8,
) *std.Build.Step.Compile {
    const module = b.createModule(.{
        .target = target,
        .optimize = .ReleaseFast,
        .link_libc = true,
        .link_libcpp = true,
    });
    for ([_][]const u8{ "vendor", "vendor/include", "vendor/abseil", "vendor/zstd/lib" }) |folder| {
        module.addIncludePath(b.path(folder));
    }
    const cpp = [_][]const u8{
        "-std=c++17",
        "-fno-exceptions",
        "-fno-rtti",
        "-fvisibility=hidden",
        "-fvisibility-inlines-hidden",
    };
    // The decompressor reads words where they lie.
    const zstd = [_][]const u8{ "-DZSTD_TRACE=0", "-fvisibility=hidden", "-fno-sanitize=undefined" };
    for (files) |path| {
        const is_cpp = std.mem.endsWith(u8, path, ".cc");
        const flags: []const []const u8 = if (is_cpp) &cpp else &zstd;
        module.addCSourceFile(.{ .file = b.path(b.fmt("vendor/{s}", .{path})), .flags = flags });
    }
    return b.addLibrary(.{ .name = name, .root_module = module });
}

fn pkgConfigLibdir(b: *std.Build, name: []const u8) []const u8 {
    // Its name in Zig 0.15, and since.
    const inherit = if (@import("builtin").zig_version.minor < 16) .Inherit else .inherit;
    var code: u8 = 0;
    const output = b.runAllowFail(
        &.{ "pkg-config", "--variable=libdir", name },
        &code,
        inherit,
    ) catch std.debug.panic(
        "pkg-config doesn't find {s}: set PKG_CONFIG_PATH, or give -Dperfc-prefix",
        .{name},
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
