# reject: Ramp needs more than one lane
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    A[T.Ramp(0, 1, 1)] = f
# expected-error@9 {{the number of lanes must be at least 2 and at most 4096}}
