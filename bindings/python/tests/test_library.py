"""How the library is found, and what is said if it isn't."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

import pytest

import perfc
from conftest import HERE, python

IMPORT = "import perfc; print(perfc.library_path)"


def build(tmp_path, source):
    path = tmp_path / "libperfc.so.0"
    code = tmp_path / "library.c"
    code.write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", code, "-o", path], check=True)
    return path


def with_library(path):
    return python(IMPORT, env={**os.environ, "PERFC_LIBRARY": str(path)})


def test_the_version_is_told():
    assert perfc.library_version() >= perfc.__version__ == "0.1.0"


def test_a_missing_library_says_what_was_tried(tmp_path):
    result = with_library(tmp_path / "nowhere.so")
    assert result.returncode == 1
    assert "LibraryError: can't load libperfc.so.0. Tried:" in result.stderr
    assert str(tmp_path / "nowhere.so") in result.stderr


def test_without_any_the_system_is_tried(tmp_path):
    code = ("from perfc import _library as l\n"
            "try: l.load(['/nowhere/libperfc.so.0', 'libperfc.so.0'])\n"
            "except l.LibraryError as e: print(e)\nelse: print('found')")
    out = python(code).stdout
    assert "/nowhere/libperfc.so.0" in out and "libperfc.so.0:" in out or "found" in out


def test_an_older_library_is_refused(tmp_path):
    path = build(tmp_path, "unsigned perfc_version(void) { return 9; }\n")
    result = with_library(path)
    assert result.returncode == 1
    assert f"{path} is libperfc 0.0.9, older than this package, which needs 0.1.0" in result.stderr


def test_a_library_with_another_abi_is_refused(tmp_path):
    path = build(tmp_path, "unsigned perfc_version(void) { return 0x200; }\n")
    result = with_library(path)
    assert f"{path} is libperfc 0.2.0, whose ABI differs from that of 0.1.0" in result.stderr


def test_a_library_without_a_function_is_refused(tmp_path):
    path = build(tmp_path, "unsigned perfc_version(void) { return 0x100; }\n")
    result = with_library(path)
    assert "is libperfc 0.1.0, older than this package, which needs 0.1.0: it has no perfc_" \
        in result.stderr


def test_another_library_is_refused(tmp_path):
    result = with_library(build(tmp_path, "int nothing;\n"))
    assert "libperfc of no known version" in result.stderr


def test_a_relative_path_is_refused(tmp_path):
    build(tmp_path, "int nothing;\n")
    result = python(IMPORT, cwd=tmp_path,
                    env={**os.environ, "PERFC_LIBRARY": "./libperfc.so.0"})
    assert "must be an absolute path" in result.stderr


def test_the_environment_is_ignored_where_python_ignores_it(tmp_path):
    code = f"import sys; sys.path[:0] = {sys.path!r}; {IMPORT}"
    path = build(tmp_path, "int nothing;\n")
    result = subprocess.run([sys.executable, "-E", "-c", code], capture_output=True, text=True,
                            env={**os.environ, "PERFC_LIBRARY": str(path)}, timeout=60)
    assert str(path) not in result.stdout + result.stderr


@pytest.mark.skipif("PERFC_WHEEL" not in os.environ, reason="no wheel was built")
def test_the_wheel_works_in_a_fresh_venv(tmp_path):
    wheel = os.environ["PERFC_WHEEL"]
    assert "-py3-none-linux_" in wheel
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    there = tmp_path / "venv/bin/python"
    clean = {name: value for name, value in os.environ.items()
             if name not in ("PYTHONPATH", "PERFC_LIBRARY", "LD_LIBRARY_PATH")}
    subprocess.run([there, "-m", "pip", "install", "--quiet", "--no-index", wheel], check=True,
                   env=clean)
    result = subprocess.run([there, "-c", IMPORT], check=True, text=True, capture_output=True,
                            cwd=tmp_path, env=clean)
    assert result.stdout.strip() == str(
        next((tmp_path / "venv").glob("lib/python3*/site-packages/perfc/libperfc.so.0")))


@pytest.fixture
def sources(tmp_path):
    """What the wheel is made of, as a copy."""
    folder = tmp_path / "sources"
    folder.mkdir()
    for path in ("LICENSE", "THIRD_PARTY", "MANIFEST.in", "pyproject.toml", "setup.py", "README.md", "src"):
        (shutil.copytree if (HERE / path).is_dir() else shutil.copy)(HERE / path, folder / path)
    return folder


def build_wheel(sources, **environment):
    """The wheel's name, and the names of its files; or what pip says if there is none."""
    wheels = pathlib.Path(tempfile.mkdtemp(dir=sources.parent))
    clean = {name: value for name, value in os.environ.items() if name != "PERFC_LIBRARY_FOLDER"}
    result = subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-deps",
                             "--no-build-isolation", "--wheel-dir", wheels, sources],
                            capture_output=True, text=True, env={**clean, **environment})
    if result.returncode:
        return result.stdout + result.stderr, set()
    wheel, = wheels.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        return wheel.name, {pathlib.Path(path).name for path in archive.namelist()}


