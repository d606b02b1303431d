# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The peers of the benchmark that are no LLVM: TVM and Halide, each in a virtual environment."""
import os
import pathlib

from hexagon import ROOT, Failure, call

# Name of the configuration: the sets it has kernels in.
NAMES = {}


def python_with(module, *places):
    for place in places:
        if place and os.access(place, os.X_OK):
            try:
                call(place, "-c", f"import {module}")
                return pathlib.Path(place)
            except Failure:
                pass
    return None


def tvm_python():
    return python_with("tvm", os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python")


def set_up():
    """Make the environments; {peer: why it is absent}."""
    absent = {}
    try:
        call(ROOT / "scripts/setup-tvm")
    except Failure as e:
        absent["TVM 0.27"] = str(e)
    return absent


def versions():
    python = tvm_python()
    return {"TVM": call(python, "-c", "import tvm; print(tvm.__version__)").strip() if python else "absent"}
