# reject: duplicate function name in a module
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.int32):
        T.evaluate(a)
    @T.prim_func
    def f(a: T.int32):
        T.evaluate(a)
# expected-error@13 {{function 'f' is defined twice}}
# expected-note@10 {{first defined here}}
