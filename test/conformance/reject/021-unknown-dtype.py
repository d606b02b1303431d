# reject: unknown dtype string
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "floaty32")):
    T.evaluate(0)
# expected-error@8 {{there is no type 'floaty32'; did you mean 'float32'?}}
