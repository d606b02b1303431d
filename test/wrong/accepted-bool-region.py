# A truth as an index of a region.
# refused: an index must be an integer
@T.prim_func(s_tir=True)
def main(A: T.Buffer((4, 8), "int32", strides=(8, 1)), B: T.Buffer((4, 8), "int32")):
    # with T.sblock("root"):
    for i, j in T.grid(4, 8):
        with T.sblock("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            T.writes(B[T.bool(True), vj])
            B[vi, vj] = A[vi, vj] + 1
