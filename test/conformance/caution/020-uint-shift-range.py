# caution: shift amount is checked for signed constants only: u >> 40 is accepted
# advice: reject constant amounts >= bits
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    B[0] = T.Cast("int32", u >> 40)
# expected-error@10 {{shift by 40 does not lie within 0 and 31}}
