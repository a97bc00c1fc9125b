"""The part of the build that pyproject.toml can't say: the wheel has libperfc.so.0, and for
perfc.profile libperfc-profile.so.0.

PERFC_LIBRARY_FOLDER is the folder that has them; the second may be missing. If the variable is
unset, the libraries are compiled from the sources that the sdist carries, by $CXX with $CXXFLAGS and
$LDFLAGS. "none" makes a wheel without a library, for distributions in which libperfc is a package of
its own."""
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

FOLDER = os.environ.get("PERFC_LIBRARY_FOLDER")
LIBRARY, SECOND = "libperfc.so.0", "libperfc-profile.so.0"
SOURCES = pathlib.Path("libperfc").resolve()
COMPILE = ["-O2", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-ffunction-sections",
           "-fdata-sections"]
CPP = ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-I.", "-Iinclude", "-Iabseil", "-Izstd/lib"]
# zstd is C, of which the C++ compiler has to be told.
OF_TYPE = {".cc": CPP, ".c": ["-x", "c", "-DZSTD_TRACE=0"], ".S": ["-x", "assembler-with-cpp"]}
LINK = ["-shared", "-Wl,-z,defs", "-Wl,-z,relro,-z,now", "-Wl,--gc-sections", "-Wl,--strip-all"]
# What only the second library has; both have impl/base and abseil.
PROFILE = ("impl/profile/", "zstd/")
BOTH = ("impl/base/", "abseil/")


def fail(words):
    sys.exit(f"error: {words}")


def options(name):
    return shlex.split(os.environ.get(name, ""))


def compiler():
    given = options("CXX")
    names = given[:1] or ["c++", "g++", "clang++"]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        fail(f"there is no C++ compiler ({', '.join(names)}) to compile {LIBRARY}: install one "
             "(Debian: apt install g++), or install a wheel of perfc")
    return [found, *given[1:]]


def run(command):
    result = subprocess.run(command, cwd=SOURCES, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT)
    if result.returncode:
        fail(f"{shlex.join(command)}\n{result.stdout}")


def compile_libraries(target):
    command = compiler()
    # impl/static is for a library with the C++ library inside, which some machines have only as
    # a shared one.
    sources = sorted(path.relative_to(SOURCES).as_posix() for folder in ("impl", "abseil", "zstd")
                     for path in SOURCES.joinpath(folder).rglob("*")
                     if path.suffix in OF_TYPE and path.parent.name != "static")
    cpus = len(os.sched_getaffinity(0))
    print(f"compiling {LIBRARY} and {SECOND}: {len(sources)} files, {cpus} at a time", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        objects = {source: f"{scratch}/{number}.o" for number, source in enumerate(sources)}
        commands = [[*command, *OF_TYPE[pathlib.Path(source).suffix], *COMPILE, *options("CXXFLAGS"),
                     "-c", source, "-o", to] for source, to in objects.items()]
        with concurrent.futures.ThreadPoolExecutor(cpus) as pool:
            try:
                list(pool.map(run, commands))
            except SystemExit:
                pool.shutdown(cancel_futures=True)
                raise

        def link(name, export_map, parts, *more):
            run([*command, *parts, *more, *LINK, f"-Wl,-soname,{name}",
                 f"-Wl,--version-script,{export_map}", *options("LDFLAGS"), "-o",
                 str(target / name)])

        link(LIBRARY, "impl/capi/perfc.map",
             [to for source, to in objects.items() if not source.startswith(PROFILE)])
        link(SECOND, "impl/profile/capi/profile.map",
             [to for source, to in objects.items() if source.startswith(PROFILE + BOTH)],
             str(target / LIBRARY))


def add_libraries(target):
    if FOLDER:
        shutil.copyfile(pathlib.Path(FOLDER) / LIBRARY, target / LIBRARY)
        if (pathlib.Path(FOLDER) / SECOND).exists():
            shutil.copyfile(pathlib.Path(FOLDER) / SECOND, target / SECOND)
    elif not sys.platform.startswith("linux"):
        fail("perfc is about a system call of Linux, and works nowhere else")
    elif SOURCES.exists():
        compile_libraries(target)
    else:
        fail(f"PERFC_LIBRARY_FOLDER must be the folder that has {LIBRARY}, because here are no "
             "sources to compile it from; see bindings/python/build.sh")


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        if FOLDER != "none" and not self.editable_mode:
            add_libraries(pathlib.Path(self.build_lib).resolve() / "perfc")


class Wheel(bdist_wheel):
    def get_tag(self):
        # No extension module: any Python 3 on this kind of machine.
        return ("py3", "none", super().get_tag()[2])


class PackageWithLibrary(Distribution):
    def has_ext_modules(self):
        """Whether the package is for one kind of machine."""
        return FOLDER != "none"


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel}, distclass=PackageWithLibrary)
