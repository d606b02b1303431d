# reject: parameter without type annotation
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A):
    T.evaluate(0)
# expected-error@8 {{parameter 'A' has no type}}
