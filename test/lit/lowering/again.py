# How many iterations LLVM is told to interleave where they load the same elements.
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=rows %s | FileCheck --check-prefix=EIGHT %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=names %s | FileCheck --check-prefix=EIGHT %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=back %s | FileCheck --check-prefix=EIGHT %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=planes %s | FileCheck --check-prefix=EIGHT %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=matrix %s | FileCheck --check-prefix=EIGHT %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=cube %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=floats %s | FileCheck --check-prefix=FOUR %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=none %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=stored %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --target=hexagon -fno-vectorize --passes=verify --emit=ll --function=overlap %s | FileCheck --check-prefix=NONE %s
# RUN: %tirc --passes=verify --emit=ll --function=rows %s | FileCheck --check-prefix=NONE %s
# EIGHT: br label %for, !llvm.loop
# EIGHT: !{!"llvm.loop.unroll.count", i32 8}
# FOUR: !{!"llvm.loop.unroll.count", i32 4}
# NONE: define
# NONE-NOT: llvm.loop.unroll.count
from tvm.script import ir as I
from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func
    def rows(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] + A[(i + 3) * y + x]

    @T.prim_func
    def names(A: T.Buffer((1024,), "int8"), B: T.Buffer((1024,), "int8"), n: T.int32, x: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            t = T.bind(i * y + x)
            u = T.bind(t + y)
            v = T.bind(A[u] + A[u + y])
            B[i] = A[t] + v + A[u + y * 2]

    # rows from the last one on
    @T.prim_func
    def back(A: T.Buffer((1024,), "int16"), B: T.Buffer((1024,), "int16"), n: T.int32, x: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            B[i] = A[x - i * y] + A[x - (i - 1) * y] + A[x - (i - 2) * y] + A[x - i * y + y * 3] + A[i]

    @T.prim_func
    def planes(A: T.Buffer((1024,), "uint8"), B: T.Buffer((1024,), "uint8"), n: T.int64, x: T.int64, y: T.int64):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            B[i] = A[(i * y + 1) * x] + A[((i + 1) * y + 1) * x] + A[((i + 2) * y + 1) * x] + A[((i + 3) * y + 1) * x]

    @T.prim_func
    def matrix(a: T.handle, b: T.handle, x: T.int32):
        T.func_attr({"tirx.noalias": True})
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, m), "int32")
        B = T.match_buffer(b, (n,), "int32")
        for i in range(n - 3):
            B[i] = A[i, x] + A[i + 1, x] + A[i + 2, x] + A[i + 3, x]

    # the next iteration's elements are a number of elements away that is known
    @T.prim_func
    def cube(a: T.handle, b: T.handle, x: T.int32):
        T.func_attr({"tirx.noalias": True})
        n = T.int32()
        m = T.int32()
        A = T.match_buffer(a, (n, m, 4), "int32")
        B = T.match_buffer(b, (m,), "int32")
        for i in range(m - 3):
            B[i] = A[x, i, 1] + A[x, i + 1, 1] + A[x, i + 2, 1] + A[x, i + 3, 1]

    @T.prim_func
    def floats(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), n: T.int32, x: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] + A[(i + 3) * y + x]

    # three rows; a constant pitch, of which LLVM keeps elements; 64 bits; steps of four rows; no line;
    # a known number of iterations; a branch
    @T.prim_func
    def none(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int64"), n: T.int32, x: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x]
        for i in range(n):
            B[i] = A[i * 7 + x] + A[(i + 1) * 7 + x] + A[(i + 2) * 7 + x] + A[(i + 3) * 7 + x]
        for i in range(n):
            B[i] = T.Cast("int32", C[i * y + x] + C[(i + 1) * y + x] + C[(i + 2) * y + x] + C[(i + 3) * y + x])
        for i in range(n):
            B[i] = A[i * y * 4 + x] + A[(i * 4 + 1) * y + x] + A[(i * 4 + 2) * y + x] + A[(i * 4 + 3) * y + x]
        for i in range(n):
            B[i] = A[i * i + x] + A[(i + 1) * (i + 1) + x] + A[(i + 2) * (i + 2) + x] + A[(i + 3) * (i + 3) + x]
        for i in range(8):
            B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] + A[(i + 3) * y + x]
        for i in range(n):
            if i < x:
                B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] + A[(i + 3) * y + x]

    # a store between two loads of an element keeps them apart
    @T.prim_func
    def stored(A: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32):
        T.func_attr({"tirx.noalias": True})
        for i in range(n):
            A[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] + A[(i + 3) * y + x]

    @T.prim_func
    def overlap(A: T.Buffer((1024,), "int32"), B: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32):
        for i in range(n):
            B[i] = A[i * y + x] + A[(i + 1) * y + x] + A[(i + 2) * y + x] + A[(i + 3) * y + x]
