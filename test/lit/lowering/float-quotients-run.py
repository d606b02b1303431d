# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Quotients by bits where HVX has no instructions for them: all of float16 and bfloat16, each with 5 others, and pairs of float32 whose quotient is near 1
# or at an end of the range, zeros, subnormals, infinities and NaNs.  Which NaN a result is nobody says.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 --lanes=all --run=jit %s --save=%t/jit && diff -r %t/interp %t/jit
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/quotients.ll && not grep -E "x (half|float|bfloat)>|fdiv" %t/quotients.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((131072,), "int32"), O: T.Buffer((2, 65536), "int32"), P: T.Buffer((131072,), "int16"), Q: T.Buffer((2, 65536), "int16"),
         R: T.Buffer((2, 65536), "int16")):
    T.func_attr({"tirx.noalias": True})
    # the second number: the other exponent of a quotient near 1, 2^127 or 2^-127, with few digits or many
    for i in T.serial(65536, annotations={"scalar": 1}):
        k: T.int32 = i * 28657 % 65536 << 7 | i % 128
        A[i] = i // 128 << 23 | T.if_then_else(i % 8 == 0, 0, T.if_then_else(i % 8 == 1, 0x007fffff, T.if_then_else(i % 8 == 2, 1, k)))
        A[i + 65536] = ((i // 128 + i // 8 % 64 - 32 + i % 3 * 127) & 255 | i % 7 % 2 << 8) << 23 | T.if_then_else(i % 5 == 0, 0, T.if_then_else(i % 5 == 1, 0x007fffff, 0x007fffff - k))
    for i in T.serial(512, annotations={"scalar": 1}):
        A[i + 65536] = A[65024 + i]
    # zeros, subnormals, 1, the largest number, infinities and NaNs of both signs, each by each
    for i in T.serial(256, annotations={"scalar": 1}):
        for s in T.serial(2, annotations={"scalar": 1}):
            j: T.int32 = T.if_then_else(s == 0, i % 16, i // 16)
            A[i + 2048 + s * 65536] = j // 8 << 31 | T.if_then_else(j % 8 == 0, 0, T.if_then_else(j % 8 == 1, 1, T.if_then_else(j % 8 == 2, 0x007fffff, T.if_then_else(j % 8 == 3, 0x00800000, T.if_then_else(j % 8 == 4, 0x3f800000, T.if_then_else(j % 8 == 5, 0x7f7fffff, T.if_then_else(j % 8 == 6, 0x7f800000, 0x7fc00000)))))))
    a = T.decl_buffer((131072,), "float32", data=A.data)
    o = T.decl_buffer((2, 65536), "float32", data=O.data)
    for i in range(65536):
        o[0, i] = a[i] / a[i + 65536]
        o[1, i] = a[i + 65536] / a[i]
    for j, i in T.grid(2, 65536):
        o[j, i] = T.Select(o[j, i] == o[j, i], o[j, i], T.float32(7))
    h = T.decl_buffer((131072,), "float16", data=P.data)
    q = T.decl_buffer((2, 65536), "float16", data=Q.data)
    b = T.decl_buffer((131072,), "bfloat16", data=P.data)
    r = T.decl_buffer((2, 65536), "bfloat16", data=R.data)
    U = T.alloc_buffer((65536,), "float16")
    V = T.alloc_buffer((65536,), "bfloat16")
    for i in T.serial(65536, annotations={"scalar": 1}):
        P[i] = T.Cast("int16", i)
        Q[0, i] = T.int16(0)
        Q[1, i] = T.int16(0)
        R[0, i] = T.int16(0)
        R[1, i] = T.int16(0)
    u = T.decl_buffer((65536,), "int16", data=U.data)
    v = T.decl_buffer((65536,), "int16", data=V.data)
    for n in range(4):
        for i in T.serial(65536, annotations={"scalar": 1}):
            P[i + 65536] = T.Cast("int16", T.if_then_else(n == 0, i ^ 0x8000, T.if_then_else(n == 1, 0x7c00, T.if_then_else(n == 2, 0, T.if_then_else(n == 3, i + 4097, i * 4093 + 24571)))))
        for i in range(65536):
            U[i] = h[i] / h[i + 65536]
            V[i] = b[i] / b[i + 65536]
        for i in range(65536):
            U[i] = T.Select(U[i] == U[i], U[i], T.float16(7))
            V[i] = T.Select(V[i] == V[i], V[i], T.bfloat16(7))
        for i in T.serial(65536, annotations={"scalar": 1}):
            Q[0, i] = Q[0, i] * T.int16(5) + u[i]
            R[0, i] = R[0, i] * T.int16(5) + v[i]
        for i in range(65536):
            U[i] = h[i + 65536] / h[i]
            V[i] = b[i + 65536] / b[i]
        for i in range(65536):
            U[i] = T.Select(U[i] == U[i], U[i], T.float16(7))
            V[i] = T.Select(V[i] == V[i], V[i], T.bfloat16(7))
        for i in range(65536):
            Q[1, i] = Q[1, i] * T.int16(5) + u[i]
            R[1, i] = R[1, i] * T.int16(5) + v[i]
