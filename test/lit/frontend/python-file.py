"""A Python file as people have it: kernels know the constants around them, the rest is left out."""
# RUN: %tirc --emit=tir --after=read %s 2>%t | FileCheck %s
# RUN: FileCheck %s --check-prefix=NOTE <%t
import os, sys

import numpy as np
import tvm
from tvm.script import ir as I, tirx as T
from tvm.script import relax as R

N = 64
M, ROWS = N // 2, 4
SHAPE = (ROWS, N)
DTYPE = "float32"
# NOTE: :[[#@LINE+1]]:1: note: what is no kernel is left out
NAMES = [f"k{i}" for i in range(3)] if os.environ.get("K") else {**os.environ}


# NOTE: :[[#@LINE+1]]:5: note: 'reference' is no @T.prim_func and is left out
def reference(a, *rest, scale=1.0, **more) -> "int":
    N = 3
    with np.errstate(all="ignore"):
        return {k: v for k, v in more.items()}


# NOTE: :[[#@LINE+1]]:7: note: 'Net' is no @T.prim_func and is left out
class Net(object):
    def forward(self):
        raise NotImplementedError(f"{self!r:>10}")


# CHECK: class Module:
@I.ir_module
class Module:
    # CHECK: def scale(A: T.Buffer((4, 64), "float32"), B: T.Buffer((4, 32), "int32")):
    @T.prim_func(s_tir=True)
    def scale(A: T.Buffer(SHAPE, DTYPE), B: T.Buffer((4, M), "int32")):
        # CHECK: for i, j in T.grid(4, 64):
        for i, j in T.grid(*SHAPE):
            # CHECK: A[i, j] = A[i, j] * T.float32(64.0)
            A[i, j] = A[i, j] * N

    # NOTE: :[[#@LINE+2]]:9: note: 'main' is no @T.prim_func and is left out
    @R.function
    def main(x: R.Tensor((8,), dtype="float32")) -> R.Tensor((8,), dtype="float32"):
        cls = Module
        with R.dataflow():
            gv = R.call_tir(cls.scale, (x,), out_ty=R.Tensor((8,), dtype="float32"))
            R.output(gv)
        return gv


try:
    import torch
except ImportError:
    torch = None


# NOTE: :[[#@LINE+1]]:5: note: 'run' is no @T.prim_func and is left out
def run():
    print(f"{tvm.compile(Module, target='llvm')}", *sys.argv, sep="\n")


mod = Module
mod.show(
    black_format=True)
# NOTE-NOT: note:
if __name__ == "__main__":
    run()
else:
    pass
