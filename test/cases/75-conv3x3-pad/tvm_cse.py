# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def main(B: T.Buffer((1024,), "int32"), A: T.Buffer((1024,), "int32"), C: T.Buffer((1024,), "int32"), n: T.int32, x: T.int32, y: T.int32, z: T.int32):
    T.func_attr({"tirx.noalias": True})
    for h, w in T.grid(n, n):
        cse_v1: T.let[T.int32] = T.Mul(0, 3)
        cse_v4: T.let[T.int32] = h * n + w
        cse_v5: T.let[T.int32] = T.Add(h, 0) - 1
        cse_v6: T.let[T.int32] = T.Add(w, 0) - 1
        cse_v11: T.let[T.int32] = cse_v5 * n
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v5 and cse_v5 < n and (0 <= cse_v6 and cse_v6 < n), A[cse_v11 + cse_v6], 0) * C[T.Add(cse_v1, 0)]
        cse_v7: T.let[T.int32] = w + 1 - 1
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v5 and cse_v5 < n and (0 <= cse_v7 and cse_v7 < n), A[cse_v11 + cse_v7], 0) * C[cse_v1 + 1]
        cse_v8: T.let[T.int32] = w + 2 - 1
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v5 and cse_v5 < n and (0 <= cse_v8 and cse_v8 < n), A[cse_v11 + cse_v8], 0) * C[cse_v1 + 2]
        cse_v2: T.let[T.int32] = T.Mul(1, 3)
        cse_v9: T.let[T.int32] = h + 1 - 1
        cse_v12: T.let[T.int32] = cse_v9 * n
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v9 and cse_v9 < n and (0 <= cse_v6 and cse_v6 < n), A[cse_v12 + cse_v6], 0) * C[T.Add(cse_v2, 0)]
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v9 and cse_v9 < n and (0 <= cse_v7 and cse_v7 < n), A[cse_v12 + cse_v7], 0) * C[cse_v2 + 1]
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v9 and cse_v9 < n and (0 <= cse_v8 and cse_v8 < n), A[cse_v12 + cse_v8], 0) * C[cse_v2 + 2]
        cse_v3: T.let[T.int32] = T.Mul(2, 3)
        cse_v10: T.let[T.int32] = h + 2 - 1
        cse_v13: T.let[T.int32] = cse_v10 * n
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v10 and cse_v10 < n and (0 <= cse_v6 and cse_v6 < n), A[cse_v13 + cse_v6], 0) * C[T.Add(cse_v3, 0)]
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v10 and cse_v10 < n and (0 <= cse_v7 and cse_v7 < n), A[cse_v13 + cse_v7], 0) * C[cse_v3 + 1]
        B[cse_v4] = B[cse_v4] + T.if_then_else(0 <= cse_v10 and cse_v10 < n and (0 <= cse_v8 and cse_v8 < n), A[cse_v13 + cse_v8], 0) * C[cse_v3 + 2]
