# caution: default values and *args are ignored silently
# advice: reject
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(i: T.int32 = 4, *args):
    T.evaluate(i)
# expected-error@9 {{a parameter has no default value in TVMScript}}
