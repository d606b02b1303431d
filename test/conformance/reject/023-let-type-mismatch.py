# reject: annotated immutable binding must match the value's type exactly
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    x: T.let[T.int64] = i + 1
    B[x] = 0
# expected-error@9 {{'x' is declared as int64 but its value has type int32}}
