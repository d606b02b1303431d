from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def axpy(X: T.Buffer((64,), "int32"), Y: T.Buffer((64,), "int32"), a: T.int32, b: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        Y[i] = X[i] * (a * b) + (a * b)
