# reject: for needs range or a T loop constructor
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    for k in [1, 2, 3]:
        B[k] = k
# expected-error@9 {{'for' takes range, T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding or T.grid, not a list}}
