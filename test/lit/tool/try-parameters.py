# At -O3 for Hexagon versions are weighed where extents of loops are parameters, too: by calls with as much as the buffers hold, and with less.
# RUN: %tirc --target=hexagon -O3 --function=chosen -Rpass-missed=tirc-choose %s -c -o %t.o 2>&1 | FileCheck %s
# CHECK: remark: function 'chosen' is compiled as told above: {{[12][0-9][0-9]}} packets a call by its code with m = 8, n = 192, the best of other versions takes {{[0-9]+}}; how often each loop runs is not known from its code, so that calls with other arguments are weighed, too
# The same bytes from the same text.
# RUN: %tirc --target=hexagon -O3 --function=chosen %s -c -o %t.again.o && cmp %t.o %t.again.o
# A shape that is the caller's is a parameter, too; of such, numbers are taken that are neither small nor round.
# RUN: %tirc --target=hexagon -O3 --function=shaped -Rpass=tirc-choose -Rpass-missed=tirc-choose %s -c -o %t.o 2>&1 | FileCheck --check-prefix=SHAPED %s
# SHAPED: remark: function 'shaped' is compiled {{.*}} packets a call by its code with k = 3, m = 34, n = 34,
# What is better for long rows and worse for short ones is not taken.
# RUN: %tirc --target=hexagon -O3 --function=down -Rpass-missed=tirc-choose %s -c -o %t.o 2>&1 | FileCheck --check-prefix=DOWN %s
# DOWN: remark: function 'down' is compiled as told above: [[FIRST:[0-9]+]] packets a call by its code with n = 138, the best of other versions takes
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def chosen(O: T.Buffer((8, 192), "uint8"), A: T.Buffer((8, 192), "uint8"), B: T.Buffer((192,), "uint8"), m: T.int32, n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(m, n):
        O[i, j] = T.Select(B[j] != T.uint8(3), T.Cast("uint8", T.abs(T.Cast("int32", A[i, j]) - T.Cast("int32", B[j]))), A[i, j])


@T.prim_func(s_tir=True)
def shaped(a: T.handle, o: T.handle, k: T.int32):
    T.func_attr({"tirx.noalias": True})
    m, n = T.int32(), T.int32()
    A = T.match_buffer(a, (m, n, 3), "uint8")
    O = T.match_buffer(o, (m, n), "uint8")
    for i, j in T.grid(m, n):
        O[i, j] = T.uint8(0)
        for c in range(k):
            O[i, j] = T.max(O[i, j], A[i, j, c])


@T.prim_func(s_tir=True)
def down(O: T.Buffer((12, 138), "uint8"), A: T.Buffer((12, 138), "uint8"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i, j in T.grid(11, n):
        O[i + 1, j] = O[i, j] + A[i, j]

# UNSUPPORTED: slow-with-sanitizers
