from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def rows(a: T.handle, B: T.Buffer((3, 4), "float32"), k: T.float32, half: T.bool):
        n = T.int32()
        A = T.match_buffer(a, (n, 4), "int32")
        S = T.alloc_buffer((4,), "int32")
        for i in range(n):
            twice = T.bind(i * 2)
            for j in range(4):
                S[j] = A[i, j] + twice
                B[i, j] = T.Cast("float32", S[j]) * k
            if half:
                done = T.bind(twice + 1)
                B[i, 0] = B[i, 0] + T.Cast("float32", done)
