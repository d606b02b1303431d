# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The peers of the benchmark that have a compiler of their own: TVM and Halide, each in a virtual
environment that scripts/setup-tvm and scripts/setup-bench make."""
import os

from hexagon import LLVM, ROOT, Failure, call

HALIDE_TARGET = "hexagon-32-noos-no_runtime-hvx-hvx_v66-no_asserts-no_bounds_query"
OWN = {"image", "layout", "loops", "nn", "micro", "others"}
# Name of the configuration: what it is, and the sets it has kernels in.
WHAT = {
    "tvm": "TVM 0.27, all of it with its CSE",
    "tvm-no": "TVM 0.27 without its CSE",
    "halide": "Halide 21, the schedules of its apps",
}
NAMES = {"tvm": OWN, "tvm-no": OWN, "halide": {"image"}}


def python_with(module, *places):
    """The first of these Pythons that has the module, or None."""
    for place in places:
        if place and os.access(place, os.X_OK):
            try:
                call(place, "-c", f"import {module}")
                return place
            except Failure:
                pass
    return None


def tvm_python():
    return python_with("tvm", os.environ.get("TIRC_TVM"), ROOT / "build/.venv-tvm/bin/python")


def bench_python(module="halide"):
    return python_with(module, os.environ.get("TIRC_BENCH"), ROOT / "build/.venv-bench/bin/python")


class Peers:
    """The environments that are there, and why the others are not."""

    def __init__(self):
        self.absent = {}
        for what, script in (("TVM 0.27", "setup-tvm"), ("Halide 21", "setup-bench")):
            try:
                call(ROOT / "scripts" / script)
            except Failure as e:
                self.absent[what] = str(e)
        self.tvm, self.halide = tvm_python(), bench_python()

    def versions(self):
        return {"TVM": call(self.tvm, "-c", "import tvm; print(tvm.__version__)").strip()
                if self.tvm else "absent",
                "Halide": call(self.halide, "-c", "from importlib.metadata import version; "
                               "print(version('halide'))").strip() if self.halide else "absent"}

    def names(self, group):
        return [n for n, groups in NAMES.items() if group in groups]

    def build(self, name, kernel, tools, obj):
        """The object of a kernel, with its parameters."""
        if name == "halide":
            self.build_halide(kernel, tools, obj)
        elif not self.tvm:
            raise Failure("TVM is not there")
        else:
            call(self.tvm, ROOT / "bench/tvm_peer.py", kernel.source, obj, "--function", kernel.symbol,
                 *(["--no-cse"] if name == "tvm-no" else []), timeout=300)

    def build_halide(self, kernel, tools, obj):
        if not self.halide:
            raise Failure("Halide is not there")
        own, folder = obj.with_suffix(".halide.o"), kernel.source.parent
        call(self.halide, folder / "halide_gen.py", kernel.name, HALIDE_TARGET, own, timeout=300)
        define = ["-DWITH_K"] if any(p.name == "K" for p in kernel.params) else []
        wrap = tools.c_object((folder / "halide_wrap.c").read_text(), "-O2", f"-DKERNEL={kernel.symbol}", *define)
        call(LLVM / "ld.lld", "-r", "-o", obj, own, wrap)
        own.unlink()
