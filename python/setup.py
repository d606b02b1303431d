# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel: the package and what the build puts into tirc/native.  `cmake --build build/release --target wheel` calls it with
TIRC_VERSION set."""
import os

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel


class Binary(Distribution):
    """It has a library of this machine."""

    def has_ext_modules(self):
        return True


class AnyPython(bdist_wheel):
    """Its library is called through ctypes: any Python 3 of this platform."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(
    name="tirc", version=os.environ.get("TIRC_VERSION", "0"), packages=["tirc"], distclass=Binary,
    cmdclass={"bdist_wheel": AnyPython},
    description="TVM's TIR with its common subexpressions named, explained, compiled and run",
    license="Apache-2.0 WITH LLVM-exception", python_requires=">=3.10", extras_require={"run": ["numpy"]},
    entry_points={"console_scripts": ["tirc = tirc.__main__:main"]},
    package_data={"tirc": ["native/bin/*", "native/lib/*", "native/licences/*"]},
)
