# A recurrence through a view, in an inner loop.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    V = T.decl_buffer((900,), "int32", data=A.data, elem_offset=2)
    for i in range(3):
        for j in range(n):
            V[i * 100 + j] = A[i * 100 + j] * 3 % 101
