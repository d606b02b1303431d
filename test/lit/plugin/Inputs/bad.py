# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def bad(A: T.Buffer((4,), "float32")):
        A[0] = nowhere
