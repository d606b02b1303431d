# RUN: not %tirc --emit=tir %s 2>&1 | FileCheck %s --implicit-check-not=error:
# What is not read is refused by its name, where it stands; its block says nothing more.
from tvm.script import tirx as T

# CHECK: :[[#@LINE+2]]:5: note: 'two' is no @T.prim_func and is left out
@R.function
def two(x: R.Tensor):
    return x

@T.prim_func
def one(A: T.Buffer((16, 16), "float32"), i: T.int32):
    # CHECK: :[[#@LINE+1]]:10: error: T.realize is not supported: it is the spelling of an older TVM
    with T.realize(A, "global"):
        A[0, 0] = 1.0
    # CHECK: :[[#@LINE+1]]:5: error: T.ptx is not supported: it is for GPUs only
    T.ptx.cp_async(A.data, 0)
    # CHECK: :[[#@LINE+1]]:9: error: T.Buffer cannot declare a view: write T.decl_buffer
    V = T.Buffer((16,), "float32", data=A.data)
    # CHECK: :[[#@LINE+1]]:37: error: layouts of buffers are not supported
    L = T.alloc_buffer((4,), layout=T.Add(1, 2))
    # CHECK: :[[#@LINE+1]]:9: error: a buffer has no attribute 'permute'
    P = A.permute(1, 0)
    # CHECK: :[[#@LINE+1]]:29: error: vectors of a scalable length are not read
    R = T.alloc_local((4,), "float32xvscalex4")
    # CHECK: :[[#@LINE+1]]:5: error: a definition within a function is not TVMScript
    def g():
        pass
