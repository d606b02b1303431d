# The caller's arguments overlap, which shows once the callee is inlined.
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def k(A: T.Buffer((401,), "uint8", align=1), B: T.Buffer((400,), "uint8", align=1), n: T.int32):
        for j in range(n):
            B[j] = A[j] + A[j + 1] * T.uint8(3)
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "uint8", align=128), n: T.int32):
        Module.k(A.data, T.address_of(A[128]), n)
