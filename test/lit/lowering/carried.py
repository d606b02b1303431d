# What an iteration stores a later one reads or stores: LLVM's software pipeliner forgets that on Hexagon, so
# such loops forbid it. Others do not, and nobody does elsewhere.
# RUN: %tirc -O0 --target=hexagon --emit=ll %s | FileCheck %s
# RUN: %tirc -O0 -mtriple=x86_64-unknown-linux-gnu --emit=ll %s | FileCheck --check-prefix=HOST %s
# HOST: define {{.*}}@recurrence(
# HOST-NOT: llvm.loop
from tvm.script import tirx as T

# CHECK-LABEL: define void @recurrence(
# CHECK: br label %for, !llvm.loop ![[R:[0-9]+]]
@T.prim_func(s_tir=True)
def recurrence(A: T.Buffer((64,), "int32")):
    for j in range(62):
        A[j + 2] = A[j] * 3

# Both stores, in the other order, hit what the other one hit: the last one counts.
# CHECK-LABEL: define void @stores(
# CHECK: br label %for, !llvm.loop ![[S:[0-9]+]]
@T.prim_func(s_tir=True)
def stores(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    for j in range(60):
        A[j + 3] = B[j]
        A[j] = B[j] + 1

# The vectors of two iterations overlap.
# CHECK-LABEL: define void @vectors(
# CHECK: br label %for, !llvm.loop ![[U:[0-9]+]]
@T.prim_func(s_tir=True)
def vectors(A: T.Buffer((640,), "int32"), n: T.int32):
    for i in range(10):
        A[T.Ramp(640 - i * 31, 1, 32)] = A[T.Ramp(672 - i * 31, 1, 32)]

# The inner loop may be unrolled; then three stores of one iteration are read by the next two.
# CHECK-LABEL: define void @scatter(
# CHECK: br label %for{{[0-9]*}}{{$}}
# CHECK: br label %for, !llvm.loop ![[T:[0-9]+]]
@T.prim_func(s_tir=True)
def scatter(A: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32")):
    for i in range(60):
        for j in range(3):
            A[i + j] = A[i + j] + B[i]

# CHECK-LABEL: define void @loop(
# CHECK: br label %while, !llvm.loop ![[W:[0-9]+]]
@T.prim_func(s_tir=True)
def loop(A: T.Buffer((64,), "int32")):
    k: T.int32 = 0
    while k < 60:
        A[k + 2] = A[k] * 3
        k = k + 1

# A view is what it views.
# CHECK-LABEL: define void @view(
# CHECK: br label %for, !llvm.loop ![[V:[0-9]+]]
@T.prim_func(s_tir=True)
def view(A: T.Buffer((8, 8), "int32")):
    B = A.view(64)
    for j in range(8):
        B[j + 9] = A[1, j]

# CHECK-NOT: br {{.*}}!llvm.loop
# Element by element, in two dimensions; and a sum in one place.
# CHECK-LABEL: define void @elements(
@T.prim_func(s_tir=True)
def elements(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8,), "int32")):
    for i, j in T.grid(8, 8):
        A[i, j] = A[i, j] + 1
        B[i] = B[i] + A[i, j]

# What is loaded is stored later, not earlier; what two stores write never meets.
# CHECK-LABEL: define void @ahead(
@T.prim_func(s_tir=True)
def ahead(A: T.Buffer((64,), "int32"), B: T.Buffer((640,), "int32"), n: T.int32):
    for i in range(10):
        A[i + n] = A[n + i + 2] + 1
        B[T.Ramp(i * 64 + 32, 1, 32)] = T.Broadcast(n, 32)
        B[T.Ramp(i * 64, 1, 32)] = T.Broadcast(n, 32)
    for i in range(10):
        B[n - i * 2] = B[n - i * 2 - 1]

# A view at an offset is as far away as that; elements of another width are where their bytes are.
# CHECK-LABEL: define void @views(
@T.prim_func(s_tir=True)
def views(A: T.Buffer((8, 8), "int32")):
    B = A.view(64)
    V = T.decl_buffer((60,), "int32", data=A.data, elem_offset=4)
    W = T.decl_buffer((128,), "int16", data=A.data)
    for j in range(8):
        B[j] = A[1, j]
    for j in range(32):
        V[j] = B[j + 4]
    for j in range(30):
        W[j * 2] = T.Cast("int16", B[j + 1])

# CHECK-LABEL: define void @constants(
@T.prim_func(s_tir=True)
def constants(A: T.Buffer((64,), "int32"), B: T.Buffer((2,), "int32")):
    for i in range(64):
        B[0] = B[0] + A[i]
        B[1] = B[1] - A[i]

# In one dimension apart is apart; so are elements that do not move.
# CHECK-LABEL: define void @rows(
# CHECK-NOT: !llvm.loop
# CHECK: ret void
@T.prim_func(s_tir=True)
def rows(A: T.Buffer((8, 64), "int32"), B: T.Buffer((64, 2), "int32"), n: T.int32):
    for j in range(0, 64, 4):
        for k in range(64):
            A[n, j] = A[n, j] + B[k, 0]
            A[n, j + 1] = A[n, j + 1] + B[k, 1]
    for i in range(64):
        A[n, i] = A[n + 1, i]

# CHECK: ![[R]] = distinct !{![[R]], ![[OFF:[0-9]+]], ![[LEFT:[0-9]+]]}
# CHECK: ![[OFF]] = !{!"llvm.loop.pipeline.disable", i1 true}
# CHECK: ![[LEFT]] = !{!"llvm.loop.unroll.followup_remainder", ![[OFF]], ![[ONCE:[0-9]+]]}
# CHECK: ![[S]] = distinct !{![[S]], ![[OFF]], ![[LEFT]]}
# CHECK: ![[U]] = distinct !{![[U]], ![[OFF]], ![[LEFT]]}
# CHECK: ![[T]] = distinct !{![[T]], ![[OFF]], ![[LEFT]]}
# CHECK: ![[W]] = distinct !{![[W]], ![[OFF]], ![[LEFT]]}
# CHECK: ![[V]] = distinct !{![[V]], ![[OFF]], ![[LEFT]]}
