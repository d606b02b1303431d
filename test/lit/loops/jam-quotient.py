# What a quotient's bounds say of an index keeps its element away from those that the loop stores.
# RUN: %tirc --target=host -O2 --unroll-and-jam=4 --emit=tir %s 2>&1 | FileCheck %s --implicit-check-not="warnin{{g}}:"
# CHECK: for i in range(0, {{.*}}, 4):
# from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def quotient(B: T.Buffer((128,), "uint32"), n: T.int32, y: T.int32):
    T.func_attr({"tirx.noalias": True})
    for i in range(n):
        for j in range(n):
            B[j + 63] = T.min(B[T.truncdiv(y % 4, 16)], B[T.truncdiv(y % 4, 16)] - (~T.uint32(8)))
