# caution: constant index outside the shape is not diagnosed
# advice: accept, optional warning (undefined behaviour)
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    B[99] = 0
    B[-1] = 1
# expected-warning@10 {{index 99 lies outside of dimension 0 of 'B', which is 16}}
# expected-note@9 {{declared here}}
# expected-warning@11 {{index -1 lies outside of dimension 0 of 'B', which is 16}}
# expected-note@9 {{declared here}}
