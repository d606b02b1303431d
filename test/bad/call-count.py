from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    @T.prim_func
    def f(B: T.Buffer((16,), "int32")):
        B[0] = M.g(1, 2)
    @T.prim_func(private=True)
    def g(i: T.int32) -> T.int32:
        return i
# expected-error@8:16 {{'g' takes 1 argument, not 2}}
# expected-note@10:5 {{defined here}}
