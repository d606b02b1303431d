# reject: Python forbids leading zeros in decimal integers
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    A[0] = 012
# expected-error@9 {{a decimal integer may not begin with 0}}
