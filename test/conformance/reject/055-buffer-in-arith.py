# reject: whole buffer used as a value
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), i: T.int32, j: T.int32, l: T.int64, u: T.uint32, b: T.bool, f: T.float32, d: T.float64):
    A[0] = A + f
# expected-error@9 {{expected an expression, not a buffer; A[i] is an element, A.data the pointer to the first}}
