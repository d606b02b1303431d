from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = 1.0

@I.ir_module
class N:
    @T.prim_func
    def g(A: T.Buffer((16,), "float32")):
        A[0] = 1.0
# expected-error@11:1 {{a text holds one module}}
