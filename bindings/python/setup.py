"""The part of the build that pyproject.toml can't say: the wheel holds libperfc.so.0.

PERFC_PREFIX is where libperfc was installed (tools/install --prefix); without it the wheel is a
pure one, and the system's library is loaded."""
import os
import pathlib
import platform
import shutil

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

PREFIX = os.environ.get("PERFC_PREFIX")
LIBRARY = "libperfc.so.0"


class BuildWithLibrary(build_py):
    def run(self):
        package = pathlib.Path(self.build_lib) / "perfc"
        if not self.editable_mode:
            # The wheel takes all that lies there: an earlier build's library, too.
            shutil.rmtree(package, ignore_errors=True)
        super().run()
        if PREFIX and not self.editable_mode:
            shutil.copyfile(pathlib.Path(PREFIX) / "lib" / LIBRARY, package / LIBRARY)


class Wheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        if PREFIX:
            self.root_is_pure = False

    def get_tag(self):
        # No extension module: any Python 3 on this machine's kind of Linux.
        return ("py3", "none", f"linux_{platform.machine()}") if PREFIX else super().get_tag()


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel})
