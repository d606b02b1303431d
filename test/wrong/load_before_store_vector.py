# A vector of the text, named before a store of what it was loaded from (hexagon-vc).
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(A: T.Buffer((512,), "uint8"), P: T.Buffer((512,), "uint8", align=128), O: T.Buffer((512,), "uint16", align=128)):
    T.func_attr({"tirx.noalias": True})
    v = T.bind(A[T.Ramp(3, 1, 64)])
    A[T.Ramp(64, 1, 64)] = P[T.Ramp(130, 1, 64)]
    O[T.Ramp(0, 1, 64)] = T.Cast("uint16x64", A[T.Ramp(0, 1, 64)] + v + A[T.Ramp(4, 1, 64)])
