from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    @T.prim_func
    def f(B: T.Buffer((16,), "int32"), x: T.float32):
        B[0] = M.g(x)
    @T.prim_func(private=True)
    def g(i: T.int32) -> T.int32:
        return i
# expected-error@8:16 {{argument 1 of 'g' has type float32, not int32}}
# expected-note@10:11 {{the parameter is here}}
