# LLVM 22 puts a scalar store behind the vector store of the same memory into one packet, where the vector store comes
# last. What surely lies elsewhere may share its packet.
# RUN: %tirc -O2 --target=hexagon --emit=ll %s | FileCheck %s
# RUN: rm -rf %t && mkdir %t
# RUN: %tirc -O0 --run=interp --function=same %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=same %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: %tirc -O0 --run=interp --function=narrow %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=narrow %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: %tirc -O0 --run=interp --function=cleared %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=cleared %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
# RUN: %tirc -O0 --run=interp --function=wide %s n=3 --save=%t/interp
# RUN: %tirc -O2 --run=hexagon --function=wide %s n=3 --save=%t/hexagon
# RUN: cmp %t/interp/B.npy %t/hexagon/B.npy
from tvm.script import tirx as T

# CHECK-LABEL: define void @same
# CHECK: call void asm sideeffect "", "~{memory}"()
# CHECK-NEXT: store i32
@T.prim_func(s_tir=True)
def same(B: T.Buffer((128,), "int32", align=128), n: T.int32):
    B[T.Ramp(64, 1, 32)] = T.Broadcast(n, 32)
    B[T.Ramp(0, 1, 32)] = T.Broadcast(n, 32)
    B[T.Ramp(32, 1, 32)] = T.Broadcast(n, 32)
    B[36] = n + 100

# CHECK-LABEL: define void @narrow
# CHECK: call void asm sideeffect "", "~{memory}"()
@T.prim_func(s_tir=True)
def narrow(B: T.Buffer((64,), "int32"), n: T.int32):
    B[T.Ramp(3, 1, 16)] = T.Broadcast(n, 16)
    B[7] = n + 100

# LLVM makes a memset of the loop, and scalar stores of that.
# CHECK-LABEL: define void @cleared
# CHECK: call void asm sideeffect "", "~{memory}"()
# CHECK-NEXT: call void @llvm.memset
@T.prim_func(s_tir=True)
def cleared(B: T.Buffer((64,), "int32"), n: T.int32):
    B[T.Ramp(1, 1, 16)] = T.Broadcast(n, 16)
    for i in range(7):
        B[i + 4] = 0

# LLVM makes an integer of w, and eight stores of scalars of that.
# CHECK-LABEL: define void @wide
# CHECK: store <32 x i16>
# CHECK: call void asm sideeffect "", "~{memory}"()
# CHECK-NEXT: store i512
@T.prim_func(s_tir=True)
def wide(A: T.Buffer((256,), "uint16"), B: T.Buffer((256,), "uint16"), P: T.Buffer((64,), "uint16"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[T.Ramp(130, 1, 48)] = A[T.Ramp(2, 1, 48)]
    w = T.alloc_buffer((32,), "uint16")
    for x in range(32):
        w[x] = A[8 + x]
    for x in range(32):
        B[32 + x] = P[x]
    for x in range(32):
        B[24 + x] = w[x]

# CHECK-LABEL: define void @elsewhere
# CHECK-NOT: asm
@T.prim_func(s_tir=True)
def elsewhere(B: T.Buffer((128,), "int32", align=128), C: T.Buffer((128,), "int32"), n: T.int32):
    T.func_attr({"tirx.noalias": True})
    B[T.Ramp(32, 1, 32)] = T.Broadcast(n, 32)
    B[0] = n + 100
    C[n] = 5

# Without a promise the two may be the same memory.
# CHECK-LABEL: define void @perhaps
# CHECK: call void asm sideeffect "", "~{memory}"()
@T.prim_func(s_tir=True)
def perhaps(B: T.Buffer((128,), "int32", align=128), C: T.Buffer((128,), "int32"), n: T.int32):
    B[T.Ramp(32, 1, 32)] = T.Broadcast(n, 32)
    C[n] = 5
