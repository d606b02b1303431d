# RUN: not %tirc --emit=tir %s 2>&1 | FileCheck %s --implicit-check-not=error:
# Parts of blocks where they cannot be.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@T.prim_func(s_tir=True)
def one(A: T.Buffer((16, 16), "int32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        # CHECK: :[[#@LINE+1]]:9: error: T.where must stand at the head of a block
        T.where(i < 3)
        # CHECK: error: an axis must stand at the head of a block
        v = T.axis.spatial(16, i)
        with T.sblock("a"):
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: T.axis.remap takes variables of loops
            va, vb = T.axis.remap("SS", [i, i + 1])
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: T.axis.remap has 2 kinds and 1 variables for 2 names
            vc, vd = T.axis.remap("SS", [i])
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: an axis to remap is 'S' or 'R', not 'X'
            ve = T.axis.remap("X", [i])
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: T.axis has no 'sptial'
            vf = T.axis.sptial(16, i)
            T.reads(A[0, 0])
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: T.reads stands twice in a block
            T.reads(A[0, 1])
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: 'B' has 1 dimensions but its region 2
            T.writes(B[0, 1])
        with T.sblock("b"):
            vi = T.axis.spatial(16, i)
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: loop variable 'i' is used in a block with axes
            A[vi, i] = 1
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: a view of type float32 of a buffer of type int32
            S = T.match_buffer(A[0:4, 0:4], (4, 4))
            # CHECK: :[[#@LINE+1]]:{{.*}}: error: dimension 1 of the view is not its region's
            U = T.match_buffer(A[0:4, 0:4], (4, 5), "int32")

# CHECK: :[[#@LINE+2]]:1: error: a function with blocks needs @T.prim_func(s_tir=True)
@T.prim_func
def two(A: T.Buffer((16, 16), "int32")):
    with T.sblock("a"):
        A[0, 0] = 1
