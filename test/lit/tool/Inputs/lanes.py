from tvm.script import tirx as T

@T.prim_func
def f(x: T.Buffer((128,), "int32"), y: T.Buffer((64,), "int32"), A: T.Buffer((64, 128), "int32"), C: T.Buffer((2,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(128):
        for j in range(64):
            x[i] = x[i] + A[j, i] * y[j]
    C[0] = n * n + 1
    C[1] = n * n + 2
