# options: -O0 --emit=ll --function=f
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class M:
    @T.prim_func
    def f(B: T.Buffer((16,), "int32")):
        B[0] = M.g(1)
    @T.prim_func(private=True)
    def g(i: T.int32) -> T.int32:
        return i
# expected-error@0:0 {{internal error: invalid LLVM IR was built: Global is external, but doesn't have external or weak linkage!}}
