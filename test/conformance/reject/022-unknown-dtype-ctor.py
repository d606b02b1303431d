# reject: T has no scalar type constructor of that name
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func
def main(a: T.int5):
    T.evaluate(0)
# expected-error@8 {{T has no 'int5'}}
