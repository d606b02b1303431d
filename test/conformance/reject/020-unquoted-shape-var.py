# reject: shape variable used unquoted before definition
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((n,), "float32"), n: T.int32):
    A[0] = T.float32(0.0)
# expected-error@8 {{'n' is not defined}}
