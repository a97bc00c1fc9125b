"""How the library is found, and what is said if it isn't."""
import os
import pathlib
import shutil
import subprocess
import sys
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


@pytest.mark.skipif("PERFC_WHEEL" not in os.environ, reason="no library was installed")
def test_a_wheel_has_no_library_of_an_earlier_build(tmp_path):
    for path in ("pyproject.toml", "setup.py", "README.md", "src"):
        (shutil.copytree if (HERE / path).is_dir() else shutil.copy)(HERE / path, tmp_path / path)

    def files_of(wheels, **environment):
        clean = {name: value for name, value in os.environ.items() if name != "PERFC_PREFIX"}
        subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps",
                        "--no-build-isolation", "--wheel-dir", tmp_path / wheels, tmp_path],
                       check=True, env={**clean, **environment})
        wheel, = (tmp_path / wheels).iterdir()
        with zipfile.ZipFile(wheel) as archive:
            return wheel.name, {pathlib.Path(path).name for path in archive.namelist()}

    name, files = files_of("with", PERFC_PREFIX=os.environ["PERFC_PREFIX"])
    assert "-py3-none-linux_" in name and "libperfc.so.0" in files
    assert (tmp_path / "build/lib/perfc/libperfc.so.0").exists(), "what is left of it"
    name, files = files_of("without")
    assert "-py3-none-any" in name and "libperfc.so.0" not in files
    assert {"attr.py", "py.typed"} <= files
