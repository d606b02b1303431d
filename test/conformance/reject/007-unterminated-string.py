# reject: unterminated string literal
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "int32)):
    A[0] = 1
# expected-error@8 {{string is not closed}}
