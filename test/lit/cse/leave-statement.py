# What one statement computes twice side by side is left to LLVM: a name puts the value before the address that is stored to, and saves nothing.

# RUN: %tirc --target=hexagon -O3 --emit=tir %s -o - | FileCheck %s
# RUN: %tirc --target=hexagon -O3 --emit=tir --explain %s -o /dev/null 2>&1 | FileCheck --check-prefix=WHY %s
# RUN: %tirc --cse-profile=host --emit=tir %s -o - | FileCheck --check-prefix=HOST %s

# CHECK: for i in range(200):
# CHECK-NEXT: O[i] = 
# WHY: 'T.reinterpret("uint32", A[i] + B[i])' is computed 2 times: LLVM shares it by itself
# HOST: cse_v1 = T.bind(T.reinterpret("uint32", A[i] + B[i]))

from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def rounded(A: T.Buffer((200,), "float32"), B: T.Buffer((200,), "float32"), O: T.Buffer((200,), "uint16")):
    T.func_attr({"tirx.noalias": True})
    for i in range(200):
        O[i] = T.Cast("uint16", T.reinterpret("uint32", A[i] + B[i]) + ((T.reinterpret("uint32", A[i] + B[i]) >> T.uint32(16)) & T.uint32(1)) + T.uint32(32767) >> T.uint32(16))
