# reject: duplicate parameter name
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(a: T.int32, a: T.int32):
    T.evaluate(a)
# expected-error@8 {{'a' is defined twice in one scope}}
# expected-note@8 {{first defined here}}
