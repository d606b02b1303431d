# reject: top-level def without @T.prim_func
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

def main(A: T.Buffer((4,), "int32")):
    A[0] = 1
# expected-error@7 {{function 'main' must be decorated with @T.prim_func}}
