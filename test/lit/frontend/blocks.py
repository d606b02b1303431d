# RUN: %tirc --emit=tir --after=read %s > %t.py
# RUN: FileCheck %s --match-full-lines --strict-whitespace < %t.py
# RUN: %tirc --emit=tir --after=read %t.py | diff %t.py -
# Blocks with all their parts are printed as TVM prints them.
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

# CHECK:@T.prim_func(s_tir=True)
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16, 20), "int32"), B: T.Buffer((16,), "int32"), n: T.int32):
# CHECK-NEXT:{{def main.*}}
# The root has no line of its own; its buffers have.
    C = T.sblock_alloc_buffer((16,), "int32", scope="local")
# CHECK-NEXT:    # with T.sblock("root"):
# CHECK-NEXT:    C = T.sblock_alloc_buffer((16,), "int32", scope="local")
    for i, k in T.grid(16, 20):
# CHECK-NEXT:    for i, k in T.grid(16, 20):
        with T.sblock("sum"):
# CHECK-NEXT:        with T.sblock("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
# CHECK-NEXT:            vi, vk = T.axis.remap("SR", [i, k])
            T.where(i * 20 + k < n)
# CHECK-NEXT:            T.where(i * 20 + k < n)
            T.reads(A[vi, vk])
            T.writes(C[vi])
            T.sblock_attr({"b": 1, "a": [1, "x"]})
# CHECK-NEXT:            T.reads(A[vi, vk])
# CHECK-NEXT:            T.writes(C[vi])
# CHECK-NEXT:            T.sblock_attr({"a": [1, "x"], "b": 1})
            with T.init():
                C[vi] = 0
# CHECK-NEXT:            with T.init():
# CHECK-NEXT:                C[vi] = 0
            C[vi] = C[vi] + A[vi, vk]
# CHECK-NEXT:            C[vi] = C[vi] + A[vi, vk]
    for i in range(1, 4):
        for j in range(T.int64(4)):
# CHECK-NEXT:    for i in range(1, 4):
# CHECK-NEXT:        for j in range(T.int64(4)):
            with T.sblock("tile"):
                x = T.axis.scan((1, 4), i)
                y = T.axis.S(T.int64(8), j * T.int64(2))
                z = T.axis.opaque(1, 0)
# CHECK-NEXT:            with T.sblock("tile"):
# CHECK-NEXT:                x = T.axis.scan((1, 4), i)
# CHECK-NEXT:                y = T.axis.spatial(T.int64(8), j * T.int64(2))
# CHECK-NEXT:                z = T.axis.opaque(1, 0)
                T.reads(C)
                T.writes(B[x * 4:x * 4 + 4])
# CHECK-NEXT:                T.reads(C[0:16])
# CHECK-NEXT:                T.writes(B[x * 4:x * 4 + 4])
                V = T.match_buffer(B[x * 4:x * 4 + 4], (4,), "int32", strides=("s",), offset_factor=1)
# CHECK-NEXT:                V = T.match_buffer(B[x * 4:x * 4 + 4], (4,), "int32", strides=("s",), offset_factor=1)
                V[z] = C[x] * V.strides[0] + V.elem_offset + T.Cast("int32", y)
# CHECK-NEXT:                V[z] = C[x] * V.strides[0] + V.elem_offset + T.Cast("int32", y)