@pytest.mark.skipif("PERFC_WHEEL" not in os.environ, reason="no library was installed")
def test_a_wheel_has_no_library_of_an_earlier_build(sources, tmp_path):
    folder = tmp_path / "library"
    folder.mkdir()
    shutil.copy(pathlib.Path(os.environ["PERFC_PREFIX"]) / "lib/libperfc.so.0", folder)
    name, files = build_wheel(sources, PERFC_LIBRARY_FOLDER=str(folder))
    assert "-py3-none-linux_" in name and "libperfc.so.0" in files
    assert "libperfc-profile.so.0" not in files  # As in the folder.
    name, files = build_wheel(sources, PERFC_LIBRARY_FOLDER="none")
    assert "-py3-none-any" in name and "libperfc.so.0" not in files
    assert {"attr.py", "py.typed"} <= files


@pytest.mark.parametrize("environment, words", [
    ({}, "PERFC_LIBRARY_FOLDER must be the folder that has libperfc.so.0"),
    ({"PERFC_LIBRARY_FOLDER": "/nowhere"}, "No such file or directory: '/nowhere/libperfc.so.0'")])
def test_no_wheel_lacks_its_library_by_mistake(sources, environment, words):
    said, files = build_wheel(sources, **environment)
    assert words in said and not files


EXPORTED = 'extern "C" __attribute__((visibility("default"))) int '
SMALL = {
    "impl/capi/perfc.map": "{ global: perfc_*; local: *; };\n",
    "impl/profile/capi/profile.map": "{ global: perfc_*; local: *; };\n",
    "impl/profile/file.cc": 'extern "C" int perfc_version(), small();\n' + EXPORTED +
                            "perfc_file() { return perfc_version() + small(); }\n",
    "zstd/lib/small.c": "int small(void) { int class = 0; return class; }\n",
    "zstd/lib/small.S": '.section .note.GNU-stack,"",%progbits\n',
}


def with_sources(sources, code):
    """The sources as an sdist has them, with small libraries."""
    for name, text in {**SMALL, "impl/version.cc": code}.items():
        path = sources / "libperfc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return sources


def test_the_sources_of_an_sdist_are_compiled(sources):
    name, files = build_wheel(with_sources(sources, EXPORTED + "perfc_version() { return 0; }\n"))
    assert "-py3-none-linux_" in name and {"libperfc.so.0", "libperfc-profile.so.0"} <= files


@pytest.mark.parametrize("environment, words", [
    ({"CXX": "no-such-compiler"}, "there is no C++ compiler (no-such-compiler)"),
    ({}, "version.cc:1:1: error:")])
def test_what_the_compiler_lacks_or_refuses_is_said(sources, environment, words):
    said, files = build_wheel(with_sources(sources, "nonsense\n"), **environment)
    assert words in said and not files
