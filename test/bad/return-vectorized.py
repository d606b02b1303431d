# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def f(A: T.Buffer((16,), "int32")) -> T.int32:
    for i in T.vectorized(4):
        if A[i] > 3:
            return 1
    return 0
# expected-error@8:13 {{'return' cannot leave a vectorized loop}}
