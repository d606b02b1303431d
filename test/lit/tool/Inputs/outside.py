# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def outside(A: T.Buffer((4,), "int32"), n: T.int32):
        A[n + 4] = 1
