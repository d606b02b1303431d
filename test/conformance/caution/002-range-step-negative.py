# caution: negative step: loop test is still k < stop, so zero iterations; CanonicalizeLoop refuses it
# advice: reject
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((16,), "bool"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    for k in range(8, 0, -1):
        B[k] = 1
# expected-error@10 {{the step of a loop must be at least 1 and at most 2147483647}}
