# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: %tirc --emit=tir --target=hexagon --lanes=0 --no-cse --optimize=delinearize %s | FileCheck %s
# RUN: %tirc -c -o %t.o --target=hexagon --lanes=0 --explain %s 2>&1 | FileCheck --check-prefix=WHY --implicit-check-not='could not' %s
# RUN: %tirc --run=interp --function=layout --stats %s h=3 w=5 c=4 A=random:1 --save=%t.1
# RUN: %tirc --run=interp -O0 --function=layout %s h=3 w=5 c=4 A=random:1 --save=%t.2
# RUN: cmp %t.1/B.npy %t.2/B.npy
# RUN: %tirc --run=interp --function=layout %s h=-3 w=5 c=-4 A=random:1 --save=%t.1
# RUN: %tirc --run=interp -O0 --function=layout %s h=-3 w=5 c=-4 A=random:1 --save=%t.2
# RUN: cmp %t.1/B.npy %t.2/B.npy
# A loop over a product of parameters, in two versions: in one it is loops over the factors.
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}def layout(
# CHECK: if 0 < {{[hwc]}} and 0 < {{[hwc]}} and 0 < {{[hwc]}}:
# CHECK-NEXT: for p_0, p_1, p_2 in T.grid(h, w, c):
# CHECK-NEXT: B[(p_0 * (w * c) + p_2 * w + p_1) % 4096] = A[(p_0 * (w * c) + p_1 * c + p_2) % 4096]
# CHECK-NEXT: else:
# CHECK-NEXT: for p in range(h * w * c):
# WHY: loop 'p': delinearisation: where the factors of its extent are above 0, loops over them, without the divisions that find its digits; loops: 3
@T.prim_func(s_tir=True)
def layout(A: T.Buffer((4096,), "int16"), B: T.Buffer((4096,), "int16"), h: T.int32, w: T.int32, c: T.int32):
    T.func_attr({"global_symbol": "layout", "tirx.noalias": True})
    for p in range(h * w * c):
        B[(p // (w * c) * (w * c) + p % c * w + p // c % w) % 4096] = A[(p // (w * c) * (w * c) + p // c % w * c + p % c) % 4096]


# A constant among the factors is cut where the text divides; a sum is a factor; 64 bits.
# CHECK-LABEL: {{^}}def constant(
# CHECK: if T.int64(0) < n + T.int64(1):
# CHECK-NEXT: for p_0, p_1, p_2 in T.grid(n + T.int64(1), T.int64(8), T.int64(8)):
# CHECK-NEXT: B[p_0 * T.int64(64) + p_2 * T.int64(8) + p_1] = A[p_0 * T.int64(64) + p_1 * T.int64(8) + p_2]
@T.prim_func(s_tir=True)
def constant(A: T.Buffer((4096,), "int16"), B: T.Buffer((4096,), "int16"), n: T.int64):
    T.func_attr({"global_symbol": "constant", "tirx.noalias": True})
    for p in range((n + T.int64(1)) * T.int64(64)):
        B[p // T.int64(64) * T.int64(64) + p % T.int64(8) * T.int64(8) + p // T.int64(8) % T.int64(8)] = A[p]


# Two factors that are never divided by one of them stay one loop.
# CHECK-LABEL: {{^}}def rows(
# CHECK: for p_0, p_1 in T.grid(h, w * c):
# CHECK-NEXT: B[p_0] = B[p_0] + A[p_0 * (w * c) + p_1]
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((4096,), "int32"), B: T.Buffer((64,), "int32"), h: T.int32, w: T.int32, c: T.int32):
    T.func_attr({"global_symbol": "rows", "tirx.noalias": True})
    for p in range(h * w * c):
        B[p // (w * c)] = B[p // (w * c)] + A[p]


# Neither of w and c divides the other; m divides nothing of the extent; the loop is left; the extent is loaded.
# CHECK-LABEL: {{^}}def other(
# CHECK-NOT: if 0 <
# WHY: loop 'p' is not delinearised: it is divided by what is no product of its extent's factors, or by products of which none divides the other
# WHY: loop 'q' is not delinearised: it is divided by
@T.prim_func(s_tir=True)
def other(A: T.Buffer((4096,), "int32"), B: T.Buffer((4096,), "int32"), w: T.int32, c: T.int32, m: T.int32):
    T.func_attr({"global_symbol": "other", "tirx.noalias": True})
    for p in range(w * c):
        B[p] = A[p % w * 64 + p % c]
    for q in range(w * c):
        B[q] = A[q // m * 64 + q % m]
    for r in range(w * c):
        if A[r // c] == r % c:
            break
        B[r] = 1
    for t in range(A[0] * c):
        B[t] = A[t // c]
