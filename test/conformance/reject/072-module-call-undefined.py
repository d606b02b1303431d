# reject: call to a function the module does not define
# from typing import TypeVar
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        A[0] = Module.nothere(A[1])
# expected-error@11 {{the module has no function 'nothere'}}
