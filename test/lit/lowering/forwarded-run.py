# LLVM's loop-load-elim keeps what an iteration stores for the next one to load, though a store of a part of it comes
# between: an empty asm in the loop keeps it from that.
# RUN: %tirc -O2 --emit=ll --after=lower %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=parts %s --save=%t/interp
# RUN: %tirc -O2 --run=jit --function=parts %s --save=%t/jit
# RUN: %tirc -O2 --run=hexagon --function=parts %s --save=%t/hexagon
# RUN: cmp %t/interp/O.npy %t/jit/O.npy
# RUN: cmp %t/interp/O.npy %t/hexagon/O.npy
# RUN: %tirc -O0 --run=interp --function=inside %s --save=%t/interp
# RUN: %tirc -O2 --run=jit --function=inside %s --save=%t/jit
# RUN: %tirc -O2 --run=hexagon --function=inside %s --save=%t/hexagon
# RUN: cmp %t/interp/O.npy %t/jit/O.npy
# RUN: cmp %t/interp/O.npy %t/hexagon/O.npy
from tvm.script import tirx as T

# CHECK-LABEL: define void @parts
# CHECK: call void asm sideeffect "", ""() #[[ELSEWHERE:[0-9]+]]
@T.prim_func(s_tir=True)
def parts(A: T.Buffer((64,), "int32"), O: T.Buffer((32,), "int32"), P: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        A[T.Ramp(i * 4 + 10, 1, 4)] = P[T.Ramp(0, 1, 4)]
        O[T.Ramp(i * 4, 1, 4)] = A[T.Ramp(i * 4 + 12, 1, 4)]
        A[T.Ramp(i * 4 + 16, 1, 4)] = A[T.Ramp(i * 4, 1, 4)]

# A loop inside becomes one vector.
# CHECK-LABEL: define void @inside
# CHECK: call void asm sideeffect "", ""() #[[ELSEWHERE]]
@T.prim_func(s_tir=True)
def inside(A: T.Buffer((2048,), "uint8"), O: T.Buffer((1024,), "uint8"), P: T.Buffer((256,), "uint8")):
    T.func_attr({"tirx.noalias": True})
    for i in range(3):
        for x in range(128):
            A[326 + i * 128 + x] = P[x]
        for x in range(128):
            O[i * 128 + x] = A[448 + i * 128 + x]
        for x in range(128):
            A[576 + i * 128 + x] = A[384 + i * 128 + x]

# Each store meets the next load in full or not at all.
# CHECK-LABEL: define void @whole
# CHECK-NOT: asm
@T.prim_func(s_tir=True)
def whole(A: T.Buffer((64,), "int32"), O: T.Buffer((32,), "int32"), P: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        A[T.Ramp(i * 4 + 8, 1, 4)] = P[T.Ramp(0, 1, 4)]
        O[T.Ramp(i * 4, 1, 4)] = A[T.Ramp(i * 4 + 12, 1, 4)]
        A[T.Ramp(i * 4 + 16, 1, 4)] = A[T.Ramp(i * 4, 1, 4)]
    for i in range(20):
        A[i + 2] = P[i]
        O[i] = A[i + 3] + A[P[i]]
        A[P[i]] = 3
        A[i + 4] = A[i]

# One load stays where it is, one goes on by more than its size.
# CHECK-LABEL: define void @apart
# CHECK-NOT: asm
@T.prim_func(s_tir=True)
def apart(A: T.Buffer((64,), "int32"), O: T.Buffer((32,), "int32"), P: T.Buffer((32,), "int32")):
    T.func_attr({"tirx.noalias": True})
    for i in range(4):
        A[T.Ramp(i * 8 + 10, 1, 4)] = P[T.Ramp(0, 1, 4)]
        O[T.Ramp(i * 4, 1, 4)] = A[T.Ramp(i * 8 + 12, 1, 4)] + A[T.Ramp(5, 1, 4)]
        A[T.Ramp(i * 8 + 20, 1, 4)] = A[T.Ramp(i * 8, 1, 4)]
    for i in range(4):
        A[T.Ramp(i * 4 + 10, 1, 4)] = P[T.Ramp(0, 1, 4)]
        O[T.Ramp(i * 4, 1, 4)] = A[T.Ramp(i * 4 + 12, 1, 4)]
        A[T.Ramp(i * 4 + 20, 1, 4)] = A[T.Ramp(i * 4, 1, 4)]

# CHECK: attributes #[[ELSEWHERE]] = { memory(inaccessiblemem: readwrite) }
