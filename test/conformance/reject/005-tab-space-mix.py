# reject: inconsistent tabs and spaces
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    if T.bool(True):
        A[0] = 1
	A[1] = 1
# expected-error@11 {{tabs and spaces are mixed in the indentation}}
