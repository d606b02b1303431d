# caution: declared return type is not checked
# advice: reject or convert
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(i: T.int32) -> T.int64:
    return i
# expected-error@10 {{a value of type int32 is returned where int64 is wanted}}
# expected-note@9 {{of this function}}
