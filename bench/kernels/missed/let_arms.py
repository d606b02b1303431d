# let_arms: a quotient in both arms of a branch, under a T.Let of each
# set x 100
# set y 7
# set n 3
# fill A -9 9
from tvm.script import tirx as T

@T.prim_func
def let_arms(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), x: T.int32, y: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    u = T.int32()
    v = T.int32()
    for i in range(4096):
        if A[i] > 0:
            B[i] = T.Let(u * u + x // y, where={u: n + i})
        else:
            B[i] = T.Let(v * 3 - x // y, where={v: n * i})
