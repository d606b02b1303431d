# reject: unbalanced parenthesis
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    A[0] = (1 + 2
# expected-error@9 {{bracket is never closed}}
