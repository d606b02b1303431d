# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Floats by their bits on every HVX: all pairs of special numbers compared, chosen, limited, with other signs and in other formats, in
# loops that become lanes.  NaNs keep their bits where they are moved or chosen, subnormals are not flushed, zeros are equal.
# REQUIRES: llvm-22
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp %s --save=%t/interp
# RUN: %tirc -O2 -mcpu=hexagonv60 --run=hexagon %s --save=%t/v60 && diff -r %t/interp %t/v60
# RUN: %tirc -O2 --lanes=all --run=hexagon %s --save=%t/v67 && diff -r %t/interp %t/v67
# RUN: %tirc -O2 --cover=all -mcpu=hexagonv68 --run=hexagon %s --save=%t/v68 && diff -r %t/interp %t/v68
# RUN: %tirc -O1 --lanes=all -mcpu=hexagonv73 --run=hexagon %s --save=%t/v73 && diff -r %t/interp %t/v73
# RUN: %tirc -O2 --lanes=all --run=jit %s --save=%t/jit && diff -r %t/interp %t/jit
# Each of the loops over numbers is one over vectors, of which LLVM sees integers.
# RUN: %tirc --target=hexagon -O2 --lanes=all --explain %s -o /dev/null 2> %t/explain; grep -c "vectorised, with" %t/explain | FileCheck %s --check-prefix=LOOPS
# LOOPS: 10
# RUN: %tirc --target=hexagon -O2 --lanes=all --emit=ll %s -o %t/bits.ll && not grep -E "x (half|float|bfloat)>" %t/bits.ll
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), O: T.Buffer((12, 4096), "int32"),
         P: T.Buffer((12, 4096), "int16"), Q: T.Buffer((4, 4096), "int32"), R: T.Buffer((6, 4096), "int16")):
    T.func_attr({"tirx.noalias": True})
    # 64 numbers, each with each: both signs, eight exponents (of 0, subnormals, 1, the ends of float16, infinity, NaN), digits
    N = T.alloc_buffer((64,), "int32")
    for i in range(64):
        e: T.int32 = i // 2 % 8
        N[i] = T.if_then_else(e == 0, 0, T.if_then_else(e == 1, 0x00800000, T.if_then_else(e == 2, 0x3f800000, T.if_then_else(e == 3, 0x387fc000, T.if_then_else(e == 4, 0x477fe000, T.if_then_else(e == 5, 0x33000000, T.if_then_else(e == 6, 0x7f800000, 0x7fc00000)))))))
        N[i] = (N[i] + i // 16 * 0x1001) | (i % 2 << 31)
    for i, j in T.grid(64, 64):
        A[i * 64 + j] = N[i]
        B[i * 64 + j] = N[j]
    a = T.decl_buffer((4096,), "float32", data=A.data)
    b = T.decl_buffer((4096,), "float32", data=B.data)
    o = T.decl_buffer((12, 4096), "float32", data=O.data)
    for i in range(4096):
        o[0, i] = T.max(a[i], b[i])
        o[1, i] = T.min(a[i], b[i])
        o[2, i] = T.Select(a[i] < b[i], T.float32(1), T.float32(-0.0))
        o[3, i] = T.Select(a[i] <= b[i], a[i], T.float32(2))
        o[4, i] = T.Select(a[i] == b[i], b[i], a[i])
        o[5, i] = T.Select(a[i] != b[i], T.float32(3), b[i])
    for i in range(4096):
        o[6, i] = T.max(a[i], T.float32(0))
        o[7, i] = T.min(T.max(b[i], T.float32(-1.5)), T.float32(6))
        o[8, i] = T.Select(T.float32(0) < a[i], a[i], b[i])
        o[9, i] = T.Select(a[i] == T.float32(0), b[i], T.fabs(a[i]))
        o[10, i] = T.Select(a[i] != T.float32(-0.0), b[i], T.float32(5))
        o[11, i] = T.Select(T.float32(-2) >= b[i], a[i], b[i])
    p = T.decl_buffer((12, 4096), "float16", data=P.data)
    # all of float16, and float32 as that
    h = T.decl_buffer((4096,), "float16", data=R.data)
    g = T.decl_buffer((6, 4096), "float16", data=R.data)
    for i in range(4096):
        R[0, i] = T.Cast("int16", i * 16 + i // 64 % 16)
        R[1, i] = T.Cast("int16", B[i] >> 16)
    for i in range(4096):
        p[0, i] = T.max(g[0, i], g[1, i])
        p[1, i] = T.min(g[0, i], g[1, i])
        p[2, i] = T.Select(g[0, i] >= g[1, i], g[0, i], T.float16(4))
        p[3, i] = T.max(T.max(T.max(g[0, i], g[1, i]), T.float16(-1)), g[0, i])
        p[4, i] = T.Select(g[0, i] > T.float16(-3), g[1, i], T.fabs(g[1, i]))
    q = T.decl_buffer((4, 4096), "float32", data=Q.data)
    for i in range(4096):
        q[0, i] = T.Cast("float32", h[i])
        q[1, i] = T.max(T.Cast("float32", h[i]), a[i])
    for i in range(4096):
        p[5, i] = T.Cast("float16", a[i])
        p[6, i] = T.Cast("float16", b[i])
    s = T.decl_buffer((12, 4096), "bfloat16", data=P.data)
    for i in range(4096):
        s[7, i] = T.Cast("bfloat16", a[i])
        s[8, i] = T.Cast("bfloat16", h[i])
    k = T.decl_buffer((6, 4096), "bfloat16", data=R.data)
    for i in range(4096):
        q[2, i] = T.Cast("float32", k[1, i])
        s[9, i] = T.min(k[0, i], k[1, i])
