# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def rows(A: T.Buffer(("n", 3), "int32"), B: T.Buffer((n + 1,), "int32")):
        n = T.int32()
        A_1 = A.view(n * 3)
        for i in range(n):
            B[i] = A_1[i * 3] + A_1[i * 3 + 1] + A_1[i * 3 + 2]
        B[n] = n
