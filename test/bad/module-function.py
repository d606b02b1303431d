from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    @T.prim_func
    def f(A: T.Buffer((16,), "float32")):
        A[0] = M.gather(1)
    @T.prim_func(private=True)
    def gathr(i: T.int32) -> T.float32:
        return T.float32(i)
# expected-error@8:16 {{the module has no function 'gather'; did you mean 'gathr'?}}
