# carried: a quotient that the next iteration computes again
# set y 7
# fill A -9999 9999
from tvm.script import tirx as T

@T.prim_func
def carried(A: T.Buffer((4001,), "int32"), B: T.Buffer((4000,), "int32"), y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(4000):
        B[i] = A[i] // y + A[i + 1] // y
