from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    I.module_attrs({}, {})
    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = 1.0
# expected-error@6:5 {{I.module_attrs takes a dictionary}}
