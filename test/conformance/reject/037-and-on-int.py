# reject: `and` / `or` / `not` need bool operands
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    B[0] = T.if_then_else(i and j, 1, 0)
# expected-error@9 {{'and' does not take operands of type int32; compare them first, as in 'x != 0'}}
