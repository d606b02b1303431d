from tvm.script import tirx as T

class M:
    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = 1.0
# expected-error@3:1 {{class 'M' must be decorated with @I.ir_module}}
