# A recurrence through a view of memory that is the function's own.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    L = T.alloc_buffer((400,), "int32")
    M = T.decl_buffer((390,), "int32", data=L.data, elem_offset=4)
    for j in range(400):
        L[j] = B[j]
    for j in range(300):
        M[j] = L[j] * 3 + 1
    for j in range(300):
        A[j] = L[j]
