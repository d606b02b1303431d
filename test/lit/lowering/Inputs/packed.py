@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def twice(a: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n * 2,), "float32")
        A[0] = T.float32(1)

    @T.prim_func(s_tir=True)
    def nowhere(A: T.Buffer((4,), "float32")):
        A[0] = T.float32(1)
