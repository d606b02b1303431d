# Floats to halves on HVX: LLVM 22 and 23 give vcvt its two operands in different orders.  Both are the same here, and every second
# half is taken: right under both.
# RUN: %tirc -mcpu=hexagonv73 -mhvx-ieee-fp -O2 -S -o %t.s %s
# RUN: FileCheck %s < %t.s
# RUN: sed -nE "s/.*vcvt.v([0-9]+).sf,v([0-9]+).sf.*/\1 \2/p" %t.s | %python -c "import sys; n = [set(l.split()) for l in sys.stdin]; assert n and all(len(s) == 1 for s in n)"
from tvm.script import tirx as T


# CHECK-LABEL: {{^}}floats:
# CHECK: vcvt(v[[A:[0-9]+]].sf,v[[A]].sf)
# CHECK: vpacke
# CHECK-NOT: vdeal
@T.prim_func
def floats(A: T.Buffer((64,), "float32", align=128), C: T.Buffer((64,), "float16", align=128)):
    T.func_attr({"tirx.noalias": True})
    C[0:64] = T.Cast("float16x64", A[0:64])


# CHECK-LABEL: {{^}}words:
# CHECK: vcvt(v[[B:[0-9]+]].sf,v[[B]].sf)
@T.prim_func
def words(A: T.Buffer((64,), "int32", align=128), C: T.Buffer((64,), "float16", align=128)):
    T.func_attr({"tirx.noalias": True})
    C[0:64] = T.Cast("float16x64", A[0:64])
