from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    I.module_attrs(3)
    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = 1.0
# expected-error@6:20 {{I.module_attrs takes a dictionary}}
