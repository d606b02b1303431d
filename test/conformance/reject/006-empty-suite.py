# reject: a compound statement needs a body
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    for i in range(4):
# expected-error@9 {{expected an indented block after this}}
