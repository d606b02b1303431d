# reject: dedent to a column that matches no open block
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(A: T.Buffer((4,), "int32")):
    if True:
        A[0] = 1
      A[1] = 1
# expected-error@11 {{indentation does not match that of any line above}}
