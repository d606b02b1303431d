# reject: return needs a value
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(a: T.int32) -> T.int32:
    return
# expected-error@9 {{'return' needs a value}}
