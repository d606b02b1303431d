# What is said of a computation is true, and the caret stands under it.
# RUN: %tirc --explain --target=hexagon -O3 --try-versions=0 --function=once %s -o /dev/null 2>&1 | FileCheck --check-prefix=ONCE --implicit-check-not="A[i, 1] / B[i]'" %s
# RUN: %tirc --explain --target=hexagon -O3 --try-versions=0 --function=target %s -o /dev/null 2>&1 | FileCheck --check-prefix=TARGET %s
# RUN: %tirc --explain --target=hexagon -O3 --try-versions=0 --function=scalar %s -o /dev/null 2>&1 | FileCheck --check-prefix=SCALAR %s
# RUN: %tirc --explain --target=hexagon -O3 --try-versions=0 --no-loops --function=behind %s -o /dev/null 2>&1 | FileCheck --check-prefix=BEHIND %s
# RUN: %tirc --explain --target=hexagon -O3 --try-versions=0 --function=known %s -o /dev/null 2>&1 | FileCheck --check-prefix=KNOWN %s
# RUN: %tirc --explain --target=hexagon -O3 --try-versions=0 --function=call %s -o /dev/null 2>&1 | FileCheck --check-prefix=CALL %s
# RUN: %tirc --explain=%t.html --emit=tir --function=known %s -o /dev/null && FileCheck --check-prefix=PAGE %s < %t.html
# PAGE: computations saved
# PAGE-NOT: <td>once</td>
# PAGE: <td>known</td>
from tvm.script import tirx as T


# The quotient is computed once, stored, and loaded again.
# ONCE: remark: loop 'j' is not vectorised
@T.prim_func
def once(A: T.Buffer((32, 32), "float32"), B: T.Buffer((32,), "float32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(32):
        A[i, 0] = A[i, 1] / B[i]
        for j in range(2, 32):
            A[i, j] = A[i, j] - A[i, 0]


# What is stored to is not computed.
# TARGET: :[[@LINE+5]]:16: remark: 'A[i]' is computed 2 times: a store or call in between
@T.prim_func
def target(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    for i in range(64):
        B[i] = A[i] * 2
        A[i] = A[i] + B[i]


# A scalar has the name that the text gives it.
# SCALAR: :[[@LINE+6]]:11: remark: 'k' is computed 4 times: LLVM shares it by itself
@T.prim_func
def scalar(A: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    k: T.int32 = 0
    while k < 10:
        A[k] = k * x + k
        k = k + 1


# The name stands above the condition, which has no i * 32.
# BEHIND: :[[@LINE+6]]:15: remark: 'i * 32 + c' is computed {{[0-9]}} times
@T.prim_func
def behind(A: T.Buffer((1024,), "int32"), Z: T.Buffer((32,), "int32"), B: T.Buffer((1024,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i, c in T.grid(32, 32):
        if Z[c] < 50:
            B[i * 32 + c] = T.Cast("uint8", T.max((A[i * 32 + c] * 77 + 128) // 256 + Z[c], 0))
        else:
            B[i * 32 + c] = T.Cast("uint8", T.max((A[i * 32 + c] * 77 + 128) // 256 + Z[c], 0)) // T.uint8(2)


# The second V[i] is x.
# KNOWN: :[[@LINE+8]]:21: remark: 'V[i]' is computed 2 times: a store or call in between may write to the memory it reads
@T.prim_func
def known(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    V = T.decl_buffer((32,), "int32", data=A.data)
    for i in range(32):
        B[i] = V[i] * 3
        A[i] = x
        B[i + 32] = V[i] * 3


# CALL: remark: loop 'i' is not vectorised: it calls a function that takes no vectors
@T.prim_func
def call(A: T.Buffer((64,), "int32"), x: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(64):
        A[i] = T.call_pure_extern("int32", "f", x) * i
