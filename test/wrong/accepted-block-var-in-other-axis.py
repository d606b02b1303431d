# A block's axis in the binding of another axis of the block.
# refused: 'vi' is defined in this block: its axes and T.where cannot use it
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32"), M: T.Buffer((4, 4), "int32"), i: T.int32, j: T.int32, l: T.int64, b: T.bool, f: T.float32):
    for k in range(4):
        with T.sblock("x"):
            vi = T.axis.spatial(4, k)
            vj = T.axis.spatial(4, vi)
            B[vj] = 0
