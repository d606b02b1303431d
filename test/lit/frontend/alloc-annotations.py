# RUN: %tirc -O0 --emit=tir %s -o %t.py
# RUN: FileCheck %s < %t.py
# RUN: %tirc -O0 --emit=tir %t.py | diff %t.py -
# RUN: %tirc -O2 --emit=tir %s | FileCheck %s
# RUN: %tirc -O0 --emit=json %s -o %t.json && %tirc -O0 --emit=tir %t.json | FileCheck %s --check-prefix=JSON
# What an allocation says in annotations is kept; in JSON a number is TVM's int32.
from tvm.script import tirx as T


# CHECK: B = T.alloc_buffer((16,), "int32", annotations={"k": 1})
# JSON:  B = T.alloc_buffer((16,), "int32", annotations={"k": T.int32(1)})
# JSON:  C = T.alloc_shared((4,), "int8", annotations={"a": "b"})
# CHECK: C = T.alloc_shared((4,), "int8", annotations={"a": "b"})
@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32", annotations={"k": 1})
    C = T.alloc_shared((4,), "int8", annotations={"a": "b"})
    for i in range(16):
        B[i] = A[i]
    for i in range(16):
        A[i] = B[15 - i] + 1
        C[0] = T.int8(1)
        A[i] = A[i] + T.Cast("int32", C[0])
