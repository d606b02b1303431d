# The only user of what was loaded is a store, and hexagon-vc moves that behind a store of what was loaded.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "uint8"), B: T.Buffer((512,), "uint8"), C: T.Buffer((512,), "uint8"), D: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8"), n: T.int32, m: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[T.Ramp(0, 1, 64)] = A[T.Ramp(n, 1, 64)]
    A[T.Ramp(n - 1, 1, 64)] = P[T.Ramp(0, 1, 64)]
    B[T.Ramp(64, 1, 64)] = A[T.Ramp(n + 64, 1, 64)]
    D[T.Ramp(0, 1, 64)] = C[T.Ramp(m, 1, 64)]
    C[T.Ramp(m - 1, 1, 64)] = P[T.Ramp(64, 1, 64)]
    D[T.Ramp(64, 1, 64)] = C[T.Ramp(m + 64, 1, 64)]
